"""The steps of any accretion dungeon take no longer than the spec allows, with both compilers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request


def dungeon(width: int, height: int, bits: int, most: int, **more: Any) -> dict[str, Any]:
    size = {"width": width, "height": height, "bits_per_tile": bits}
    return {"kind": "accretion", "map": size, "features": {"most": most}, **more}


def only(shape: str, most: int) -> dict[str, Any]:
    weights = dict.fromkeys(("room", "cross", "circle", "cave"), 0)
    return {"most": most, "room_chance": 90, "weights": {**weights, shape: 1}}


LARGEST = {
    "rooms": {"min_width": 11, "max_width": 12, "min_height": 11, "max_height": 12},
    "crosses": {"min_size": 11, "max_size": 12},
    "circles": {"min_radius": 5, "max_radius": 5},
    "caves": {"min_size": 12, "max_size": 12},
    "corridors": {"min_length": 11, "max_length": 12},
}

LARGE = {
    "large_rooms": {"min_width": 20, "max_width": 20, "min_height": 16, "max_height": 16},
}

DUNGEONS = {
    # Rows that do not begin with whole bytes, and the largest features.
    "halls": {**dungeon(71, 75, 4, 40, **LARGEST), "features": only("room", 40)},
    "manors": {**dungeon(71, 75, 4, 40, **LARGE), "features": only("large_room", 40)},
    "palaces": {**dungeon(72, 76, 8, 40, **LARGE), "features": only("large_room", 40)},
    "caverns": {**dungeon(71, 75, 3, 40, **LARGEST), "features": only("cave", 40)},
    "rings": {**dungeon(71, 75, 3, 40, **LARGEST), "features": only("circle", 40)},
    "crosses": {**dungeon(71, 75, 3, 40, **LARGEST), "features": only("cross", 40)},
    # As many records as there can be, in the widest map, found by looking at any tile.
    "blind": dungeon(99, 101, 4, 255, walls={"pick": "blind", "blind_attempts": 300}),
    "many": dungeon(101, 99, 4, 255, loops={"chance": 100, "least_way": 200}),
    "vaults": dungeon(
        70, 50, 4, 40,
        vaults=[{"weight": 50, "drawing": ["#" * 7 + "+" + "#" * 6, *["#" + ".$" * 6 + "#"] * 12,
                                           "#" * 14]}],
    ),
}  # fmt: skip


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_an_accretion_dungeon_is_too_long(name: str) -> None:
    # OSCAR64's code is the faster one nearly everywhere.
    dungeons = list(DUNGEONS)[:: 1 if name == "cc65" else 3]
    check_longest_steps(DUNGEONS, name, [Request(dungeon, 7) for dungeon in dungeons])
