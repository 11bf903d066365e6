"""The kernels count_ends, count_runs and find_pillar of the pass `measure`: tiles of a row."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from passes.measure.test_bytes import UNIT, cave

ENDS = """\
        looked_row = MEMORY + arguments[0];
        looked_end = arguments[1];
        ends_counted = 0;
        count_ends();
        *answer = (uint8_t)ends_counted;"""

RUNS = """\
        looked_row = MEMORY + arguments[0];
        looked_end = arguments[1];
        loops_counted = 100;
        count_runs();
        *answer = (uint8_t)loops_counted;"""

PILLAR = """\
        looked_row = MEMORY + arguments[0];
        looked_end = arguments[1];
        *answer = find_pillar();
        if (*answer != 0)
            MEMORY[1008 + arguments[2]] = pillar_byte;"""

ROW = 40
"""The tiles of a row."""


class Tiles:
    """Bytes of a plane, tile by tile: a tile is solid where its bit is 1, the lowest one first."""

    def __init__(self, memory: bytes, row: int) -> None:
        self.memory, self.row = memory, row

    def solid(self, tile: int) -> int:
        """1 if a tile is solid, given by its number from the row's first byte on."""
        return self.memory[self.row + tile // 8] >> tile % 8 & 1


def cases_and_memory(seed: int) -> tuple[list[bytes], bytes]:
    """For each case the place of a row, the byte behind the last that is looked at, and the number
    of the case; and a memory of which many bytes are 0 or 255."""
    chance = random.Random(seed)
    memory = bytes(chance.choice([0, 255, 255, chance.randrange(256)]) for _ in range(1024))
    return [
        bytes([chance.randrange(16, 200), chance.choice([2, 3, 6, 9]), n]) for n in range(16)
    ], memory


def answered(
    tmp_path: Path, compiler: str, call: str, cases: list[bytes], memory: bytes
) -> tuple[list[int], bytes]:
    found, got = answers(
        cave(), tmp_path, compiler, call, cases, memory, UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    return list(found), got


@for_every_compiler
def test_count_ends_counts_tiles_with_one_way_on(tmp_path: Path, compiler: str) -> None:
    cases, memory = cases_and_memory(3)
    expected = []
    for row, end, _ in cases:
        at = Tiles(memory, row)
        around = [
            [tile - 1, tile + 1, tile - ROW, tile + ROW]
            for tile in range(8, 8 * end)
            if not at.solid(tile)
        ]
        expected.append(sum(sum(map(at.solid, beside)) == 3 for beside in around))
    found, got = answered(tmp_path, compiler, ENDS, cases, memory)
    assert found == expected and sum(expected) > 20
    assert got == memory


@for_every_compiler
def test_count_runs_adds_common_runs_and_takes_away_runs(tmp_path: Path, compiler: str) -> None:
    cases, memory = cases_and_memory(4)
    expected = []
    for row, end, _ in cases:
        at, count = Tiles(memory, row), 100
        for tile in range(8, 8 * end):
            count -= at.solid(tile - 1) and not at.solid(tile)
            both = [at.solid(one) or at.solid(one + ROW) for one in (tile - 1, tile)]
            count += both[0] and not both[1]
        expected.append(count)
    found, got = answered(tmp_path, compiler, RUNS, cases, memory)
    assert found == expected and len(set(expected)) > 4
    assert got == memory


@for_every_compiler
def test_find_pillar_finds_first_tiles_of_parts(tmp_path: Path, compiler: str) -> None:
    cases, memory = cases_and_memory(5)
    expected, after = [], bytearray(memory)
    for row, end, number in cases:
        at, tiles = Tiles(memory, row), 0
        for byte in range(1, end):
            for tile in range(8 * byte, 8 * byte + 8):
                before = [tile - 1, tile - ROW - 1, tile - ROW, tile - ROW + 1]
                if at.solid(tile) and not any(map(at.solid, before)):
                    tiles |= 1 << tile % 8
            if tiles:
                after[1008 + number] = byte
                break
        expected.append(tiles)
    found, got = answered(tmp_path, compiler, PILLAR, cases, memory)
    assert found == expected and any(expected) and not all(expected)
    assert got == bytes(after)
