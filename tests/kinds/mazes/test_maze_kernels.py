"""The kernels of mazes: the assembly and its twin in C dig and flood as the reference does.

Whole mazes call all of them: grow_on and clear_row always, dig_fours and wall_rows where rows of
three bits start with whole bytes and cells are single tiles, dig_row elsewhere, flood_tree where no
dead end becomes a loop, and flood_on where one may.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers.calls import answers, for_every_compiler, word
from helpers.kinds import data_with, loaded
from kinds.mazes.material import MATERIAL

from pygen.engine.random.request import Request
from pygen.kinds import generate

MAP_AT = 0x8000

UNIT = """
#include "dungeon_maze.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

# The sum shows the map of every seed, memory that of the last one.
CALL = """\
        uint16_t at;
        uint8_t sum;
        random_seed((uint16_t)(arguments[0] | (uint16_t)arguments[1] << 8));
        for (at = 0; at != MAP_BYTES; ++at)
            MEMORY[at] = 0xFF;
        maze_generate();
        at = MAZES_FIGURES_GET_WAY_LENGTH(FIGURES);
        sum = (uint8_t)at + (uint8_t)(at >> 8);
        at = MAZES_FIGURES_GET_DEAD_ENDS(FIGURES);
        sum += (uint8_t)at + (uint8_t)(at >> 8);
        for (at = 0; at != MAP_BYTES; ++at)
            sum = (uint8_t)((uint8_t)(sum << 1 | sum >> 7) + MEMORY[at]);
        *answer = sum;"""


def checksum(figures: Mapping[str, int], data: bytes) -> int:
    """What the call above answers."""
    counted = [figures["way_length"], figures["dead_ends"]]
    total = sum(count // 256 + count for count in counted) & 0xFF
    for byte in data:
        total = (total << 1 | total >> 7) + byte & 0xFF
    return total


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["map.width=41", "map.bits_per_tile=4", "growth.newest_chance=40"],
        ["map.width=64", "dead_ends.removal_chance=40"],
        ["map.width=88", "map.height=9"],
        ["map.width=43", "dead_ends.loop_chance=50", "dead_ends.removal_chance=50"],
        ["map.bits_per_tile=8", "growth.newest_chance=0", "dead_ends.removal_chance=90"],
        ["cells.size=2", "growth.newest_chance=80"],
        ["map.width=42", "cells.size=8", "dead_ends.removal_chance=50"],
        # So many cells wait that their numbers have two bytes.
        ["map.width=60", "map.height=60", "growth.newest_chance=90"],
    ],
    ids=["perfect", "mixed", "gaps", "wide", "unaligned", "bytes", "coarse", "halls", "large"],
)
def test_mazes_are_dug_and_flooded_as_the_reference_does(
    tmp_path: Path, compiler: str, changes: list[str]
) -> None:
    spec = loaded(
        data_with({"maze": dict(MATERIAL.dungeons["maze"])}),
        [
            "memory.program={start: 0x2400, end: 0x7FFF}",
            f"memory.map={{start: {MAP_AT}, end: {MAP_AT + 0xFFF}}}",
            *(f"dungeons.maze.{change}" for change in changes),
        ],
    )  # fmt: skip
    built = [generate(spec, Request("maze", seed)) for seed in range(12)]
    expected = bytes(checksum(g.figures, g.packed()) for g in built)
    last = built[-1].packed()
    sums, memory = answers(
        spec, tmp_path, compiler, CALL, [word(seed) for seed in range(12)], bytes(len(last)),
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_maze_cc65.s"],
    )  # fmt: skip
    assert sums == expected
    assert memory == last
