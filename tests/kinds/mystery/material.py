"""What the tests over all kinds need to know of mystery floors."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from hypothesis import strategies as st
from kinds.mystery.judge import judge

from pygen.kinds.mystery.parameters import LAYOUTS


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
        "shops": ["whole", "cut"],
        "houses": ["loot", "round"],
        "merging": ["cells", "pairs"],
        "border": ["rows", "redrawn"],
    }
    variants = {name: draw(st.sampled_from(values)) for name, values in pairs.items()}
    return {"quirks": {"border_loop": border_loop}, "variants": variants}


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
            "floors": {"2": {"layout": "one_room"}, "3": {"layout": "two_rooms"}},
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
                "3": {"layout": "one_room"},
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
    only_one_language={
        "building": {
            "do": "Python only: a loop of build_floor in C",
            "build_ground": "Python only: C finds the next stage in next_stage",
            "try_layouts": "Python only: as above",
            "build_layout": "Python only: as above",
            "build_one_room": "Python only: as above",
            "furnish": "Python only: as above",
            "place_all": "Python only: as above",
            "build_all": "Python only: as above",
            "end_layout_try": "C only: a loop in Python",
            "begin_floor": "C only: the constructor of Floor in Python",
            "begin_floor_try": "C only: a loop in Python",
            "do_piece": "C only: Python has generators",
            "has_stage": "C only: Python asks where it does the work",
            "next_stage": "C only: Python has the stages in their order",
        },
        "cells": {
            "begin_flags": "C only: a part of shuffle_flags in Python",
            "is_one_room": "Python only: a constant in C",
            "next_cell": "C only: loops in Python", "next_cell_down": "C only: loops in Python",
        },
        "corridors": {
            "dig_leg": "Python only: C has one function for each axis",
            "dig_column": "C only: as above", "dig_row": "C only: as above",
        },
        "drawing": {"tile_of": "Python only: a table in C"},
        "extra_halls": {
            "right_limit": "Python only: a constant in C",
            "can_dig": "C only: the condition of a loop in Python",
            "begin_extra_hall": "C only: a part of dig_extra_hall in Python",
            "pass_floor": "C only: a part of dig_extra_hall in Python",
        },
        "ground": {
            "cell_at": "Python only: a macro in C",
            "forget_entities": "C only: a part of reset_floor in Python",
        },
        "labyrinth": {
            "maze_points": "Python only: C finds one point after the other",
            "next_maze_point": "C only: as above", "begin_maze": "C only: a part of grow_maze",
        },
        "numbers": dict.fromkeys(
            (
                "load_state", "store_state", "next_number", "begin_floors", "seed_streams",
                "keep_state", "restore_state", "begin_streams", "draw_secondary",
            ),
            "C only: Random32 in Python",
        ) | {"scaled_state": "C only: scale_state in Python", "scaled_number": "C only: as above"},
        "things": {
            "item_choices": "Python only: a constant in C",
            "fits_exactly": "Python only: a part of count_column in C",
            "find_row": "Python only: count_column in C",
            "choose_count": "C only: a part of place_round in Python",
            "begin_undoing": "C only: a part of choose_places in Python",
        },
        "structures": {
            "place_checkerboard": "Python only: C has a tile of it in check_tile",
            "check_tile": "C only: as above", "begin_cut": "C only: a part of cut_room",
        },
        "terrain": {
            "place_lake": "Python only: C has its parts", "spread_lake": "C only: a part of a lake",
            "fill_lake": "C only: a part of a lake",
            "place_spot": "Python only: C has its parts", "begin_spot": "C only: a part of a spot",
            "fill_spot": "C only: a part of a spot",
            "hit_spot": "C only: a part of a spot", "draw_spot": "C only: a part of a spot",
            "begin_river": "C only: a part of place_river",
            "turn_river": "C only: a part of place_river",
            "end_river": "C only: loops in Python",
        },
    },
)  # fmt: skip
