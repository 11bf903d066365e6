"""What the tests over all kinds need to know of mystery floors."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from hypothesis import strategies as st
from kinds.mystery.judge import judge

from pygen.kinds.mystery.parameters import LAYOUTS

MODES = st.sampled_from(["lean"])


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random mystery floor."""
    return {
        "kind": "mystery",
        "numbers": draw(MODES),
        "layout": draw(st.sampled_from(list(LAYOUTS))),
        "map": {
            "width": draw(st.sampled_from([56, 56, 63, 72])),
            "height": draw(st.sampled_from([32, 32, 45, 72])),
            "bits_per_tile": draw(st.sampled_from([4, 8])),
        },
        "rooms": {
            "density": draw(st.integers(-12, 12)),
            "merging": draw(st.sampled_from([0, 5, 60])),
            "maze": draw(st.sampled_from([0, 50])),
            "imperfect": draw(st.booleans()),
            "structures": draw(st.sampled_from([0, 2, 9])),
        },
        "halls": {
            "connectivity": draw(st.integers(5, 40)),
            "dead_ends": draw(st.booleans()),
            "extra": draw(st.integers(0, 8)),
        },
        "water": {"on": draw(st.booleans()), "density": draw(st.integers(0, 9))},
        "shop": draw(st.sampled_from([0, 50])),
        "monster_house": {
            "chance": draw(st.sampled_from([0, 50])),
            "empty": draw(st.sampled_from([0, 50])),
        },
        "things": {
            "items": draw(st.integers(0, 12)),
            "buried": draw(st.integers(0, 9)),
            "traps": draw(st.sampled_from([0, 1, 9, 60])),
            "enemies": draw(st.integers(-9, 14)),
            "trapped": draw(st.booleans()),
            "hidden_stairs": draw(st.booleans()),
        },
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    dungeons={
        "mystery_large": {
            "kind": "mystery",
            "shop": 20,
            "monster_house": {"chance": 20},
            "things": {"buried": 4},
        },
    },
)
