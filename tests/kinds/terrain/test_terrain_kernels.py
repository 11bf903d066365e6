"""The kernels of terrain, each in all of its forms."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers.calls import answers, for_every_compiler
from helpers.kinds import data_with, loaded

UNIT = """
#include "dungeon_land.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static void prepare(void)
{
    uint8_t height = 0;
    do {
        height_count[height] = MEMORY[height];
        height_count_high[height] = MEMORY[256 + height];
        ++height;
    } while (height != 0);
}
void keep_counts(void)
{
    uint8_t height = 0;
    do {
        MEMORY[height] = height_count[height];
        MEMORY[256 + height] = height_count_high[height];
        ++height;
    } while (height != 0);
}
"""

HEIGHTS, MAP, SOLID, BEFORE = 512, 768, 1024, 1056
"""Where in memory the heights of a row are, its tiles, and its bits in two planes."""


NO_FALLOFF = {"width": 0}


def run(
    folder: Path,
    compiler: str,
    width: int,
    bits: int,
    call: str,
    case: bytes,
    memory: bytes,
    falloff: Mapping[str, int] = NO_FALLOFF,
) -> bytes:
    """The memory after a call for a row of this width."""
    size = {"width": width, "height": 16, "bits_per_tile": bits}
    classes = [{"tile": "water", "percent": 40}, {"tile": "grass", "percent": 60}]
    section = {"kind": "terrain", "map": size, "classes": classes, "falloff": dict(falloff)}
    data = data_with({"land": section})
    changes = ["program.dungeons=[land]", "memory.program={start: 0x2400, end: 0x6FFF}",
               "memory.map={start: 0xA800, end: 0xBFFF}"]  # fmt: skip
    return answers(
        loaded(data, changes), folder, compiler, f"prepare();\n{call}\n*answer = 0;", [case],
        memory, UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_land_cc65.s"],
    )[1]  # fmt: skip


DRAW = f"""
heights_from = MEMORY + {HEIGHTS} + arguments[0];
heights_left = arguments[1];
tiles_to = MEMORY + {MAP} + arguments[2];
solid_to = MEMORY + {SOLID};
before_to = MEMORY + {BEFORE};
draw_skew = arguments[3];
draw_tiles();
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    ("width", "bits", "first", "end", "skew"),
    [
        (56, 4, 0, 48, 0), (56, 4, 48, 56, 0), (240, 4, 192, 240, 0), (56, 8, 0, 48, 0),
        # Rows of no whole bytes are drawn in C, the second one from the middle of a byte.
        (43, 4, 0, 43, 0), (43, 4, 0, 43, 1), (45, 8, 0, 45, 0), (46, 4, 40, 46, 0),
    ],
)  # fmt: skip
def test_a_part_of_a_row_is_drawn(
    tmp_path: Path, compiler: str, width: int, bits: int, first: int, end: int, skew: int
) -> None:
    chance = random.Random(width + first + skew)
    tiles = [chance.randrange(2**bits) for _ in range(256)]
    solid = [chance.randrange(2) for _ in range(256)]
    heights = bytes(chance.randrange(256) for _ in range(256))
    if bits == 4:
        lower = bytes(tile | 128 * is_solid for tile, is_solid in zip(tiles, solid))
        upper = bytes(16 * tile | is_solid for tile, is_solid in zip(tiles, solid))
    else:
        lower, upper = bytes(tiles), bytes(128 * is_solid for is_solid in solid)
    memory = lower + upper + heights + bytes(512 + 64)
    row = heights[first:end]
    drawn = sum(tiles[height] << bits * (n + skew) for n, height in enumerate(row))
    closed = sum(solid[height] << n for n, height in enumerate(row)) | -1 << len(row)
    count = -(-len(row) // 8)
    expected = bytearray(memory)
    at = first * bits // 8
    expected[MAP + at : MAP + at + 240] = drawn.to_bytes(240, "little")
    for plane in (SOLID, BEFORE):
        expected[plane : plane + count] = (closed & (1 << 8 * count) - 1).to_bytes(count, "little")
    got = run(tmp_path, compiler, width, bits, DRAW, bytes([first, end - first, at, skew]), memory)
    assert got == expected


COUNT = f"""
heights_from = MEMORY + {HEIGHTS} + arguments[0] - 1;
heights_left = arguments[1];
count_tiles_of_heights();
keep_counts();
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(("first", "end"), [(0, 1), (3, 96), (0, 255)])
def test_heights_are_counted(tmp_path: Path, compiler: str, first: int, end: int) -> None:
    chance = random.Random(end)
    # Counts that are about to need their upper byte, and heights that occur often.
    counts = [chance.choice((0, 254, 255, 511, 1000)) for _ in range(256)]
    heights = bytes(chance.choice((0, 7, 128, 255)) for _ in range(256))
    memory = split(counts) + heights
    for height in heights[first:end]:
        counts[height] += 1
    case = bytes([first, end - first])
    assert run(tmp_path, compiler, 56, 4, COUNT, case, memory) == split(counts) + heights


LOWER = f"""
lowered_row = MEMORY + {HEIGHTS} - 1;
fall_of_row = arguments[0];
lower_heights();
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("of_row", [0, 7, 255])
def test_heights_are_lowered_near_the_edge(tmp_path: Path, compiler: str, of_row: int) -> None:
    chance = random.Random(of_row)
    heights = [chance.choice((0, 1, 20, 21, 140, 255)) for _ in range(56)]
    # A fall of 20 at the edge, and of ten after two of four columns.
    falls = [20, 15, 10, 5, *[0] * 48, 5, 10, 15, 20]
    expected = bytes(max(0, height - fall - of_row) for height, fall in zip(heights, falls))
    memory = bytes(512) + bytes(heights)
    got = run(tmp_path, compiler, 56, 4, LOWER, bytes([of_row]), memory, {"width": 4, "depth": 20})
    assert got[HEIGHTS:] == expected


REDRAW = f"""
{{
    uint8_t code;
    for (code = 0; code != 16; ++code)
        filled_tiles[code] = MEMORY[code];
}}
tiles_to = MEMORY + {MAP};
redrawn_bits = arguments[0];
drawn_bits = arguments[1];
redraw_tiles();
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    ("redrawn", "solid"), [(0xFF, 0x5A), (0x0F, 0xFF), (0xF0, 0x3C), (0x81, 0), (0x5A, 0x66)]
)
def test_tiles_are_redrawn(tmp_path: Path, compiler: str, redrawn: int, solid: int) -> None:
    chance = random.Random(redrawn)
    filled = bytes(chance.randrange(16) for _ in range(16))
    tiles = [chance.randrange(16) for _ in range(8)]
    memory = filled + bytes(MAP - 16) + packed(tiles) + bytes(8)
    floor = 2  # its code unless a spec says otherwise
    for n, tile in enumerate(tiles):
        if redrawn >> n & 1:
            tiles[n] = filled[tile] if solid >> n & 1 else floor
    got = run(tmp_path, compiler, 56, 4, REDRAW, bytes([redrawn, solid]), memory)
    assert got[MAP:] == packed(tiles) + bytes(8)


def packed(tiles: list[int]) -> bytes:
    """Eight tiles of four bits."""
    return sum(tile << 4 * n for n, tile in enumerate(tiles)).to_bytes(4, "little")


FIND = f"""
solid_to = MEMORY + {SOLID};
before_to = MEMORY + {BEFORE};
bytes_left = arguments[0];
MEMORY[0] = find_difference();
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(("count", "at"), [(1, 0), (1, 1), (24, 0), (24, 23), (24, 24), (24, 30)])
def test_the_first_difference_of_planes_is_found(
    tmp_path: Path, compiler: str, count: int, at: int
) -> None:
    memory = bytearray(BEFORE + 32)
    memory[BEFORE + at] = 0x10
    got = run(tmp_path, compiler, 43, 4, FIND, bytes([count]), bytes(memory))
    assert got[0] == min(count, at)


ASSIGN = """
assigned_height = arguments[0];
assigned_end = arguments[1];
class_tile = 7;
class_upper = 9;
tiles_missing = (uint16_t)(arguments[2] | arguments[3] << 8);
assign_some();
keep_counts();
MEMORY[512] = assigned_height;
MEMORY[513] = (uint8_t)tiles_missing;
MEMORY[514] = (uint8_t)(tiles_missing >> 8);
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    ("first", "end", "missing"),
    [(0, 32, 1), (0, 32, 300), (224, 256, 60000), (32, 64, 5), (64, 96, 65535), (31, 32, 1000)],
)
def test_a_class_gets_heights_up_to_its_share(
    tmp_path: Path, compiler: str, first: int, end: int, missing: int
) -> None:
    chance = random.Random(missing)
    counts = [chance.choice((0, 0, 1, 5, 255, 256, 700)) for _ in range(256)]
    memory = split(counts) + bytes(3)
    case = bytes([first, end & 255, missing & 255, missing >> 8])
    while first != end and missing > 0:
        missing -= counts[first]
        counts[first] = 7 + 256 * 9
        first += 1
    expected = split(counts) + bytes([first & 255]) + (missing & 0xFFFF).to_bytes(2, "little")
    assert run(tmp_path, compiler, 56, 4, ASSIGN, case, memory) == expected


def split(counts: list[int]) -> bytes:
    """The lower bytes of counts, then the upper ones."""
    return bytes(count & 255 for count in counts) + bytes(count >> 8 for count in counts)
