"""What the tests over all kinds need to know of mystery floors."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from hypothesis import strategies as st
from kinds.mystery.judge import judge

from pygen.kinds.mystery.parameters import LAYOUTS

EXACT = "Python only: exact mode, which the C64 does not have"

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
            "floors": {"2": {"layout": "outer_rooms"}, "3": {"layout": "beetle"}},
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
            "things": {"buried": 2, "hidden_stairs": True},
            "quirks": {"dead_ends": "original", "border_loop": "original"},
            "floors": {
                "2": {"layout": "outer_rooms", "quirks": {"dead_ends": "fixed"}},
                "3": {"layout": "one_room"},
            },
        },
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
            "begin_floor": "C only: the constructor of Floor in Python",
            "begin_floor_try": "C only: a loop in Python",
            "do_piece": "C only: Python has generators",
            "has_stage": "C only: Python asks where it does the work",
            "next_stage": "C only: Python has the stages in their order",
        },
        "cells": {
            "draw_grid": EXACT, "shuffled_flags": EXACT,
            "is_one_room": "Python only: a constant in C",
            "next_cell": "C only: loops in Python", "next_cell_down": "C only: loops in Python",
        },
        "connections": {"remove_dead_ends_originally": EXACT},
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
            "draw_choice": "Python only: C has draw_below",
            "maze_points": "Python only: C finds one point after the other",
            "next_maze_point": "C only: as above", "begin_maze": "C only: a part of grow_maze",
        },
        "numbers": {"draw_percent": "Python only: C has random_chance"},
        "reaching": {"is_connected": EXACT},
        "shop": {"find_shop_exactly": EXACT, "shuffled_order": EXACT},
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
            "spot_place": EXACT, "spot_hit": EXACT,
            "begin_river": "C only: a part of place_river",
            "turn_river": "C only: a part of place_river",
            "end_river": "C only: loops in Python",
        },
        "things": {
            "place_things_exactly": EXACT, "free_floor": EXACT, "list_places": EXACT,
            "place_stairs": EXACT, "place_start": EXACT, "place_shuffled": EXACT,
            "put_shuffled": EXACT,
        },
    },
)  # fmt: skip
