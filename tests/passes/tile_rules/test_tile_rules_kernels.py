"""The kernels of looks: on a 6502 and on this machine they do what the reference does.

The kernels read_seen, shape_by_four and shape_by_eight are run for maps of random tiles,
find_groups and find_rules for rules that match them.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler
from helpers.kinds import data_with, loaded
from passes.tile_rules.material import CHAINS

from pygen.engine.generator.pipeline import PassPhase
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.kinds.catalogue import phases_of
from pygen.spec import Spec

# Rules that tell what is outside the map, which is solid and has no look.
EDGES = {
    **CHAINS,
    "rules": [
        {"look": "plain", "pattern": ["???", "?#?", "???"], "weight": 1},
        {
            "look": "left",
            "pattern": ["???", "##?", "???"],
            "weight": 90,
            "north_if_known": ["left", "plain"],
        },
        {
            "look": "right",
            "pattern": ["?#?", "?#?", "???"],
            "weight": 90,
            "south": ["right", "plain"],
        },
        {"look": "grass", "pattern": ["???", "?##", "?#?"], "weight": 90, "north": ["plain"]},
    ],
}

UNIT = """
#include "dungeon_grotto.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *tiles = MEMORY;
"""

CALL = """\
        uint8_t x, y;
        const uint8_t *from;
        from = tiles;
        for (y = 0; y != MAP_HEIGHT; ++y) {
            for (x = 0; x != MAP_WIDTH; ++x) {
                set_tile(x, y, *from);
                ++from;
            }
        }
        for (y = 0; y != MAP_HEIGHT; ++y) {
            for (x = 0; x != (MAP_WIDTH * LOOK_BITS + 7) / 8; ++x)
                look_row[y][x] = 0;
        }
        random_seed((uint16_t)(1 + (answer - ANSWERS)));
        stage = 0;
        do
            give_looks();
        while (stage != PHASE_DONE);
        for (y = 0; y != MAP_HEIGHT; ++y) {
            for (x = 0; x != MAP_WIDTH; ++x) {
                *tiles = look_row[y][x * LOOK_BITS >> 3];
#if LOOK_BITS == 4
                *tiles = x & 1 ? *tiles >> 4 : *tiles & 15;
#endif
                ++tiles;
            }
        }
        *answer = 0;"""


def spec_with(use: dict[str, Any], width: int, height: int, bits: int) -> Spec:
    """A spec of a dungeon that has the pass, and whose down stairs look like a wall."""
    size = {"width": width, "height": height, "bits_per_tile": bits}
    grotto = {"kind": "walk", "map": size, "passes": [{"name": "tile_rules", **use}]}
    data = data_with({"grotto": grotto})
    del data["memory"]["charset"]
    return loaded(
        data,
        [
            "memory.program={start: 0x2800, end: 0x6FFF}", "tiles.down_stairs.secret=true",
            "memory.map={start: 0xA800, end: 0xB7FF}", "memory.looks={start: 0xB800, end: 0xBFFF}",
        ],
    )  # fmt: skip


def ring(width: int, height: int) -> list[tuple[int, int]]:
    """The tiles at the edge of a map."""
    return [
        (x, y)
        for y in range(height)
        for x in range(width)
        if x in (0, width - 1) or y in (0, height - 1)
    ]


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize(
    ("use", "width", "height", "bits"),
    [
        ({}, 27, 12, 3), ({}, 199, 11, 4), ({"shapes": 47}, 40, 12, 8), ({"shapes": 47}, 51, 12, 3),
        (CHAINS, 29, 12, 3), (CHAINS, 117, 16, 4), (EDGES, 40, 12, 3),
    ],
)  # fmt: skip
def test_looks_of_random_tiles(
    tmp_path: Path, compiler: str, use: dict[str, Any], width: int, height: int, bits: int
) -> None:
    spec = spec_with(use, width, height, bits)
    chance = random.Random(width)
    names = ["empty", "wall", "wall", "wall", "floor", "floor", "down_stairs", "up_stairs"]
    phase = next(one for one in phases_of(spec.dungeons["grotto"]) if isinstance(one, PassPhase))
    maps, expected = [], []
    for number in range(2):
        generation = begin(spec, Request("grotto", number))
        for y in range(1, height - 1):
            for x in range(1, width - 1):
                generation.tiles.set(x, y, spec.codes[chance.choice(names)])
        for x, y in ring(width, height):
            generation.tiles.set(x, y, spec.codes[chance.choice(names[:4])])
        maps.append(bytes(generation.tiles.tiles))
        generation.random.seed(spec.random, 1 + number)
        work = phase.run(generation, generation.parameters.passes[0])  # type: ignore[call-arg]
        for _ in work or ():
            pass
        expected.append(bytes(generation.looks.tiles))
    _, looks = answers(
        spec, tmp_path, compiler, CALL, [bytes(1)] * 2, b"".join(maps), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_grotto_cc65.s"],
    )  # fmt: skip
    assert looks == b"".join(expected)
