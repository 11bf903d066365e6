"""The game call entity_at, on a dungeon full of entities."""

from __future__ import annotations

from helpers.games import for_every_build, game_of, put, records
from helpers.kinds import samples

from pygen.builders.python import PythonBuilder
from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE, NO_ENTITY_AT
from pygen.calls.entities import entity_at
from pygen.engine.random.request import Request

SAMPLE = samples("mystery")[0]


@for_every_build
def test_the_first_entity_at_each_tile_is_found(build: str) -> None:
    name = SAMPLE.dungeon
    spec = SAMPLE.changed("modules.calls=[entity_at]", f"program.dungeons=[{name}]")
    game, layout = game_of(spec, name, build), spec.layouts["entity"]
    regions = dict(PythonBuilder(spec).build(Request(name, 7)).regions)
    used = records(spec, name, regions, "entities")
    assert len(used) > 3
    # The last one stands where the first one does.
    moved = used[-1] | {"x": used[0]["x"], "y": used[0]["y"]}
    table = bytearray(regions["entities"])
    at = (len(used) - 1) * layout.size
    table[at : at + layout.size] = layout.pack(moved)
    regions["entities"] = bytes(table)
    put(game, regions)
    used[-1] = moved
    first = {(one["x"], one["y"]): number for number, one in reversed([*enumerate(used)])}
    size = spec.dungeons[name].map
    for x in range(size.width):
        for y in range(0, size.height, 2) if (x, 1) not in first else range(size.height):
            number = first.get((x, y), NO_ENTITY_AT)
            answer = game.call("entity_at", a=y, x=x)
            status = CALL_FINDS_NOTHING if number == NO_ENTITY_AT else CALL_IS_DONE
            assert (answer.a, answer.x) == (status, number)
            assert entity_at(used, x, y) == number
    for (x, y), number in first.items():
        assert game.call("entity_at", a=y, x=x).x == number
    # A table without any, and places that are not on the map.
    assert game.call("entity_at", a=255, x=255).a == CALL_FINDS_NOTHING
