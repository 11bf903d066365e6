"""The kernel copy_bytes: bytes of a plane are copied, and no others change."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from helpers.kinds import loaded

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

CALL = """\
        copied_from = MEMORY + arguments[0];
        copied_to = MEMORY + 512 + arguments[1];
        copies_left = arguments[2];
        copy_bytes();"""


@for_every_compiler
def test_copy_bytes_copies_so_many(tmp_path: Path, compiler: str) -> None:
    chance = random.Random(15)
    counts = [1, 2, 3, 120, 255, *(chance.randrange(1, 256) for _ in range(20))]
    cases = [bytes([chance.randrange(256), chance.randrange(256), count]) for count in counts]
    memory = bytearray(chance.randrange(256) for _ in range(1024))
    cave = {
        "kind": "caves",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "stairs"}, {"name": "locks"}],
    }
    _, got = answers(
        loaded({"dungeons": {"cave": cave}}, ["memory.program={start: 0x1800, end: 0x6FFF}"]),
        tmp_path, compiler, CALL, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    for start, to, count in cases:
        memory[512 + to : 512 + to + count] = memory[start : start + count]
    assert got == bytes(memory)
