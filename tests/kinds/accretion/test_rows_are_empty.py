"""The kernel of accretion: whether a rectangle of the packed map is empty."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from helpers.kinds import data_with, loaded

UNIT = """
#include "dungeon_growth.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

CALL = """\
        box_row = MEMORY + arguments[0];
        box_first = arguments[1];
        box_last = arguments[2];
        box_first_mask = arguments[3];
        box_last_mask = arguments[4];
        box_rows = arguments[5];
        box_stride = arguments[6];
        *answer = rows_are_empty();"""

SIZE = 1024


def is_empty(memory: bytes | bytearray, case: bytes) -> bool:
    """The same by looking at every byte of the rectangle."""
    start, first, last, first_mask, last_mask, count, stride = case
    for row in range(count):
        for at in range(first, last + 1):
            mask = (first_mask if at == first else 0xFF) & (last_mask if at == last else 0xFF)
            if memory[start + row * stride + at] & mask:
                return False
    return True


@for_every_compiler
def test_a_rectangle_is_empty_just_if_all_its_bits_are_0(tmp_path: Path, compiler: str) -> None:
    spec = loaded(
        data_with({"growth": {"kind": "accretion"}}),
        ["memory.program={start: 0x4000, end: 0xAFFF}"],
    )
    numbers = random.Random(1)
    memory = bytearray(SIZE)
    for _ in range(40):
        memory[numbers.randrange(SIZE)] = 1 << numbers.randrange(8)
    cases = []
    for _ in range(400):
        first = numbers.randrange(60)
        last = first + numbers.choice([0, 0, 1, 2, 5])
        masks = [0xFF << numbers.randrange(8) & 0xFF, 0xFF >> numbers.randrange(8)]
        count, stride = numbers.randrange(1, 15), numbers.choice([27, 36, 50])
        cases.append(bytes([numbers.randrange(200), first, last, *masks, count, stride]))
    # Rows of one byte and of two, whose last one alone is not empty, behind the end of a page.
    for first, last in ((20, 20), (20, 21)):
        for row in range(14):
            memory[(at := 200 + first + 40 * row) : at + 2] = bytes(2)
        memory[200 + first + 40 * 12] = 0x10
        cases += [bytes([200, first, last, 0xFF, 0xFF, count, 40]) for count in (12, 13)]
    expected = [int(is_empty(memory, case)) for case in cases]
    assert 40 < sum(expected) < 360
    got, _ = answers(
        spec, tmp_path, compiler, CALL, cases, bytes(memory),
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_growth_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected
