"""The steps of mystery floors of any layout take no longer than the spec allows."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
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
def test_no_step_of_a_mystery_floor_is_too_long(name: str) -> None:
    requests = [Request("all_layouts", 7, floor) for floor in range(1, len(LAYOUTS) + 1)]
    requests += [Request("largest", 7, floor) for floor in (1, 2, 3)]
    requests += [Request("exact", 7, floor) for floor in (1, 2)]
    check_longest_steps(DUNGEONS, name, requests)
