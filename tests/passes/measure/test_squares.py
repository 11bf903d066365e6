"""The kernel find_squares of the pass `measure`: the largest square, row by row."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from passes.measure.test_bytes import UNIT, cave

WIDTH, HEIGHT, ROW = 40, 24, 5

SQUARES = """\
        if (arguments[0] == 0) {
            square_side = 0;
            for (square_x = 0; square_x != 40; ++square_x)
                square_opened[square_x] = 0;
        }
        square_missing = square_side + 1;
        square_limit = 0;
        if (arguments[0] >= square_side)
            square_limit = arguments[0] + 1 - square_side;
        square_from = MEMORY + arguments[1];
        square_end = 5;
        square_x = 0;
        square_row = arguments[0] + 1;
        find_squares();
        *answer = *(volatile uint8_t *)&square_side;"""
"""OSCAR64 does not see that the kernel changes square_side."""


def largest(rows: list[int]) -> int:
    """The side of the largest square of solid tiles in these rows of bits."""
    side, left = 0, list(rows)
    while any(left):
        side += 1
        below = [*left[1:], 0]
        left = [one & (one >> 1) & next_ & (next_ >> 1) for one, next_ in zip(left, below)]
    return side


@for_every_compiler
def test_find_squares_finds_the_largest_one_up_to_each_row(tmp_path: Path, compiler: str) -> None:
    found_sides: set[int] = set()
    for seed, share in enumerate((0.5, 0.9, 0.97)):
        chance = random.Random(seed)
        rows = [sum((chance.random() < share) << x for x in range(WIDTH)) for _ in range(HEIGHT)]
        memory = b"".join(row.to_bytes(ROW, "little") for row in rows).ljust(1024, b"\0")
        cases = [bytes([y, y * ROW]) for y in range(HEIGHT)]
        sides, got = answers(
            cave(), tmp_path, compiler, SQUARES, cases, memory, UNIT,
            ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
        )  # fmt: skip
        assert list(sides) == [largest(rows[: y + 1]) for y in range(HEIGHT)]
        assert got == memory
        found_sides.update(sides)
    assert len(found_sides) > 6
