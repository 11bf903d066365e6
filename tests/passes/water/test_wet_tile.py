"""The kernels read_surroundings and pour_water of the pass `water`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import MEMORY, answers, for_every_compiler
from helpers.kinds import loaded

from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.passes.water.flooding import wet_tile
from pygen.passes.water.parameters import Water

UNIT = """
#include "dungeon_cave.c"
uint16_t native_left_out;
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""
CALL = """\
        water_on_floor = WATER_ON_FLOOR;
        water_on_rock = WATER_ON_ROCK;
        wet_tile(arguments[0], arguments[1]);
        *answer = 0;"""

CODES = {"door": 10, "treasure": 9, "water": 7, "shallow_water": 3}
"""In a map of three bits, too, there is room for water."""


@pytest.mark.sampled(6)
@for_every_compiler
@pytest.mark.parametrize(
    "use", [{}, {"crossable": True}, {"over": "floor"}, {"over": "rock"}], ids=str
)
@pytest.mark.parametrize(
    ("bits", "width", "height"),
    [(3, 40, 24), (3, 43, 24), (4, 32, 40), (4, 31, 40), (4, 64, 130), (8, 20, 20)],
)
def test_tiles_become_water_as_in_the_reference(
    tmp_path: Path, compiler: str, use: dict[str, Any], bits: int, width: int, height: int
) -> None:
    passes = [
        {"name": "water", **use},
        {"name": "stairs"},
        {"name": "secrets", "hide": "dead_ends"},
    ]
    section = {"width": width, "height": height, "bits_per_tile": bits}
    spec = loaded(
        {
            "tiles": {name: {"code": code} for name, code in CODES.items()},
            "dungeons": {"cave": {"kind": "caves", "map": section, "passes": passes}},
        },
        [
            f"memory.map={{start: {MEMORY}, end: 0x9FFF}}",
            "memory.program={start: 0x1800, end: 0x6FFF}",
        ],
    )
    chance = random.Random(width)
    codes = [spec.codes[name] for name in ("empty", "wall", "floor", "secret_path", "up_stairs")]
    g = begin(spec, Request("cave", 0))
    g.tiles = TileMap(width, height, bits)
    for y in range(height):
        # Most rows have much of one tile.
        weights = [8, 8, 8, 1, 1]
        weights[chance.randrange(3)] = 40
        for x, code in enumerate(chance.choices(codes, weights, k=width)):
            g.tiles.set(x, y, code)
    before = g.tiles.pack()
    places = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    places = chance.sample(places, min(len(places), 700))
    water = spec.dungeons["cave"].passes[0]
    assert isinstance(water, Water)
    for x, y in places:
        wet_tile(g, water, x, y)
    _, after = answers(
        spec, tmp_path, compiler, CALL, [bytes(at) for at in places], before, UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    expected = g.tiles.pack()
    assert after == expected != before
