"""What the tests over all passes need to know of `smooth`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import (
    Tiles,
    check_others_stay,
    check_walls,
    regions_of,
    solid_tiles,
    tiles_of,
)
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless `after` is the map `before` after the rounds of the rule."""
    born, kept = use["rule"].removeprefix("B").split("/S")
    edge = {
        (x, y)
        for y in range(before.height)
        for x in range(before.width)
        if x in (0, before.width - 1) or y in (0, before.height - 1)
    }
    solid = solid_tiles(spec, before) | edge
    inside = [(x, y) for y in range(1, before.height - 1) for x in range(1, before.width - 1)]
    for _ in range(use["rounds"]):
        counted = solid - edge if use["outside"] == "floor" else solid
        changed = set()
        for x, y in inside:
            sides = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            number = sum(side in counted for side in sides)
            if str(number) in (kept if (x, y) in solid else born):
                changed.add((x, y))
        solid = changed | edge
    if any("use" not in record for record in before.records):
        judge_rooms(spec, before, after, solid)
        return
    others = check_others_stay(spec, before, after)
    assert solid_tiles(spec, after) == solid - others, "not what the rule makes of the map"
    check_walls(spec, after)


def judge_rooms(spec: Spec, before: Plan, after: Plan, wanted: Tiles) -> None:
    """Raise AssertionError unless each room is what the rule makes of it, `wanted` being solid, as
    far as it stays one piece with its openings, and nothing else has changed."""
    ways = [tile.code for tile in spec.tiles.values() if tile.walkable]
    opened, floor = tiles_of(before, *ways), tiles_of(before, spec.codes["floor"])
    rock = tiles_of(before, spec.codes["empty"], spec.codes["wall"])
    now = set(opened)
    for x, y, w, h in ([room[name] for name in "xywh"] for room in before.records):
        if max(w, h) > 32:
            continue
        inside = {(i, j) for i in range(x, x + w) for j in range(y, y + h)}
        was = inside & now
        becomes = (inside - wanted) & (now | rock) | was - floor
        sides = [((x - 1, j), (1, 0)) for j in range(y, y + h)]
        sides += [((x + w, j), (-1, 0)) for j in range(y, y + h)]
        sides += [((i, y - 1), (0, 1)) for i in range(x, x + w)]
        sides += [((i, y + h), (0, -1)) for i in range(x, x + w)]
        for (i, j), (across, down) in sides:
            if (i, j) in now:
                i, j = i + across, j + down
                while (i, j) in was - becomes:
                    becomes.add((i, j))
                    i, j = i + across, j + down
        if len(regions_of(becomes)) == 1:
            now = now - inside | becomes
    assert tiles_of(after, *ways) == now, "not what the rule makes of the rooms"
    changed = [at for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
               if pair[0] != pair[1]]  # fmt: skip
    for at in changed:
        tile = (at % before.width, at // before.width)
        assert tile in floor | rock, "another tile has changed"
        near = {(tile[0] + i, tile[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & now
        name = "floor" if tile in now else "wall" if near else "empty"
        assert after.codes[at] == spec.codes[name], "not the wall or the rock that it must be"


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    digits = st.sets(st.integers(0, 8)).map(lambda found: "".join(map(str, sorted(found))))
    common = st.sampled_from(["B5678/S45678", "B5678/S5678", "B678/S345678"])
    return {
        "rule": draw(st.one_of(common, st.builds("B{}/S{}".format, digits, digits))),
        "rounds": draw(st.integers(1, 4)),
        "outside": draw(st.sampled_from(["wall", "floor"])),
    }


MATERIAL = PassMaterial(judge, uses(), ({}, {"rule": "B3/S23", "rounds": 3, "outside": "floor"}))
