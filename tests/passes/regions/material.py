"""What the tests over all passes need to know of `regions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import check_others_stay, check_walls, regions_of, solid_tiles
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless `after` has the regions of `before` that are kept, joined."""
    check_others_stay(spec, before, after, drops=use["keep"] != "all")
    check_walls(spec, after)
    everything = {(x, y) for y in range(before.height) for x in range(before.width)}
    regions = regions_of(everything - solid_tiles(spec, before))
    opened = everything - solid_tiles(spec, after)
    kept = regions
    if use["keep"] == "largest" and regions:
        kept = [max(regions, key=len)]
    elif use["keep"] == "large":
        kept = [region for region in regions if len(region) >= use["least_size"]]
    for region in kept:
        assert region <= opened, "a region that is kept has lost a tile"
    dug = opened - set().union(*kept)
    if not use["join"] or len(kept) < 2:
        assert not dug, "tunnels that nobody asked for"
    else:
        assert len(regions_of(opened)) == 1, "not all is connected"
        assert len(dug) <= sum(_nearest(kept, number) - 1 for number in range(1, len(kept)))


def _nearest(kept: list[set[tuple[int, int]]], number: int) -> int:
    """The most tiles that the way from a region's first tile to an earlier region may take."""
    x, y = min(kept[number], key=lambda tile: (tile[1], tile[0]))
    earlier = set().union(*kept[:number])
    return min(abs(x - i) + abs(y - j) for i, j in earlier)


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    keep = draw(st.sampled_from(["largest", "large", "all", "all"]))
    return {
        "keep": keep,
        "least_size": draw(st.integers(1, 96)),
        "join": keep == "all" or draw(st.booleans()),
    }


MATERIAL = PassMaterial(judge, uses(), ({"keep": "all"},))


CHAMBERS = {
    "kind": "pieces",
    "map": {"width": 33, "height": 29},
    "pieces": [
        {"drawing": ["#####", "#####", "#####", "#####", "#####"]},
        {"drawing": ["#####", "#####", ".....", "#####", "#####"], "weight": 3},
        {"drawing": ["#####", "#...#", "#...#", "#...#", "##.##"], "weight": 3},
        {"drawing": ["##?##", "#$$$#", "#$.$#", "#$$$#", "#####"], "weight": 9, "protected": True},
    ],
    "regions": {"keep": "all"},
    "passes": [{"name": "regions", "keep": "all"}],
}
"""A dungeon with protected pieces, round which tunnels lead."""
