"""What the tests over all kinds need to know of mazes."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps, ranges
from hypothesis import strategies as st
from kinds.mazes.judge import judge

CHANCES = st.sampled_from([0, 30, 100])
ALGORITHMS = st.sampled_from(["growing_tree", "growing_tree", "sidewinder", "division"])


@st.composite
def blocks(draw: st.DrawFn) -> dict[str, Any]:
    """Rooms or clearings, or none."""
    if draw(st.booleans()):
        return {"attempts": 0}
    least, most = draw(ranges(2, 3))
    return {
        "attempts": draw(st.sampled_from([1, 7, 40])),
        "min_size": least,
        "max_size": most,
        "spacing": draw(st.sampled_from([0, 0, 1, 3])),
    }


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random maze."""
    return {
        "kind": "mazes",
        "map": draw(maps(60)),
        "cells": {"size": draw(st.sampled_from([1, 1, 1, 2, 3, 8]))},
        "growth": {
            "newest_chance": draw(CHANCES),
            "algorithm": draw(ALGORITHMS),
            "across_weight": draw(st.sampled_from([1, 1, 2, 9])),
            "down_weight": draw(st.sampled_from([1, 1, 3])),
        },
        "dead_ends": {"loop_chance": draw(CHANCES), "removal_chance": draw(CHANCES)},
        "rooms": {**draw(blocks()), "extra_chance": draw(CHANCES)},
        "clearings": draw(blocks()),
        "doors": {"chance": draw(CHANCES)},
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    dungeons={
        "maze": {"kind": "mazes", "map": {"width": 40, "height": 33}},
        "cloister": {
            "kind": "mazes",
            "map": {"width": 45, "height": 32, "bits_per_tile": 4},
            "cells": {"size": 2},
            "growth": {"newest_chance": 50},
            "dead_ends": {"loop_chance": 40, "removal_chance": 50},
        },
        "house": {
            "kind": "mazes",
            "map": {"width": 48, "height": 35},
            "rooms": {"attempts": 20, "max_size": 3, "extra_chance": 4},
            "doors": {"chance": 70},
            "dead_ends": {"removal_chance": 70},
        },
        "garden": {
            "kind": "mazes",
            "map": {"width": 43, "height": 36, "bits_per_tile": 4},
            "growth": {"algorithm": "division"},
            "cells": {"size": 2},
            "rooms": {"attempts": 6, "max_size": 3, "spacing": 1},
            "clearings": {"attempts": 5, "max_size": 2},
            "doors": {"chance": 100},
        },
        "aisles": {
            "kind": "mazes",
            "map": {"width": 40, "height": 25},
            "growth": {"algorithm": "sidewinder", "across_weight": 3},
            "clearings": {"attempts": 3, "max_size": 3},
        },
    },
    # Whether an opening of a room has a door is left to chance.
    indistinguishable=frozenset({"door", "floor"}),
    variants={
        "crowded": ["dungeons.maze.dead_ends.removal_chance=60", "dungeons.maze.map.width=41"],
        "wide": ["dungeons.maze.growth.newest_chance=0", "dungeons.maze.dead_ends.loop_chance=70"],
        "small": ["dungeons.maze.map.height=8", "dungeons.maze.map.bits_per_tile=8",
                  "dungeons.cloister.dead_ends.removal_chance=100"],
    },
)  # fmt: skip
