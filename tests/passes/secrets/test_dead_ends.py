"""The kernels read_ends, find_dead_end and follow_way hide dead ends as the reference does, tile by
tile."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import MAZE, data_with, loaded
from helpers.programs import compared_module_of
from helpers.tools import needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import generate


def dungeon(
    width: int, height: int, bits: int, *further: dict[str, Any], chance: int = 100, **section: Any
) -> dict[str, Any]:
    size = {"width": width, "height": height, "bits_per_tile": bits}
    passes = [{"name": "secrets", "hide": "dead_ends", "behind": 1, "chance": chance}, *further]
    return {"kind": "walk", "map": size, "passes": passes, **section}


DUNGEONS = {
    "three": dungeon(48, 33, 3),
    "four": dungeon(40, 24, 4, chance=60),
    "eight": dungeon(24, 20, 8),
    "narrow": dungeon(8, 40, 3),
    # Rows that begin within a byte of the map, long ones, and many are looked at by C.
    "ragged": dungeon(37, 20, 3),
    "wide": dungeon(112, 12, 3),
    "tall": dungeon(64, 136, 3),
    # Ways that turn often, through all columns.
    "maze": dungeon(72, 40, 3, kind=MAZE, chance=50),
    # Of a way's tiles no bit tells floor from stairs.
    "unmarked": dungeon(72, 40, 3, kind=MAZE),
    # Two kinds of tiles look like walls.
    "doors": dungeon(56, 40, 3, kind="bsp"),
    # Both rooms and dead ends.
    "both": dungeon(56, 40, 3, {"name": "secrets", "id": "rooms"}, kind="bsp"),
}

CHANGED = {
    "unmarked": ["tiles.wall.code=2", "tiles.floor.code=5", "tiles.down_stairs.code=1"],
    "doors": ["tiles.door.secret=true"],
}


@pytest.mark.sampled(4)
@needs_cc
@pytest.mark.parametrize("name", DUNGEONS)
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_dungeons_are_those_of_the_reference(name: str, compiler: str) -> None:
    data = data_with({name: DUNGEONS[name]})
    del data["memory"]
    spec = loaded(data, CHANGED.get(name, []))
    simulator = ModuleBuilder(compared_module_of(spec, name, compiler), simulator_library())
    hidden = 0
    for seed in range(6):
        request = Request(name, seed)
        g = generate(spec, request)
        hidden += g.tile_counts()["secret_path"]
        require_equal(spec, name, g.region_bytes(), simulator.build(request).regions, request)
    assert hidden
