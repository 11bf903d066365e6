"""What the tests over all kinds need to know of caves."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps
from hypothesis import strategies as st
from kinds.caves.judge import judge

DIGITS = st.sets(st.integers(0, 8)).map(lambda found: "".join(map(str, sorted(found))))


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of random caves."""
    rule = st.builds("B{}/S{}".format, DIGITS, DIGITS)
    size = draw(maps(60))
    character = st.fixed_dictionaries(
        {"fill_chance": st.integers(20, 60)},
        optional={"rule": st.sampled_from(["caverns", "halls", "blobs", "B5678/S345678"])},
    )
    return {
        "kind": "caves",
        "map": size,
        "areas": {
            "count": draw(st.integers(0, min(8, (size["width"] + 7) // 8))),
            "characters": draw(st.lists(character, min_size=1, max_size=4)),
        },
        "stalagmites": {"tries": draw(st.sampled_from([0, 0, 9, 255]))},
        "rock": {"fill_chance": draw(st.sampled_from([1, 30, 45, 50, 60, 99]))},
        "automaton": {
            "rule": draw(st.sampled_from(["caverns", "halls", "blobs"]) | rule),
            "rounds": draw(st.integers(0, 5)),
            "outside": draw(st.sampled_from(["wall", "open"])),
        },
        "regions": {
            "keep": draw(st.sampled_from(["largest", "by_size", "all"])),
            "least_size": draw(st.sampled_from([2, 10, 96])),
        },
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    # Chance decides what is solid.
    indistinguishable=frozenset(("wall", "floor")),
    dungeons={
        "grotto": {"kind": "caves", "map": {"width": 56, "height": 32}},
        "lair": {
            "kind": "caves",
            "map": {"width": 43, "height": 27, "bits_per_tile": 4},
            "rock": {"fill_chance": 55},
            "automaton": {"rule": "B678/S345678", "rounds": 3, "outside": "open"},
            "regions": {"keep": "by_size", "least_size": 6},
        },
        "delve": {
            "kind": "caves",
            "map": {"width": 60, "height": 30},
            "automaton": {"rounds": 2},
            "areas": {
                "count": 3,
                "characters": [
                    {"fill_chance": 38},
                    {"fill_chance": 55, "rule": "blobs"},
                    {"fill_chance": 50, "rule": "B5678/S345678"},
                ],
            },
            "stalagmites": {"tries": 60},
        },
    },
    variants={
        "crowded": [
            "dungeons.grotto.rock.fill_chance=52", "dungeons.grotto.map.width=45",
            "dungeons.lair.regions.keep=all",
        ],
        "wide": [
            "dungeons.grotto.map.width=150", "dungeons.grotto.automaton.outside=open",
            "dungeons.grotto.regions.keep=all", "dungeons.lair.map.bits_per_tile=8",
        ],
        "small": [
            "dungeons.grotto.map.width=10", "dungeons.grotto.map.height=60",
            "dungeons.grotto.rock.fill_chance=70", "dungeons.lair.automaton.rounds=0",
            "dungeons.lair.regions.keep=largest",
        ],
    },
)  # fmt: skip
