"""What the tests over all kinds need to know of mazes."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps
from hypothesis import strategies as st
from kinds.mazes.judge import judge

CHANCES = st.sampled_from([0, 30, 100])


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random maze."""
    return {
        "kind": "mazes",
        "map": draw(maps(60)),
        "cells": {"size": draw(st.sampled_from([1, 1, 1, 2, 3, 8]))},
        "growth": {"newest_chance": draw(CHANCES)},
        "dead_ends": {"loop_chance": draw(CHANCES), "removal_chance": draw(CHANCES)},
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
    },
    variants={
        "crowded": ["dungeons.maze.dead_ends.removal_chance=60", "dungeons.maze.map.width=41"],
        "wide": ["dungeons.maze.growth.newest_chance=0", "dungeons.maze.dead_ends.loop_chance=70"],
        "small": ["dungeons.maze.map.height=8", "dungeons.maze.map.bits_per_tile=8",
                  "dungeons.cloister.dead_ends.removal_chance=100"],
    },
)  # fmt: skip
