"""What the tests over all kinds need to know of random walks."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps
from hypothesis import strategies as st
from kinds.walk.judge import judge


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random walk."""
    share = draw(st.sampled_from([0, 0, 0, 1, 20, 100]))
    coverage = {
        "percent": 0 if share else draw(st.sampled_from([0, 1, 60, 100])),
        "section": draw(st.integers(4, 16)),
        "steps": draw(st.sampled_from([1, 9, 40, 255])),
        "straying": draw(st.sampled_from([0, 30, 50, 100])),
    }
    return {
        "kind": "walk",
        "map": draw(maps(60)),
        "walk": {
            "steps": draw(st.sampled_from([1, 2, 30, 500])),
            "walkers": draw(st.sampled_from([1, 1, 2, 5])),
            "begin": draw(st.sampled_from(["start", "farthest"])),
            "share": share,
            "pull": draw(st.sampled_from(["centre", "uniform", "away", "inward"])),
            "weight_steepness": draw(st.integers(1, 64)),
        },
        "coverage": coverage,
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    dungeons={
        "diggings": {
            "kind": "walk",
            "map": {"width": 41, "height": 30},
            "walk": {"steps": 200, "walkers": 5, "begin": "farthest", "share": 33, "pull": "away"},
        },
        "filling": {
            "kind": "walk",
            "map": {"width": 48, "height": 33},
            "walk": {"steps": 100, "pull": "inward"},
            "coverage": {"percent": 100},
        },
    },
    # With more or less floor it may be a walk, too.
    indistinguishable=frozenset(("wall", "floor")),
    variants={
        "crowded": [
            "dungeons.burrow.map.bits_per_tile=4", "dungeons.burrow.map.width=45",
            "dungeons.burrow.walk.pull=uniform", "dungeons.diggings.walk.share=10",
        ],
        "wide": [
            "dungeons.burrow.map.bits_per_tile=8", "dungeons.burrow.walk.steps=3000",
            "dungeons.filling.coverage={percent: 90, section: 16, steps: 200, straying: 95}",
            "dungeons.burrow.walk.weight_steepness=30", "dungeons.diggings.walk.begin=start",
        ],
        "small": [
            "dungeons.burrow.walk.steps=1", "dungeons.burrow.map.height=9",
            "dungeons.filling.map={width: 45, height: 21}", "dungeons.filling.coverage.section=4",
            "dungeons.diggings.walk.walkers=2", "dungeons.diggings.walk.share=0",
        ],
    },
)  # fmt: skip
