"""What the tests over all kinds need to know of mystery floors."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from hypothesis import strategies as st
from kinds.mystery.judge import judge

from pygen.kinds.mystery.layouts import LAYOUTS


def quirks_and_variants(draw: st.DrawFn, numbers: str) -> dict[str, Any]:
    """Random ones of those that a mode has."""
    border_loop = draw(st.sampled_from(["whole", "original"]))
    if numbers == "exact":
        dead_ends = draw(st.sampled_from(["fixed", "original"]))
        return {"quirks": {"dead_ends": dead_ends, "border_loop": border_loop}}
    pairs = {
        "bends": ["lines", "anywhere"],
        "ends": ["sides", "corners"],
        "items": ["usual", "inclusive"],
        "traps": ["below", "inclusive"],
        "shops": ["whole", "cut", "roomy"],
        "houses": ["loot", "round"],
        "merging": ["cells", "pairs"],
        "border": ["rows", "redrawn", "inner"],
    }
    variants = {name: draw(st.sampled_from(values)) for name, values in pairs.items()}
    return {"quirks": {"border_loop": border_loop}, "variants": variants}


def table(draw: st.DrawFn, name: str) -> list[dict[str, Any]]:
    """Random kinds of a table, or none."""
    weights = draw(st.lists(st.sampled_from([1, 3, 12, 0]), max_size=3))
    return [
        {"name": f"{name}_{number}", "glyph": name[0], "colour": "red", "weight": weight}
        for number, weight in enumerate(weights)
    ]


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random mystery floor."""
    # Floors of exact mode take ten times as long.
    numbers = draw(st.sampled_from(["lean", "lean", "exact"]))
    return {
        "kind": "mystery",
        "numbers": numbers,
        **quirks_and_variants(draw, numbers),
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
            "imperfect_chance": draw(st.sampled_from([40, 0, 100])),
            "structures": draw(st.sampled_from([0, 2, 9])),
            "structure_chance": draw(st.sampled_from([80, 15, 100])),
        },
        "halls": {
            "connectivity": draw(st.integers(5, 40)),
            "dead_ends": draw(st.booleans()),
            "extra": draw(st.integers(0, 8)),
        },
        "water": {
            "on": draw(st.booleans()),
            "density": draw(st.integers(0, 9)),
        },
        "shop": draw(st.sampled_from([0, 50])),
        "monster_house": {
            "chance": draw(st.sampled_from([0, 50])),
            "empty": draw(st.sampled_from([0, 50])),
            "loot": draw(st.sampled_from([7, 1, 25])),
            "enemies": draw(st.sampled_from([45, 0, 90])),
        },
        "things": {
            "items": draw(st.integers(0, 12)),
            "buried": draw(st.integers(0, 9)),
            "traps": draw(st.sampled_from([0, 1, 9, 60])),
            "enemies": draw(st.integers(-9, 14)),
            "trapped": draw(st.booleans()),
            "hidden_stairs": draw(st.booleans()),
            "on_stairs": numbers == "exact" or draw(st.booleans()),
            "tables": {
                name: [] if numbers == "exact" else table(draw, name)
                for name in ("items", "traps", "enemies")
            },
            "least_steps": 0 if numbers == "exact" else draw(st.sampled_from([0, 0, 1, 16, 40])),
        },
    }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    # Halls and water have no records.
    indistinguishable=frozenset(("wall", "empty", "floor", "water")),
    unjudged_figures=frozenset(("tries",)),
    dungeons={
        "mystery_large": {
            "kind": "mystery",
            "shop": 20,
            "monster_house": {"chance": 20},
            "things": {"buried": 4},
        },
        "mystery_rich": {
            "kind": "mystery",
            "layout": "large_cells",
            "rooms": {
                "density": 5, "structures": 5, "imperfect": True, "maze": 40, "merging": 20,
            },
            "halls": {"extra": 6, "dead_ends": True},
            "water": {"density": 3},
            "shop": 40,
            "monster_house": {"chance": 40, "empty": 20},
            "things": {"items": 8, "buried": 3, "traps": 9, "enemies": 7, "hidden_stairs": True},
            "variants": {
                "bends": "anywhere", "ends": "corners", "items": "inclusive", "shops": "cut",
                "houses": "round", "merging": "pairs", "border": "redrawn",
            },
            "floors": {
                "2": {
                    "layout": "outer_rooms",
                    "variants": {"bends": "lines", "ends": "sides", "merging": "cells"},
                },
                "3": {"layout": "beetle", "variants": {"shops": "whole", "border": "rows"}},
            },
        },
        "mystery_ring": {
            "kind": "mystery",
            "layout": "outer_ring",
            "map": {"width": 62, "height": 45, "bits_per_tile": 8},
            "halls": {"extra": 9},
            "shop": 50,
            "monster_house": {"chance": 50, "loot": 12, "enemies": 20},
            "things": {
                "on_stairs": False, "hidden_stairs": True, "least_steps": 12,
                "tables": {
                    "items": [{"name": "berry", "glyph": "b", "colour": "red", "weight": 3}],
                    "traps": [
                        {"name": "wonder_tile", "glyph": "w", "colour": "cyan"},
                        {"name": "snare", "glyph": "x", "colour": "red", "weight": 4},
                    ],
                    "enemies": [
                        {"name": "bat", "glyph": "v", "colour": "grey", "weight": 2},
                        {"name": "wolf", "glyph": "f", "colour": "brown"},
                    ],
                },
            },
            "variants": {"traps": "inclusive", "shops": "roomy", "border": "inner"},
            "floors": {
                "2": {"layout": "one_room"},
                "3": {"layout": "two_rooms", "variants": {"traps": "below", "border": "rows"}},
                "4": {
                    "layout": "large",
                    "rooms": {
                        "imperfect": True, "imperfect_chance": 90, "structures": 4,
                        "structure_chance": 30,
                    },
                    "variants": {"shops": "cut", "border": "redrawn"},
                    "things": {
                        "on_stairs": True, "least_steps": 0, "weights": {"wolf": 0, "berry": 0},
                    },
                },
            },
        },
        "mystery_exact": {
            "kind": "mystery",
            "numbers": "exact",
            "rooms": {"structures": 3, "imperfect": True, "maze": 30, "merging": 20},
            "halls": {"extra": 3},
            "shop": 40,
            "monster_house": {"chance": 40, "empty": 20},
            # What is buried would take most of the time.
            "things": {"hidden_stairs": True},
            "quirks": {"dead_ends": "original", "border_loop": "original"},
            "floors": {
                "2": {
                    "layout": "outer_rooms",
                    "things": {"buried": 2},
                    "quirks": {"dead_ends": "fixed"},
                },
                "3": {
                    "layout": "one_room",
                    "rooms": {"imperfect_chance": 70, "structure_chance": 60},
                    "monster_house": {"loot": 9, "enemies": 30},
                },
            },
        },
    },
    variants={
        # A layout that has no structures, though other floors do, and one whose border is linked
        # as the original does it.
        "wide": [
            "dungeons.mystery_rich.floors.3.layout=line",
            "dungeons.mystery_exact.floors.3.layout=outer_rooms",
        ],
    },
)  # fmt: skip
