"""What the tests over all kinds need to know of terrains."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps
from hypothesis import strategies as st
from kinds.terrain.judge import judge, judge_chunk


@st.composite
def noises(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random noise, most of which are valid."""
    spacing = draw(st.sampled_from([1, 2, 4, 8, 16, 32]))
    lacunarity = draw(st.integers(1, 3))
    most = (spacing.bit_length() - 1) // lacunarity + 1
    form = draw(st.sampled_from(["value", "gradient"]))
    if form == "gradient" and spacing > 1:
        # There is no octave whose points are a tile apart.
        most = (spacing.bit_length() - 2) // lacunarity + 1
    return {
        "form": form,
        "offsets": draw(st.booleans()),
        "spacing": spacing,
        "octaves": draw(st.integers(1, most)),
        "lacunarity": lacunarity,
        "persistence": draw(st.integers(0, 1)),
        "fade": draw(st.sampled_from(["smooth", "linear"])),
        "wraps": draw(st.sampled_from([False, False, False, True])),
    }


@st.composite
def class_lists(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A list of classes, one of which at least is walkable, and one is not."""
    names = [draw(st.sampled_from(["water", "mountain"]))]
    names += [draw(st.sampled_from(["grass", "forest", "floor"]))]
    names += draw(st.lists(st.sampled_from(["water", "grass", "forest", "mountain"]), max_size=4))
    names = draw(st.permutations(names))
    count = len(names) - 1
    cuts = sorted(draw(st.sets(st.integers(1, 99), min_size=count, max_size=count)))
    percents = [last - first for first, last in zip([0, *cuts], [*cuts, 100])]
    return [{"tile": name, "percent": n} for name, n in zip(names, percents, strict=True)]


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random terrain."""
    return {
        "kind": "terrain",
        "map": {**draw(maps(60)), "bits_per_tile": draw(st.sampled_from([4, 8]))},
        "noise": draw(noises()),
        "classes": draw(class_lists()),
        "parts": {
            "least_size": draw(st.sampled_from([1, 2, 10, 96])),
            "join": draw(st.booleans()),
        },
        "rivers": {
            "count": draw(st.sampled_from([0, 1, 3])),
            "least_length": draw(st.sampled_from([1, 5, 20])),
        },
        "roads": {"sites": draw(st.sampled_from([0, 2, 4]))},
        "falloff": {
            "width": draw(st.sampled_from([0, 0, 1, 3, 12])),
            "depth": draw(st.sampled_from([1, 40, 255])),
        },
    }


MATERIAL = Material(
    judge=judge,
    judge_chunk=judge_chunk,
    sections=sections(),
    dungeons={
        "moor": {"kind": "terrain", "map": {"width": 56, "height": 32}},
        "fen": {
            "kind": "terrain",
            "map": {"width": 43, "height": 27, "bits_per_tile": 8},
            "noise": {"spacing": 4, "octaves": 3, "fade": "linear", "persistence": 0},
            "classes": [
                {"tile": "mountain", "percent": 20}, {"tile": "floor", "percent": 30},
                {"tile": "water", "percent": 50},
            ],
            "parts": {"least_size": 1, "join": False},
        },
        # Too large for its heights to be kept.
        "plain": {
            "kind": "terrain",
            "map": {"width": 105, "height": 58},
            "noise": {"spacing": 16, "octaves": 3},
        },
        # Gradients, in lattices that are moved.
        "downs": {
            "kind": "terrain",
            "map": {"width": 54, "height": 33},
            "noise": {"form": "gradient", "spacing": 16, "octaves": 4, "offsets": True},
            "rivers": {"count": 2},
            "roads": {"sites": 3},
        },
        # An island.
        "isle": {
            "kind": "terrain",
            "map": {"width": 80, "height": 61},
            "noise": {"form": "gradient", "spacing": 16, "octaves": 3, "offsets": True},
            "falloff": {"width": 12},
        },
    },
    variants={
        "crowded": [
            "dungeons.moor.noise.spacing=16", "dungeons.moor.map.width=45",
            "dungeons.moor.parts.least_size=1",
        ],
        "wide": [
            "dungeons.moor.map.width=144", "dungeons.moor.noise.wraps=true",
            "dungeons.moor.noise.octaves=2", "dungeons.fen.map.bits_per_tile=4",
        ],
        "small": [
            "dungeons.moor.map.width=9", "dungeons.moor.map.height=60",
            "dungeons.moor.noise={spacing: 1, octaves: 1}", "dungeons.fen.parts.least_size=30",
        ],
    },
)  # fmt: skip
