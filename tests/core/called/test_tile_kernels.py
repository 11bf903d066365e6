"""The kernels tile_at, put_tile, read_neighbours and floor_is_free: tiles of any packed map."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.calls import MEMORY, answers, for_every_compiler
from helpers.kinds import loaded
from helpers.tools import SPEC_FILE

from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.spec import Spec, load_spec

UNIT = """
#include "dungeon_burrow.c"
#ifdef NATIVE
uint16_t native_left_out;
#endif
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""
READ = "        *answer = get_tile(arguments[0], arguments[1]);"
PUT = "        *answer = set_tile(arguments[0], arguments[1], arguments[2]) != 0;"

FREE = "        *answer = is_free_floor(arguments[0], arguments[1]);"

READ_AROUND = """\
        read_around(arguments[0], arguments[1]);
        for (left_over = 0; left_over != 8; ++left_over)
            MEMORY[0x1800 + 8 * (answer - ANSWERS) + left_over] = around_tile[left_over];"""

CODES = 7
"""The codes of tiles that the spec has, from 0 on."""

CLOCKWISE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

# Bits of a tile, width, height: some rows do not start with whole bytes, some maps have many rows.
SIZES = [(3, 48, 30), (3, 21, 140), (4, 31, 200), (8, 20, 20)]


def spec_of(bits: int, width: int, height: int) -> Spec:
    return load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[burrow]", f"memory.map={{start: {MEMORY}, end: 0x9FFF}}",
            "memory.program.end=0x7FFF", f"dungeons.burrow.map.bits_per_tile={bits}",
            f"dungeons.burrow.map.width={width}", f"dungeons.burrow.map.height={height}",
        ],
    )  # fmt: skip


def any_tiles(bits: int, width: int, height: int, chance: random.Random) -> TileMap:
    tiles = TileMap(width, height, bits)
    for y in range(height):
        for x in range(width):
            tiles.set(x, y, chance.randrange(CODES))
    return tiles


@pytest.mark.sampled(2)
@for_every_compiler
@pytest.mark.parametrize(("bits", "width", "height"), SIZES)
def test_tile_at_reads_every_tile(
    bits: int, width: int, height: int, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(11)
    tiles = any_tiles(bits, width, height, chance)
    places = [(x, y) for y in range(height) for x in range(width)]
    places = chance.sample(places, min(len(places), 1000))
    packed = tiles.pack()
    got, after = answers(
        spec_of(bits, width, height), tmp_path, compiler, READ, [bytes(at) for at in places],
        packed, UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"],
    )  # fmt: skip
    assert list(got) == [tiles.get(x, y) for x, y in places]
    assert after == packed


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(("bits", "width", "height"), SIZES)
def test_put_tile_changes_one_tile_and_says_whether_it_differed(
    bits: int, width: int, height: int, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(12)
    tiles = any_tiles(bits, width, height, chance)
    packed, cases, expected = tiles.pack(), [], []
    for _ in range(600):
        x, y = chance.randrange(width), chance.randrange(height)
        tile = chance.choice((tiles.get(x, y), chance.randrange(CODES)))
        cases.append(bytes((x, y, tile)))
        expected.append(int(tiles.get(x, y) != tile))
        tiles.set(x, y, tile)
    got, after = answers(
        spec_of(bits, width, height), tmp_path, compiler, PUT, cases, packed, UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected and set(got) == {0, 1}
    assert after == tiles.pack()


def cave_with(name: str, bits: int, width: int, height: int) -> Spec:
    """A spec of a cave with this pass, with the map where calls find it."""
    section = {"width": width, "height": height, "bits_per_tile": bits}
    cave = {"kind": "caves", "map": section, "passes": [{"name": name}]}
    return loaded(
        {"dungeons": {"cave": cave}},
        [
            f"memory.map={{start: {MEMORY}, end: 0x9FFF}}",
            "memory.program={start: 0x1800, end: 0x6FFF}",
        ],
    )


@pytest.mark.sampled(2)
@for_every_compiler
@pytest.mark.parametrize(("bits", "width", "height"), SIZES)
def test_read_neighbours_reads_all_eight(
    bits: int, width: int, height: int, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(14)
    tiles = any_tiles(bits, width, height, chance)
    places = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    places = chance.sample(places, min(len(places), 200))
    packed = tiles.pack()
    assert len(packed) < 0x1800
    spec = cave_with("treasures", bits, width, height)
    _, after = answers(
        spec, tmp_path, compiler, READ_AROUND,
        [bytes(at) for at in places], packed.ljust(0x1800 + 8 * len(places), b"\0"),
        "static uint8_t left_over;\n" + UNIT.replace("burrow", "cave"),
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    expected = [tiles.get(x + across, y + down) for x, y in places for across, down in CLOCKWISE]
    assert [*after[0x1800:]] == expected
    assert after[: len(packed)] == packed


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize(
    ("bits", "width", "height"), [*SIZES, (3, 56, 40), (4, 30, 40), (8, 20, 20)]
)
def test_floor_is_free_finds_floor_that_is_not_in_a_doorway(
    bits: int, width: int, height: int, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(15)
    tiles = TileMap(width, height, bits)
    for y in range(height):
        for x in range(width):
            tiles.set(x, y, chance.choice([0, 1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7]))
    places = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    places = chance.sample(places, min(len(places), 500))
    spec = cave_with("stairs", bits, width, height)
    g = begin(spec, Request("cave", 0))
    g.tiles = tiles
    got, _ = answers(
        spec, tmp_path, compiler, FREE, [bytes(at) for at in places], tiles.pack(),
        UNIT.replace("burrow", "cave"), ["program_tables.c", "core/generation.c"],
        ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    assert list(got) == [is_free_floor(g, x, y) for x, y in places] and set(got) == {0, 1}
