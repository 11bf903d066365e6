"""Zones where the map is small: without a start, and with one at the edge."""

from __future__ import annotations

from itertools import pairwise

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import MAZE, loaded
from helpers.passes import finished_phases, judge_use
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.random.request import Request

THINGS = [
    {"name": "items", "where": ["near", "far"], "least": 2, "most": 4},
    {"name": "traps", "where": "middle", "least": 0, "most": 4},
]
SMALL = {
    "cave": {
        "kind": "caves",
        "map": {"width": 9, "height": 8},
        "rock": {"fill_chance": 62},
        "passes": [{"name": "stairs"}, *THINGS],
    },
    "maze": {"kind": MAZE, "map": {"width": 11, "height": 9}, "passes": THINGS},
}


@needs_cc
@pytest.mark.parametrize(("dungeon", "column"), [("cave", 0), ("maze", 1)])
def test_zones_of_small_maps_are_right(dungeon: str, column: int) -> None:
    """Many of the caves have no floor, so no start; in many of the others it is at the edge."""
    spec = loaded({"dungeons": SMALL})
    native = NativeBuilder(spec, native_of(spec))
    found = 0
    for seed in range(200):
        request = Request(dungeon, seed)
        phases = list(finished_phases(spec, request))
        for before, after in pairwise(phases):
            if after.use and after.use.name != "stairs":
                judge_use(spec, after.use, before.plan, after.plan)
        built = native.build(request).regions
        require_equal(spec, dungeon, phases[-1].regions, built, request)
        found += phases[-1].plan.up[0] == column
    assert found > 20
