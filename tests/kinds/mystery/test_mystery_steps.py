"""The stages of mystery floors have names in C, and no step of any layout takes longer than the
spec allows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.emit import emit
from pygen.engine.random.request import Request
from pygen.kinds.mystery.layouts import LAYOUTS

EVERYTHING: dict[str, Any] = {
    "rooms": {"density": 9, "merging": 30, "maze": 50, "imperfect": True, "structures": 9},
    "halls": {"connectivity": 40, "extra": 9},
    "shop": 50,
    "monster_house": {"chance": 50},
    "things": {"items": 12, "buried": 9, "traps": 60, "enemies": 12, "hidden_stairs": True},
}

DUNGEONS: dict[str, Any] = {
    "all_layouts": {
        "kind": "mystery",
        **EVERYTHING,
        "floors": {str(number): {"layout": name} for number, name in enumerate(LAYOUTS, 1)},
    },
    # The longest rows and halls.
    "largest": {
        "kind": "mystery",
        "map": {"width": 72, "height": 72},
        "rooms": {"density": -12, "imperfect": True},
        "things": {"traps": 120},
        "floors": {"2": {"layout": "two_rooms"}, "3": {"layout": "outer_rooms"}},
    },
    # Choosing places before things, and both borders.
    "distant": {
        "kind": "mystery",
        **EVERYTHING,
        "map": {"width": 72, "height": 72},
        "layout": "outer_ring",
        "things": {
            **EVERYTHING["things"],
            "least_steps": 40,
            "on_stairs": False,
            "tables": {
                name: [
                    {"name": f"{name}_{number}", "glyph": "x", "colour": "red", "weight": 10}
                    for number in range(most)
                ]
                for name, most in (("items", 16), ("traps", 8), ("enemies", 16))
            },
        },
        "variants": {"border": "inner", "shops": "roomy", "traps": "inclusive"},
        "floors": {"2": {"layout": "one_room"}, "3": {"layout": "large"}},
    },
    # The longest lists of tiles, and the most draws.
    "exact": {
        "kind": "mystery",
        "numbers": "exact",
        **EVERYTHING,
        "layout": "two_rooms",
        "floors": {"2": {"layout": "outer_ring"}},
    },
}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_a_mystery_floor_is_too_long(name: str) -> None:
    requests = [Request("all_layouts", 7, floor) for floor in range(1, len(LAYOUTS) + 1)]
    requests += [Request("largest", 7, floor) for floor in (1, 2, 3)]
    requests += [Request("distant", 7, floor) for floor in (1, 2, 3)]
    requests += [Request("exact", 7, floor) for floor in (1, 2)]
    check_longest_steps(DUNGEONS, name, requests)


@pytest.mark.parametrize("is_exact", [False, True])
def test_the_c_has_each_stage_by_its_number_and_its_name(is_exact: bool, tmp_path: Path) -> None:
    """As the schedule says: in exact mode some stages are further ones, or have other numbers."""
    numbers = "exact" if is_exact else "lean"
    data = data_with({"mystery": {"kind": "mystery", "numbers": numbers, "layout": "cross"}})
    emit(loaded(data), "spec", tmp_path)
    header = (tmp_path / "dungeon_mystery.h").read_text()
    stages = {
        name: int(number)
        for name, number in re.findall(r"^#define STAGE_(\w+) (\d+)$", header, re.MULTILINE)
    }
    text = (tmp_path / "dungeon_mystery.c").read_text()
    table = text[text.index("const uint8_t PIECES_AT_ONCE[") :].partition("};")[0]
    pieces = re.findall(r"^    (\w+)_PIECES,$", table, re.MULTILINE)
    further = {"GRID", "FREE", "COUNT"}
    others = {"ROOMS", "WALK", "LABYRINTH", "SHOP", "WATER", "THINGS"}
    changed = further | others if is_exact else set()
    assert pieces == [f"EXACT_{name}" if name in changed else name for name in stages]
    assert list(stages.values()) == list(range(len(pieces)))
    assert list(stages)[:2] == ["BEGIN", "RESET"]
    assert stages.keys() >= {"HALLS", "MERGE_COLUMN", "MAP"}
    assert ("COUNT" in stages) == is_exact
