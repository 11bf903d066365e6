"""The kernels find_reached and combine_zones: bytes of the planes of zones."""

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

REACHED = """\
        zone_low = MEMORY + arguments[0];
        zone_solid = MEMORY + 512 + arguments[0];
        zone_bytes = arguments[1];
        find_reached();"""

COMBINED = """\
        zone_low = MEMORY + arguments[0];
        zone_high = MEMORY + 512 + arguments[0];
        zone_all = MEMORY + 1024 + arguments[0];
        zone_bytes = arguments[1];
        combine_zones();"""


def answered(folder: Path, compiler: str, call: str) -> tuple[list[bytes], bytearray, bytes]:
    """The cases, the memory before, and the memory after the calls."""
    chance = random.Random(len(call))
    counts = [1, 2, 255, 254, *(chance.randrange(1, 256) for _ in range(8))]
    cases = [bytes([chance.randrange(200), count]) for count in counts]
    memory = bytearray(chance.randrange(256) for _ in range(1536))
    cave = {
        "kind": "caves",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "stairs"}, {"name": "items", "where": "far"}],
    }
    spec = loaded({"dungeons": {"cave": cave}}, ["memory.program={start: 0x1800, end: 0x6FFF}"])
    _, got = answers(
        spec, folder, compiler, call, cases, bytes(memory), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    return cases, memory, got


@for_every_compiler
def test_find_reached_leaves_what_has_become_solid(tmp_path: Path, compiler: str) -> None:
    cases, memory, got = answered(tmp_path, compiler, REACHED)
    for start, count in cases:
        for at in range(start, start + count):
            memory[at] = memory[512 + at] & ~memory[at]
            memory[512 + at] = 255 ^ memory[at]
    assert got == bytes(memory)


@for_every_compiler
def test_combine_zones_gives_two_bits_for_each_zone(tmp_path: Path, compiler: str) -> None:
    cases, memory, got = answered(tmp_path, compiler, COMBINED)
    for start, count in cases:
        for at in range(start, start + count):
            reached, near, not_far = memory[at], memory[512 + at], memory[1024 + at]
            memory[at] = (reached & near) | (255 ^ not_far)
            memory[512 + at] = 255 ^ near
    assert got == bytes(memory)
