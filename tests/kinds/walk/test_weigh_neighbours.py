"""The kernel of the walk: the weights of the walker's neighbours, wherever it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.calls import answers, for_every_compiler, word
from helpers.tools import SPEC_FILE

from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.spec import load_spec

# Rows that do not all begin with a whole byte, for which the weights are in no table of all tiles.
WIDTH, HEIGHT = 41, 33

UNIT = """
#include "dungeon_burrow.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *weights = MEMORY;
"""

CALL = """\
        walker_x = arguments[0];
        walker_y = arguments[1];
        weigh_neighbours();
        weights[0] = left_weight;
        weights[1] = (uint8_t)across_weight;
        weights[2] = (uint8_t)(across_weight >> 8);
        weights[3] = up_weight;
        weights[4] = (uint8_t)random_whole;
        weights[5] = (uint8_t)(random_whole >> 8);
        weights += 6;
        *answer = walker_x == arguments[0] && walker_y == arguments[1];"""


@for_every_compiler
@pytest.mark.parametrize("steepness", [8, 40])
def test_neighbours_have_the_weights_of_the_reference_everywhere(
    tmp_path: Path, compiler: str, steepness: int
) -> None:
    spec = load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[burrow]", "memory.program.end=0x7FFF",
            "memory.map={start: 0x8000, end: 0x8FFF}",
            f"dungeons.burrow.map={{width: {WIDTH}, height: {HEIGHT}}}",
            f"dungeons.burrow.walk.weight_steepness={steepness}",
        ],
    )  # fmt: skip
    places = [(x, y) for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
    reference = begin(spec, Request("burrow", 0)).parameters
    expected = b""
    sums = set()
    for x, y in places:
        left, across, without_down, whole = reference.weight_sums[y * WIDTH + x]
        expected += bytes([left]) + word(across) + bytes([without_down - across]) + word(whole)
        sums |= {across > 255, whole - across > 255}
    still, got = answers(
        spec, tmp_path, compiler, CALL, [bytes(place) for place in places], bytes(len(expected)),
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"],
    )  # fmt: skip
    assert got == expected
    assert set(still) == {1}, "the walker has moved"
    assert sums == {True, False}, "sums with and without a carry"
