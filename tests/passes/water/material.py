"""What the tests over all passes need to know of `water`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless water is where it may be, and everything that could be reached
    from elsewhere still can."""
    code = spec.codes
    changed = {
        (at % before.width, at // before.width): pair
        for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
        if pair[0] != pair[1]
    }
    rock = (code["empty"], code["wall"])
    deep = {place for place, (_, new) in changed.items() if new == code["water"]}
    near = {(x + i, y + j) for x, y in deep for i in (-1, 0, 1) for j in (-1, 0, 1)}
    for (x, y), (old, new) in changed.items():
        if new == code["wall"]:
            assert old == code["empty"] and (x, y) in near, "a wall that is no bank"
            continue
        assert 0 < x < before.width - 1 and 0 < y < before.height - 1, "water at the edge"
        assert old in (*rock, code["floor"]), f"{x},{y} must stay as it is"
        if new == code["water"] or not use["wreath"]:
            assert use["over"] != ("rock" if old == code["floor"] else "floor")
        shallow = old == code["floor"] and use["crossable"]
        if new == code["shallow_water"] and not shallow:
            assert use["wreath"] and use["lakes"] and old == code["floor"], "no lake has a wreath"
        else:
            assert new == code["shallow_water" if shallow else "water"]
        sides = {before.at(x - 1, y), before.at(x + 1, y), before.at(x, y - 1), before.at(x, y + 1)}
        assert not sides & {code["door"], code["secret_path"]}, "water in a doorway"
    assert not any(after.at(x, y) == code["empty"] for x, y in near), "no bank"
    if use["least_width"] > 1:
        judge_widths(use["least_width"], after, code["water"], code["floor"], deep)
    if use["cuts"]:
        return
    walkable = [tile.code for tile in spec.tiles.values() if tile.walkable]
    seen = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    for ways in (walkable, seen):
        left = tiles_of(after, *ways)
        kept = [region & left for region in regions_of(tiles_of(before, *ways))]
        assert all(kept), "a region has gone"
        kept.sort(key=lambda region: min((y, x) for x, y in region))
        assert regions_of(left) == kept, "something was cut off, or joined"


def judge_widths(
    width: int, after: Plan, water: int, floor: int, deep: set[tuple[int, int]]
) -> None:
    """Raise AssertionError unless the new deep water is that wide everywhere, and so is the floor
    between it and other water."""
    reach = range(width)
    for x, y in deep:
        squares = (
            {after.at(x - left + i, y - up + j) for i in reach for j in reach}
            for left in reach
            for up in reach
            if 0 <= x - left <= after.width - width and 0 <= y - up <= after.height - width
        )
        assert {water} in squares, "water that is too narrow"
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            line = []
            for n in range(1, width + 1):
                there = x + n * across, y + n * down
                if not (0 <= there[0] < after.width and 0 <= there[1] < after.height):
                    break
                line.append(after.at(*there))
            between = next((n for n, tile in enumerate(line) if tile != floor), 0)
            assert not between or line[between] != water, "floor that is too narrow"


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    least = draw(st.sampled_from([1, 1, 2, 3]))
    # Seldom: kinds with records of rooms refuse it.
    cuts = draw(st.sampled_from([*[False] * 5, True]))
    return {
        "rivers": draw(st.integers(0, 4)),
        "river_width": draw(st.integers(least, 4)),
        "lakes": draw(st.integers(1, 4)),
        "lake_radius": draw(st.integers(1, 12)),
        "wreath": draw(st.sampled_from([0, 0, 1, 3])),
        "spots": draw(st.integers(0, 12)),
        "spot_radius": draw(st.integers(1, 3)),
        "over": draw(
            st.sampled_from(["all", "floor"] if cuts else ["all", "all", "floor", "rock"])
        ),
        "crossable": least == 1 and not cuts and draw(st.booleans()),
        "cuts": cuts,
        "least_width": least,
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {},
        {"crossable": True, "rivers": 2, "river_width": 1, "over": "floor"},
        {"wreath": 2, "lakes": 4, "over": "floor"},
        {"least_width": 2, "lakes": 4, "lake_radius": 3, "wreath": 1},
        {"cuts": True, "river_width": 3, "lakes": 3},
        {"least_width": 3, "river_width": 3, "over": "floor", "spots": 6},
    ),
)
