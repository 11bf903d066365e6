"""The kernel find_contact of the pass `locks`: steps past a door by a corner of a tile."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from helpers.kinds import loaded

WIDTH, ROW_BYTES, ROWS = 72, 9, 40

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
        contact_taken = MEMORY + (arguments[0] | arguments[1] << 8);
        contact_solid = contact_taken + 0x800;
        contact_end = arguments[2];
        contacts_left = arguments[3];
        *answer = find_contact();"""

WORK = 3
"""How much more work a byte is in which not all is taken."""


def contact(taken: bytes, solid: bytes, start: int, end: int, work: int) -> int:
    """What find_contact is to answer, tile by tile."""

    def reached(tile: int) -> bool:
        return bool(taken[tile >> 3] >> (tile & 7) & 1 and not solid[tile >> 3] >> (tile & 7) & 1)

    def missed(tile: int) -> bool:
        return not taken[tile >> 3] >> (tile & 7) & 1

    for at in range(1, end + 1):
        work -= 1
        tiles = [8 * (start + at) + n for n in range(8)]
        below = [tile + 8 * ROW_BYTES for tile in tiles]
        if any(map(missed, tiles + below)):
            for one, other in [*zip(tiles, below, strict=True), *zip(below, tiles, strict=True)]:
                if missed(one) and (reached(other - 1) or reached(other + 1)):
                    return 255
            work = max(work - WORK, 0)
        if work == 0:
            break
    return at


@for_every_compiler
def test_find_contact_finds_what_touches_at_a_corner(tmp_path: Path, compiler: str) -> None:
    chance = random.Random(16)
    size = ROW_BYTES * ROWS
    solid, taken = bytearray(size), bytearray(size)
    for at in range(size):
        # Mostly solid and taken, so that searches also come to an end.
        solid[at] = chance.choice((255, 255, 255, chance.randrange(256)))
        open_bits = ~solid[at] & 255
        taken[at] = solid[at] | chance.choice((open_bits, open_bits, 0, chance.randrange(256)))
    cases = []
    for _ in range(400):
        start = chance.randrange(size - ROW_BYTES - 24)
        cases.append(
            start.to_bytes(2, "little") + bytes([chance.randrange(1, 21), chance.randrange(1, 21)])
        )
    expected = [
        contact(bytes(taken), bytes(solid), int.from_bytes(case[:2], "little"), case[2], case[3])
        for case in cases
    ]
    memory = bytes(taken).ljust(0x800, b"\0") + bytes(solid)
    cave = {"kind": "caves", "map": {"width": WIDTH, "height": ROWS}}
    spec = loaded(
        {"dungeons": {"cave": {**cave, "passes": [{"name": "stairs"}, {"name": "locks"}]}}},
        ["memory.program={start: 0x1800, end: 0x6FFF}"],
    )
    got, after = answers(
        spec, tmp_path, compiler, CALL, cases, memory, UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected
    assert after == memory
    assert 255 in expected and {case[2] for case in cases} & set(expected) - {255}
