"""The kernels fit_tiles and keep_zones: the tiles of a row among which things are placed."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from helpers.kinds import loaded

from pygen.spec import Spec

UNIT = """
#include "dungeon_cave.c"
#ifdef NATIVE
uint16_t native_left_out;
#endif
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

FIT = """\
        fitted_solid = MEMORY + arguments[0];
        fitted_to = MEMORY + 512 + arguments[1];
        fitted_end = arguments[2];
        fitted_any = arguments[3];
        fitted_flip = arguments[4];
        *answer = fit_tiles();"""

KEEP = """\
        fitted_low = MEMORY + arguments[0];
        fitted_high = MEMORY + 256 + arguments[0];
        fitted_to = MEMORY + 512 + arguments[1];
        fitted_end = arguments[2];
        fitted_any = arguments[3];
        fitted_flip = arguments[4];
        fitted_near = arguments[5];
        fitted_middle = arguments[6];
        fitted_far = arguments[7];
        keep_zones();"""


def cave() -> Spec:
    """A cave with things far from the start."""
    passes = [{"name": "stairs"}, {"name": "items", "where": "far"}]
    size = {"width": 40, "height": 24}
    dungeon = {"kind": "caves", "map": size, "passes": passes}
    return loaded({"dungeons": {"cave": dungeon}}, ["memory.program={start: 0x1800, end: 0x6FFF}"])


def sparse(chance: random.Random, length: int) -> bytearray:
    """Bytes of which many are 0 or 255."""
    return bytearray(chance.choice([0, 255, chance.randrange(256)]) for _ in range(length))


def wanted(tiles: int, flags: bytes) -> int:
    """What `fitted_any` and `fitted_flip` make of eight tiles."""
    return (tiles ^ flags[1]) | flags[0]


FLAGS = [bytes(pair) for pair in ([255, 0], [0, 0], [0, 255])]


@for_every_compiler
def test_fit_tiles_finds_open_tiles_and_counts_them(tmp_path: Path, compiler: str) -> None:
    chance = random.Random(7)
    cases = [
        bytes([chance.randrange(200), chance.randrange(200), chance.randrange(1, 31), *flags])
        for flags in FLAGS * 8
    ]
    memory = sparse(chance, 1024)
    counts, got = answers(
        cave(), tmp_path, compiler, FIT, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    expected = []
    for solid, to, end, *flags in cases:
        count = 0
        for at in range(end):
            tiles = ~memory[solid + at] & wanted(memory[512 + to + at], bytes(flags)) & 255
            memory[512 + to + at] = tiles
            count += tiles.bit_count()
        expected.append(count)
    assert list(counts) == expected and max(expected) > 50
    assert got == bytes(memory)


@for_every_compiler
def test_keep_zones_keeps_what_is_in_one_of_them(tmp_path: Path, compiler: str) -> None:
    chance = random.Random(8)
    cases = [
        bytes(
            [
                *(chance.randrange(200), chance.randrange(200), chance.randrange(1, 31)),
                *flags,
                *(255 * (zones >> bit & 1) for bit in range(3)),
            ]
        )
        for flags in FLAGS
        for zones in range(8)
    ]
    memory = sparse(chance, 1024)
    _, got = answers(
        cave(), tmp_path, compiler, KEEP, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    for planes, to, end, *flags in cases:
        for at in range(end):
            tiles = wanted(memory[512 + to + at], bytes(flags[:2]))
            kept = 0
            for bit in range(8):
                low, high = (memory[start + planes + at] >> bit & 1 for start in (0, 256))
                zone = {(1, 0): 2, (0, 1): 3, (1, 1): 4}.get((low, high))
                kept |= (1 << bit) if zone and flags[zone] else 0
            memory[512 + to + at] = tiles & kept
    assert got == bytes(memory)
