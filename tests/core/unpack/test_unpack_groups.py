"""The kernel unpack_groups: every tile of a packed map, wherever its bits are."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler, word

from pygen.engine.dungeon.tilemap import unpack
from pygen.spec import Spec

UNPACK = """\
        unpack_from = MEMORY + (arguments[0] | (uint16_t)arguments[1] << 8);
        unpack_to = MEMORY + 0x1000 + (arguments[2] | (uint16_t)arguments[3] << 8);
        groups_left = arguments[4];
        unpack_groups();
        *answer = (uint8_t)(*(uint8_t *volatile *)&unpack_to - MEMORY)
            ^ (uint8_t)(*(uint8_t *volatile *)&unpack_from - MEMORY);"""
# Volatile, because OSCAR64 does not know that inline assembly changes what C has just stored.


@for_every_compiler
def test_groups_are_unpacked_and_nothing_else_is_written(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(5)
    packed = chance.randbytes(0x1000)
    # 32 groups cross every border of a page, 255 are the most.
    cases = [(1, 0, 1), (0x2FE, 0x105, 32), (0x800, 0x400, 255), (0x3FD, 0x300, 3)]
    cases += [(chance.randrange(0xF00), chance.randrange(0xE00), 1) for _ in range(40)]
    memory = packed + bytes([0xA5]) * 0x1000
    expected, wanted = bytearray(memory), []
    for start, to, count in cases:
        tiles = unpack(packed[start : start + 3 * count], 8 * count, 1, 3)
        expected[0x1000 + to : 0x1000 + to + 8 * count] = bytes(tiles)
        wanted.append((to + 8 * count ^ start + 3 * count) & 0xFF)
    calls = [word(start) + word(to) + bytes([count]) for start, to, count in cases]
    got, found = answers(spec, tmp_path, compiler, UNPACK, calls, memory)
    assert list(got) == wanted
    assert found[: len(expected)] == expected
