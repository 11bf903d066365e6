"""What the tests over all passes need to know of `smooth`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import check_others_stay, check_walls, solid_tiles
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
    others = check_others_stay(spec, before, after)
    assert solid_tiles(spec, after) == solid - others, "not what the rule makes of the map"
    check_walls(spec, after)


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
