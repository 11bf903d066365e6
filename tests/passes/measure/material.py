"""What the tests over all passes need to know of `measure`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from hypothesis import strategies as st

from pygen.spec import Spec

NAMES = (
    "stairs_steps", "longest_way", "open_share", "off_path_share", "floor_loops",
    "floor_dead_ends", "empty_square",
)  # fmt: skip


def levels_from(plan: Plan, start: int, ground: int) -> list[int]:
    """The tiles at each distance on foot from `start`."""
    found, reached = [start], start
    while found[-1]:
        found.append(plan.beside(found[-1]) & ground & ~reached)
        reached |= found[-1]
    return found[:-1]


def islands(plan: Plan, reached: int) -> list[int]:
    """The sizes of the parts that were not reached and do not touch the edge of the map; tiles that
    touch at a corner are connected."""
    inner = plan.rectangle(1, 1, plan.width - 2, plan.height - 2)
    every = plan.rectangle(0, 0, plan.width, plan.height)
    left, outside = inner & ~reached, every & ~inner
    while (grown := (outside | plan.around(outside)) & every & ~reached) != outside:
        outside = grown
    left &= ~outside
    sizes = []
    while left:
        part = left & -left
        while (grown := (part | plan.around(part)) & left) != part:
            part = grown
        sizes.append(part.bit_count())
        left &= ~part
    return sizes


def side_of_square(plan: Plan, tiles: int) -> int:
    """The side of the largest square of these tiles, by a table of the squares that end at each."""
    above, best = [0] * (plan.width + 1), 0
    for y in range(plan.height):
        here = [0]
        for x in range(plan.width):
            is_one = tiles >> (y * plan.width + x) & 1
            here.append(1 + min(above[x], above[x + 1], here[x]) if is_one else 0)
        best = max(best, *here)
        above = here
    return best


def expected(spec: Spec, plan: Plan) -> dict[str, int]:
    """The figures of a level."""
    starts = [(x, y) for kind, x, y in plan.entities if kind == 5]
    x, y = starts[0] if starts else plan.up
    down = plan.of(spec.tiles["down_stairs"].code)
    if not x or not down:
        return dict.fromkeys(NAMES, 0)
    seen = plan.of(
        *(tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret)
    )
    levels = levels_from(plan, plan.bit(x, y), seen)
    reached = sum(levels)
    steps = next((number for number, tiles in enumerate(levels) if tiles & down), 0)
    critical = down
    for tiles in reversed(levels[:steps]):
        critical |= plan.beside(critical) & tiles
    count = reached.bit_count()
    beside = [reached << 1, reached >> 1, reached << plan.width, reached >> plan.width]
    ends = [tile for tile in tiles_of(reached) if sum(side >> tile & 1 for side in beside) == 1]
    every = plan.rectangle(0, 0, plan.width, plan.height)
    return {
        "stairs_steps": steps,
        "longest_way": len(levels) - 1,
        "open_share": 100 * count // (plan.width * plan.height),
        "off_path_share": 100 * (count - critical.bit_count()) // count,
        "floor_loops": min(255, sum(size >= 9 for size in islands(plan, reached))),
        "floor_dead_ends": len(ends),
        "empty_square": side_of_square(plan, every & ~reached),
    }


def tiles_of(tiles: int) -> list[int]:
    """The numbers of the tiles."""
    return [number for number, digit in enumerate(reversed(f"{tiles:b}")) if digit == "1"]


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless nothing but the figures has changed, and those are right."""
    assert before.codes == after.codes
    assert before.entities == after.entities
    wanted = {name: 0 for name in NAMES} | {
        name: value for name, value in expected(spec, before).items() if name in use["figures"]
    }
    assert {name: after.figures[name] for name in NAMES} == wanted


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    return {"figures": draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))}


MATERIAL = PassMaterial(
    judge, uses(), ({}, {"figures": ["stairs_steps"]}), before=({"name": "stairs"},)
)
