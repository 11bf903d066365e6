"""What is expected of passes that place entities: a judge that knows only the bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helpers.plan import Plan, ground_codes
from hypothesis import strategies as st

from pygen.spec import Spec

STATUS_NOT_ALL_PLACED = 32


def placed(spec: Spec, before: Plan, after: Plan) -> list[tuple[int, int, int]]:
    """The entities that came: nothing else may have changed. Each has a tile of its own, where it
    can be reached on foot, and is neither in a doorway nor at the stairs."""
    assert after.codes == before.codes and after.looks == before.looks
    known = len(before.entities)
    assert after.entities[:known] == before.entities
    new = after.entities[known:]
    code = {name: tile.code for name, tile in spec.tiles.items()}
    walkable = before.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    # A world has no stairs; all of its chunk is connected.
    is_world = after.request and spec.dungeons[after.request.dungeon].world
    start = walkable & -walkable if is_world else before.bit(*before.up)
    reached = before.flood(start, walkable)
    doors = before.of(*(code[name] for name in ("door", "secret_path") if name in code))
    free = before.of(*ground_codes(spec)) & ~before.beside(doors) & reached
    taken = {(x, y) for _, x, y in before.entities}
    for _, x, y in new:
        assert (x, y) not in taken, "two entities at one tile"
        assert free & before.bit(x, y), "an entity where none may be"
        taken.add((x, y))
    return new


def judge_population(
    spec: Spec,
    use: Mapping[str, Any],
    before: Plan,
    after: Plan,
    usual: int,
    numbers: Sequence[int],
) -> None:
    """Raise AssertionError unless the pass has placed as many entities as wanted, of the right
    kinds, where they may be. `usual` is the kind without a table; with one the kinds have
    `numbers`, in this order."""
    new = placed(spec, before, after)
    kinds = {usual}
    if use["table"]:
        begin = numbers.index(use["first_kind"] or numbers[0])
        kinds = {numbers[begin + n] for n, entry in enumerate(use["table"]) if entry["weight"]}
    assert {kind for kind, _, _ in new} <= kinds
    for _, x, y in new:
        assert abs(x - before.up[0]) + abs(y - before.up[1]) >= use["from_stairs"]
    complete = not after.status & STATUS_NOT_ALL_PLACED
    assert len(new) <= use["most"]
    if not kinds:
        assert not new
    elif use["by"] == "count":
        assert len(new) >= use["least"] or not complete
    else:
        up_x, up_y = before.up
        rooms = [
            (x, y, w, h)
            for x, y, w, h in before.rooms[use["first_room"] :]
            if abs(x + w // 2 - up_x) + abs(y + h // 2 - up_y) >= use["from_stairs"]
        ]
        counts = [min(255, w * h * use["percent"] // 100) for _, _, w, h in rooms]
        wanted = min(use["most"], sum(counts))
        assert len(new) <= wanted and (len(new) == wanted or not complete)
        for _, x, y in new:
            assert any(a <= x < a + w and b <= y < b + h for a, b, w, h in rooms), "in no room"


@st.composite
def population_uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters of a pass that places entities."""
    most = draw(st.integers(1, 40))
    entries = draw(st.integers(0, 5))
    own = {
        "count": {"least": draw(st.integers(0, most))},
        "rooms": {"percent": draw(st.integers(1, 20)), "first_room": draw(st.integers(0, 3))},
    }
    by = draw(st.sampled_from(list(own)))
    return {
        "by": by,
        **own[by],
        "most": most,
        "from_stairs": draw(st.integers(0, 30)),
        "tries": draw(st.integers(1, 80)),
        "table": [
            {
                "name": f"thing_{number}",
                "glyph": "abcde"[number],
                "colour": "red",
                "weight": draw(st.integers(0, 50)),
            }
            for number in range(entries)
        ],
    }
