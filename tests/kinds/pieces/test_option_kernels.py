"""The kernels has_allowed and limit_options: which options of a cell are in a set."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from kinds.pieces.test_first_pieces import COURT, DOOR, PILLAR, spec_of

# Each case has a cell's options, those that are allowed, and which kernel is called.
UNIT = """
#include "dungeon_made.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static void begin_case(const uint8_t *options, uint8_t number)
{
    uint8_t byte;

    this_cell = MEMORY + 8 * number;
    this_cell[0] = 77;
    for (byte = 0; byte != OPTION_BYTES; ++byte)
        this_cell[1 + byte] = options[byte];
    allowed_at = options + OPTION_BYTES - 1;
}
"""

CALL = """\
        begin_case(arguments, (uint8_t)(answer - ANSWERS));
        *answer = 0;
        if (arguments[2 * OPTION_BYTES])
            *answer = limit_options();
        else if (has_allowed())
            *answer = 1;"""


@for_every_compiler
def test_options_that_are_allowed_are_found_and_kept(tmp_path: Path, compiler: str) -> None:
    pieces = [*COURT, {"drawing": PILLAR, "at_least": 1}, {"drawing": DOOR}]
    spec = spec_of(pieces, ring="closed")
    chance = random.Random(5)
    # Thirteen pieces: the orientations of five drawings.
    width = 2
    cases = []
    for number in range(60):
        # Few bits, so that often none is allowed, or a single one.
        options = [chance.randrange(256) & chance.randrange(256) for _ in range(width)]
        allowed = [chance.randrange(256) & chance.randrange(256) for _ in range(width)]
        cases.append(bytes([*options, *allowed, number % 2]))
    got, memory = answers(
        spec, tmp_path, compiler, CALL, cases, bytes(8 * len(cases)), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_made_cc65.s"],
    )  # fmt: skip
    counts = []
    for number, case in enumerate(cases):
        cell = memory[8 * number : 8 * number + 1 + width]
        kept = bytes(a & b for a, b in zip(case[:width], case[width : 2 * width], strict=True))
        count = sum(byte.bit_count() for byte in kept)
        if not case[2 * width]:
            assert got[number] == min(count, 1)
            assert cell == bytes([77, *case[:width]])
            continue
        counts.append(count)
        assert got[number] == count
        # A cell that would have no option keeps all; the number of a single one is 255.
        untouched = bytes([77, *case[:width]])
        assert cell == (bytes([255 if count == 1 else count, *kept]) if count else untouched)
    assert {0, 1, 2, 3} <= {*counts}
