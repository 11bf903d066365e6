"""What the tests over all kinds need to know of accretion dungeons."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps, ranges
from hypothesis import strategies as st
from kinds.accretion.judge import judge

CHANCES = st.sampled_from([0, 30, 70, 100])
WEIGHTS = st.sampled_from([0, 1, 3, 20])

DRAWINGS = [
    ["#+#", "#.#", "#.#", "###"],
    [" ### ", "##.##", "#...?", "##$##", " ### "],
]


@st.composite
def sizes(draw: st.DrawFn, low: int, high: int, keys: tuple[str, str]) -> dict[str, int]:
    """A range of sizes under two keys."""
    return dict(zip(keys, draw(ranges(low, high))))


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random dungeon."""
    size = draw(maps(60))
    wide, high = min(size["width"] - 2, 12), min(size["height"] - 2, 12)
    small = min(wide, high)
    vaults = draw(st.lists(st.sampled_from(DRAWINGS), max_size=2))
    return {
        "kind": "accretion",
        "map": size,
        "features": {
            "most": draw(st.sampled_from([2, 7, 33, 60, 255])),
            "room_chance": draw(CHANCES),
            "weights": {
                "room": draw(WEIGHTS),
                "large_room": draw(WEIGHTS) if draw(st.booleans()) else 0,
                "small_room": draw(WEIGHTS) if draw(st.booleans()) else 0,
                "cross": draw(WEIGHTS) if small >= 5 else 0,
                "circle": draw(WEIGHTS) if small >= 5 else 0,
                "cave": draw(WEIGHTS) if small >= 5 else 0,
            },
        },
        "walls": {
            "pick": draw(st.sampled_from(["candidates", "candidates", "blind"])),
            "attempts": draw(st.integers(1, 4)),
            "blind_attempts": draw(st.sampled_from([1, 50, 700])),
        },
        "rooms": {
            **draw(sizes(2, wide, ("min_width", "max_width"))),
            **draw(sizes(2, high, ("min_height", "max_height"))),
        },
        "large_rooms": {
            **draw(sizes(2, min(20, size["width"] - 2), ("min_width", "max_width"))),
            **draw(sizes(2, min(16, size["height"] - 2), ("min_height", "max_height"))),
        },
        "small_rooms": {
            **draw(sizes(2, wide, ("min_width", "max_width"))),
            **draw(sizes(2, high, ("min_height", "max_height"))),
        },
        "corridors": draw(sizes(2, 12, ("min_length", "max_length"))),
        "crosses": draw(sizes(3, 5, ("min_size", "max_size"))),
        "circles": {"min_radius": 2, "max_radius": draw(st.integers(2, 6))},
        "caves": draw(sizes(3, 5, ("min_size", "max_size"))),
        "vaults": [{"drawing": drawing, "weight": draw(st.integers(1, 9))} for drawing in vaults],
        "doors": {"chance": draw(CHANCES)},
        "loops": {
            "chance": draw(CHANCES),
            "most": draw(st.sampled_from([1, 8, 8, 48])),
            "least_way": draw(st.integers(2, 40)),
        },
        "secrets": {
            "room_chance": draw(CHANCES),
            "loop_chance": draw(CHANCES),
            "treasures": draw(st.sampled_from([0, 3, 40])),
        },
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    # Chance decides whether an opening has a door, and whether a loop is hidden.
    indistinguishable=frozenset(("floor", "door", "secret_path")),
    dungeons={
        "warren": {
            "kind": "accretion",
            "map": {"width": 48, "height": 40},
            "features": {"most": 40},
            "vaults": [{"drawing": DRAWINGS[1]}],
        },
        "den": {
            "kind": "accretion",
            "map": {"width": 37, "height": 31, "bits_per_tile": 4},
            "features": {"most": 24, "room_chance": 50},
            "walls": {"pick": "blind", "blind_attempts": 250},
            "loops": {"chance": 100, "least_way": 12},
        },
        "mansion": {
            "kind": "accretion",
            "map": {"width": 64, "height": 44},
            "features": {"most": 40, "weights": {"large_room": 4, "small_room": 6}},
            "loops": {"chance": 100, "most": 20, "least_way": 16},
        },
    },
    variants={
        "crowded": ["dungeons.warren.features.most=255", "dungeons.warren.map.width=41",
                    "dungeons.den.secrets.treasures=60"],
        "wide": ["dungeons.warren.features.room_chance=30", "dungeons.warren.walls.attempts=1",
                 "dungeons.warren.loops.least_way=6"],
        "small": ["dungeons.warren.map.height=20", "dungeons.warren.map.bits_per_tile=8",
                  "dungeons.warren.vaults=[]", "dungeons.den.features.most=3"],
    },
)  # fmt: skip
