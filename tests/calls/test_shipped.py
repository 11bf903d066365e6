"""The game calls on every dungeon that ships: both compilers' modules, the native build and Python
agree, on the dungeon of each seed and on random requests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from helpers.games import TO, Game, for_every_build, game_of, put, read, records
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc

from pygen.builders.native import NativeBuilder
from pygen.calls.chance import drawn, scaled
from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE, CALL_IS_REFUSED, NO_ENTITY_AT
from pygen.calls.entities import entity_at
from pygen.calls.maps import unpack_map, validate
from pygen.calls.rooms import connection_info, room_at, room_info
from pygen.calls.tiles import properties_of, tile_is
from pygen.engine.constants import NO_ROOM
from pygen.spec import Spec, load_spec
from pygen.spec.game_calls import ROOM_TABLES

CALLS = (
    "unpack_map", "validate", "room_at", "room_info", "connection_info", "entity_at", "tile_is",
    "random", "random_below",
)  # fmt: skip
FEW, MANY, PARTS = 3, 1024, 4
"""How many seeds of a dungeon, and how many in a long run, in so many tests."""

REQUESTS = 8
"""How many random requests for each seed."""

SHIPPED = load_spec(SHIPPED_SPEC_FILE)
PUSHED = ("crypt", "descent")
"""The dungeons of every run: one with rooms, and one with chambers and entities."""


@cache
def spec_of(dungeon: str) -> Spec:
    calls = ", ".join(CALLS)
    return load_spec(
        SHIPPED_SPEC_FILE, [f"modules.calls=[{calls}]", f"program.dungeons=[{dungeon}]"]
    )


@pytest.mark.shipped
@pytest.mark.sampled(2)
@needs_cc
@for_every_build
@pytest.mark.parametrize(
    "dungeon",
    [
        name if name in PUSHED else pytest.param(name, marks=pytest.mark.long)
        for name in SHIPPED.dungeons
    ],
)
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, PARTS))]
)
def test_calls_answer_as_the_reference(dungeon: str, build: str, part: int, is_long: bool) -> None:
    spec = spec_of(dungeon)
    game = game_of(spec, dungeon, build, linked_once=True)
    native, chance = NativeBuilder(spec, native_of(spec)), Random(part)
    floors = len(spec.dungeons[dungeon].floor_rows)
    for number in range(part, MANY, PARTS) if is_long else range(FEW):
        seed = number if is_long else chance.randrange(65536)
        request = spec.proof_request(dungeon, seed, 1 + number % floors)
        regions = native.build(request).regions
        put(game, regions)
        require_calls(spec, dungeon, game, regions, chance)


def require_calls(
    spec: Spec, dungeon: str, game: Game, regions: Mapping[str, bytes], chance: Random
) -> None:
    """Make calls about a dungeon in memory, and compare their answers with those in Python."""
    size, of_tiles = spec.dungeons[dungeon].map, properties_of(spec.tiles)
    tiles = unpack_map(regions["map"], size)
    assert tiles is not None
    game.ask(to=TO)
    assert game.call("unpack_map").a == CALL_IS_DONE
    assert read(game, TO, len(tiles)) == tiles
    stairs = spec.codes["up_stairs"], spec.codes["down_stairs"]
    is_world = spec.dungeons[dungeon].world is not None
    wrong = validate(tiles, size, of_tiles, stairs, regions["summary"][0], is_world)
    assert game.call("validate").a == wrong == 0
    for _ in range(REQUESTS):
        x, y, mask = (
            chance.randrange(size.width),
            chance.randrange(size.height),
            chance.randrange(256),
        )
        state, count = chance.randrange(65536), chance.randrange(256)
        game.ask(properties=mask, random_state=state)
        assert game.call("tile_is", a=y, x=x).a == tile_is(tiles, size, of_tiles, x, y, mask)
        answer, state = game.call("random"), drawn(spec.random, state)
        assert answer.a | answer.x << 8 == state
        state = drawn(spec.random, state)
        assert game.call("random_below", a=count).a == scaled(state, count)
    for table in ROOM_TABLES:
        if spec.has_table(dungeon, table):
            require_rooms(game, records(spec, dungeon, regions, table), table, chance)
    if spec.has_table(dungeon, "entities"):
        require_entities(game, records(spec, dungeon, regions, "entities"), chance)


def beside(chance: Random, one: Mapping[str, Any]) -> tuple[int, int]:
    """A place in a rectangle, or just beside it."""
    x = one["x"] + chance.randrange(-1, one.get("w", 1) + 1)
    y = one["y"] + chance.randrange(-1, one.get("h", 1) + 1)
    return x & 0xFF, y & 0xFF


def require_rooms(game: Game, rooms: list[dict[str, Any]], table: str, chance: Random) -> None:
    """Compare what is told of the rooms in use."""
    for _ in range(REQUESTS if rooms else 0):
        x, y = beside(chance, chance.choice(rooms))
        number = room_at(rooms, x, y)
        answer = game.call("room_at", a=y, x=x)
        status = CALL_FINDS_NOTHING if number == NO_ROOM else CALL_IS_DONE
        assert (answer.a, answer.x) == (status, number)
        number = chance.randrange(len(rooms) + 1)
        told = room_info(rooms, number)
        status = game.call("room_info", a=number).a
        assert status == (CALL_IS_REFUSED if told is None else CALL_IS_DONE)
        assert told is None or read(game, TO, len(told)) == told
        if table == "rooms":
            target = chance.randrange(len(rooms) + 1)
            if number < len(rooms) and chance.random() < 0.7:
                target = chance.choice(rooms[number]["conn_data"])["room_id"]
            wanted = connection_info(rooms, number, target)
            answer = game.call("connection_info", a=target, x=number)
            assert (answer.a, answer.x) == wanted[:2]
            assert read(game, TO, len(wanted[2])) == wanted[2]


def require_entities(game: Game, entities: list[dict[str, Any]], chance: Random) -> None:
    """Compare what is found at the places of entities and beside them."""
    for _ in range(REQUESTS if entities else 0):
        x, y = beside(chance, chance.choice(entities))
        number = entity_at(entities, x, y)
        answer = game.call("entity_at", a=y, x=x)
        status = CALL_FINDS_NOTHING if number == NO_ENTITY_AT else CALL_IS_DONE
        assert (answer.a, answer.x) == (status, number)
