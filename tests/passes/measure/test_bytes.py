"""The kernels join_bytes and keep_bytes of the pass `measure`: bytes of planes."""

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

JOIN = """\
        joined_solid = MEMORY + arguments[0];
        joined_open = MEMORY + 256 + arguments[1];
        joined_to = MEMORY + 512 + arguments[2];
        joins_left = arguments[3];
        join_bytes();"""

KEEP = """\
        kept_from = MEMORY + arguments[0];
        kept_to = MEMORY + 256 + arguments[1];
        kept_too = MEMORY + 512 + arguments[2];
        keeps_left = arguments[3];
        keep_bytes();"""


def cave(preference: str = "speed") -> Spec:
    """A cave of which everything is measured."""
    passes = [{"name": "stairs"}, {"name": "measure"}]
    size = {"width": 40, "height": 24}
    dungeon = {"kind": "caves", "map": size, "passes": passes, "prefer": preference}
    return loaded({"dungeons": {"cave": dungeon}}, ["memory.program={start: 0x1800, end: 0x6FFF}"])


def cases_and_memory(seed: int) -> tuple[list[bytes], bytearray]:
    """Three places and a number of bytes for each case, and the memory."""
    chance = random.Random(seed)
    cases = [
        bytes([*(chance.randrange(200) for _ in range(3)), chance.choice([1, 2, 20, 55])])
        for _ in range(24)
    ]
    return cases, bytearray(chance.randbytes(1024))


@for_every_compiler
def test_join_bytes_joins_what_is_solid_with_what_is_not_open(
    tmp_path: Path, compiler: str
) -> None:
    cases, memory = cases_and_memory(7)
    _, got = answers(
        cave(), tmp_path, compiler, JOIN, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    for solid, opened, to, count in cases:
        for at in range(count):
            memory[512 + to + at] = memory[solid + at] | ~memory[256 + opened + at] & 255
    assert got == bytes(memory)


@for_every_compiler
def test_keep_bytes_copies_them_twice(tmp_path: Path, compiler: str) -> None:
    cases, memory = cases_and_memory(8)
    _, got = answers(
        cave(), tmp_path, compiler, KEEP, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    for kept, to, too, count in cases:
        memory[256 + to : 256 + to + count] = memory[kept : kept + count]
        memory[512 + too : 512 + too + count] = memory[kept : kept + count]
    assert got == bytes(memory)
