"""The kernels one by one, on a 6502 and as their twins in C: what they do with any arguments."""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.calls import MEMORY, answers, for_every_compiler, word
from helpers.tools import SPEC_FILE

from pygen.base.errors import CompileFailed
from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, PROJECT
from pygen.compilers import COMPILERS
from pygen.emit.kernels import SUFFIX
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.random16 import Random16
from pygen.kinds import KINDS
from pygen.spec import Spec, load_spec


@pytest.mark.parametrize("kernel", source_files(C_FOLDER, f"*{SUFFIX}"), ids=lambda file: file.name)
def test_every_kernel_is_named_by_a_test_in_the_twin_of_its_folder(kernel: Path) -> None:
    folder = PROJECT / "tests" / kernel.parent.relative_to(C_FOLDER)
    tests = "".join(file.read_text() for file in source_files(folder, "test_*.py"))
    assert re.search(rf"\b{kernel.name.removesuffix(SUFFIX)}\b", tests)


IS_WITHIN = """\
        random_low = arguments[0];
        random_high = arguments[1];
        random_part = arguments[2] | (uint16_t)arguments[3] << 8;
        random_whole = arguments[4] | (uint16_t)arguments[5] << 8;
        *answer = random_is_within() != 0;"""


@for_every_compiler
def test_a_state_is_within_a_part_just_where_its_product_is_below_it(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(1)
    triples = []
    for n in range(300):
        # Of 768 every part leaves a rest whose lower byte is 0.
        whole = 768 if n < 20 else chance.randrange(2, chance.choice((5, 300, 1021, 32768)))
        part = chance.randrange(1, whole)
        # Right at the border, where sixteen bits are alike, and anywhere.
        border = -(-part * 65536 // whole)
        states = (border - 1, border, border + 1, chance.randrange(1, 65536))
        triples += [(state, part, whole) for state in states if 1 <= state <= 65535]
    cases = [word(state) + word(part) + word(whole) for state, part, whole in triples]
    got, _ = answers(spec, tmp_path, compiler, IS_WITHIN, cases)
    assert list(got) == [int(state * whole >> 16 < part) for state, part, whole in triples]
    assert set(got) == {0, 1}


# Volatile, because OSCAR64 does not know that inline assembly changes what C has just stored.
STEP = """\
        random_low = arguments[0];
        random_high = arguments[1];
        {call}();
        MEMORY[2 * (answer - ANSWERS)] = *(volatile uint8_t *)&random_low;
        MEMORY[2 * (answer - ANSWERS) + 1] = *(volatile uint8_t *)&random_high;"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("call", ["random_step", "random_draw"])
@pytest.mark.parametrize("shifts", [[7, 9, 8], [1, 7, 11]], ids=str)
def test_a_step_of_the_state_is_that_of_the_reference(
    tmp_path: Path, compiler: str, shifts: list[int], call: str
) -> None:
    spec = load_spec(SPEC_FILE, [f"random.shifts={shifts}"])
    chance = random.Random(7)
    states = [1, 0x8000, 0xFFFF, *(chance.randrange(1, 65536) for _ in range(500))]
    step = STEP.format(call=call)
    _, got = answers(spec, tmp_path, compiler, step, [*map(word, states)], bytes(2 * len(states)))
    expected = b""
    for state in states:
        stream = Random16(spec.random, 1)
        stream.state = state
        expected += word(stream.draw())
    assert got == expected


FLOOR = """\
        random_low = arguments[0];
        random_high = arguments[1];
        floor_number = arguments[2];
        floor_seed();
        MEMORY[2 * (answer - ANSWERS)] = floor_seed_low;
        MEMORY[2 * (answer - ANSWERS) + 1] = floor_seed_high;"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("constants", [(25173, 13849), (65533, 1), (1, 65535)], ids=str)
def test_the_seed_of_a_floor_is_that_of_the_reference(
    tmp_path: Path, compiler: str, constants: tuple[int, int]
) -> None:
    multiplier, increment = constants
    spec = load_spec(
        SPEC_FILE,
        [f"random.floor_multiplier={multiplier}", f"random.floor_increment={increment}"],
    )
    chance = random.Random(8)
    pairs = [(chance.randrange(65536), floor) for floor in range(256)]
    pairs += [(seed, floor) for seed in (0, 1, 65535) for floor in (0, 1, 128, 255)]
    _, got = answers(
        spec, tmp_path, compiler, FLOOR, [word(seed) + bytes([floor]) for seed, floor in pairs],
        bytes(2 * len(pairs)), '#include "core/floors.h"\n',
    )  # fmt: skip
    # The reference counts floors from 1.
    assert got == b"".join(word(floor_seed(spec.random, seed, floor + 1)) for seed, floor in pairs)


BELOW = """\
        random_low = arguments[0];
        random_high = arguments[1];
        *answer = random_below(arguments[2]);"""


@for_every_compiler
def test_a_number_below_a_count_is_that_of_the_reference(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(2)
    pairs = [(chance.randrange(1, 65536), count) for count in range(1, 256) for _ in range(4)]
    got, _ = answers(spec, tmp_path, compiler, BELOW, [word(s) + bytes([c]) for s, c in pairs])
    expected = []
    for state, count in pairs:
        stream = Random16(spec.random, 1)
        stream.state = state
        expected.append(stream.below(count))
    assert list(got) == expected


CHANCE = """\
        random_low = arguments[0];
        random_high = arguments[1];
        *answer = random_chance((uint16_t)(arguments[2] | arguments[3] << 8));
        MEMORY[answer - ANSWERS] = (uint8_t)*(volatile uint16_t *)&random_draws;"""


@for_every_compiler
def test_random_chance_is_that_of_the_reference(spec: Spec, tmp_path: Path, compiler: str) -> None:
    chance = random.Random(9)
    cases, expected = [], []
    for _ in range(300):
        stream = Random16(spec.random, 1)
        stream.state = state = chance.randrange(1, 65536)
        drawn = stream.draw()
        threshold = chance.choice((drawn - 1, drawn, min(drawn + 1, 65535), drawn ^ 0x0100, 65535))
        cases.append(word(state) + word(threshold))
        expected.append(int(drawn <= threshold))
    got, draws = answers(spec, tmp_path, compiler, CHANCE, cases, bytes(len(cases)))
    assert list(got) == expected and set(got) == {0, 1}
    assert draws == bytes((n + 1) & 0xFF for n in range(len(cases)))


PATTERN = bytes(random.Random(3).randrange(256) for _ in range(256))

FILL = """\
        fill_pattern = MEMORY;
        fill_row = MEMORY + 256 + arguments[0];
        fill_first = arguments[1];
        fill_last = arguments[2];
        fill_first_mask = arguments[3];
        fill_last_mask = arguments[4];
        fill_count = arguments[5];
        fill_stride = arguments[6];
        fill_rows();"""


def filled(memory: bytearray, case: bytes) -> None:
    """What fill_rows is to do, bit by bit."""
    start, first, last, first_mask, last_mask, count, stride = case
    for row in range(count):
        for at in range(first, last + 1):
            mask = (first_mask if at == first else 0xFF) & (last_mask if at == last else 0xFF)
            place = 256 + start + row * stride + at
            memory[place] = memory[place] & ~mask | PATTERN[at] & mask


@for_every_compiler
def test_rows_are_filled_within_their_masks_and_nowhere_else(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(4)
    # Among these, both bytes of a row of two on the border of what an index reaches.
    cases = [bytes([7, first, first + 1, 0xF8, 0x1F, 28, 27]) for first in range(26)]
    for _ in range(120):
        stride = chance.choice((1, 2, 27, 90, 240, chance.randrange(1, 241)))
        first = chance.randrange(stride)
        last = min(stride - 1, first + chance.choice((0, 0, 1, 1, 2, 3, 20)))
        masks = [0xFF << chance.randrange(8) & 0xFF, 0xFF >> chance.randrange(8)]
        start, count = chance.randrange(256), chance.randrange(1, 28)
        cases.append(bytes([start, first, last, *masks, count, stride]))
    memory = bytearray(PATTERN + bytes(chance.randrange(256) for _ in range(0x1E00)))
    _, got = answers(spec, tmp_path, compiler, FILL, cases, bytes(memory))
    for case in cases:
        filled(memory, case)
    assert got == bytes(memory)


MERGE = """\
        fill_pattern = MEMORY + arguments[1];
        fill_row = MEMORY + 256 + arguments[0];
        merge_first_mask = arguments[2];
        merge_second_mask = arguments[3];
        *answer = merge_tile() != 0;"""


@for_every_compiler
def test_a_tile_is_merged_and_told_whether_it_differed(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(5)
    masks = [(7 << n & 0xFF, 7 << n >> 8) for n in range(8)]
    cases = []
    for _ in range(200):
        case = bytes([chance.randrange(255), chance.randrange(255), *chance.choice(masks)])
        # Again: now it is there.
        cases += [case] * chance.choice((1, 2))
    memory = bytearray(PATTERN + bytes(chance.randrange(256) for _ in range(256)))
    got, after = answers(spec, tmp_path, compiler, MERGE, cases, bytes(memory))
    expected = []
    for at, pattern, *both in cases:
        changed = 0
        for n, mask in enumerate(both):
            change = (memory[256 + at + n] ^ PATTERN[pattern + n]) & mask
            memory[256 + at + n] ^= change
            changed |= change
        expected.append(int(changed != 0))
    assert list(got) == expected and after == bytes(memory)
    assert set(got) == {0, 1}


PAGE = PROJECT / "docs" / "kind-reference.md"

BURROW = """
#include "dungeon_burrow.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

COUNT = """\
        bits = arguments[0];
        *answer = count_bits();"""


@for_every_compiler
def test_the_example_of_a_kernel_does_what_it_says(tmp_path: Path, compiler: str) -> None:
    (example,) = re.findall(r"(?s)```\n(\{#.*?)```", PAGE.read_text())
    source = tmp_path / "c64src"
    shutil.copytree(C_FOLDER, source)
    (source / "kinds" / "walk" / "count_bits.kernel.j2").write_text(example)
    with (source / "kinds" / "walk" / "zeropage.list").open("a") as variables:
        variables.write("uint8_t bits\n")
    spec = load_spec(SPEC_FILE, ["program.dungeons=[burrow]"])
    got, _ = answers(
        spec, tmp_path, compiler, COUNT, [bytes([n]) for n in range(256)], b"", BURROW,
        ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"], source,
    )  # fmt: skip
    assert list(got) == [n.bit_count() for n in range(256)]


# A kind without room records, which uses rectangles all the same.
RECTANGLES = BURROW + '#include "core/fill_rectangle.h"\n'

RECTANGLE = """\
        rectangle_left = arguments[0];
        rectangle_top = arguments[1];
        rectangle_right = arguments[2];
        rectangle_bottom = arguments[3];
        fill_rectangle(arguments[4]);"""

FILLED = ("wall", "floor", "down_stairs")


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(("bits", "width"), [(3, 48), (3, 47), (4, 31), (8, 20)])
def test_any_kind_can_fill_rectangles_with_any_tiles(
    tmp_path: Path, compiler: str, bits: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "walk", replace(KINDS["walk"], filled=FILLED))
    spec = load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[burrow]", f"memory.map={{start: {MEMORY}, end: 0x8FFF}}",
            "memory.program.end=0x7FFF", f"dungeons.burrow.map.bits_per_tile={bits}",
            f"dungeons.burrow.map.width={width}",
        ],
    )  # fmt: skip
    size, codes = spec.dungeons["burrow"].map, spec.codes
    tiles = TileMap(size.width, size.height, bits)
    chance = random.Random(6)
    cases = []
    for n in range(60):
        left, right = sorted(chance.randrange(size.width) for _ in range(2))
        top, bottom = sorted(chance.randrange(size.height) for _ in range(2))
        if n % 3 == 0:
            left, bottom = right, top
        code = codes[chance.choice(FILLED)]
        cases.append(bytes([left, top, right, bottom, code]))
        tiles.fill(left, top, right - left + 1, bottom - top + 1, code)
    _, got = answers(
        spec, tmp_path, compiler, RECTANGLE, cases, bytes(len(tiles.pack())),
        RECTANGLES, ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"],
    )  # fmt: skip
    assert got == tiles.pack()
    assert set(tiles.tiles) == {0, *(codes[tile] for tile in FILLED)}


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_kind_that_fills_rectangles_must_name_the_tiles(
    tmp_path: Path, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "walk", replace(KINDS["walk"], filled=()))
    spec = load_spec(
        SPEC_FILE, ["program.dungeons=[burrow]", f"memory.map={{start: {MEMORY}, end: 0x8FFF}}",
                    "memory.program.end=0x7FFF", "dungeons.burrow.map.width=47"],
    )  # fmt: skip
    with pytest.raises(CompileFailed, match="name the tiles in `filled` of its KIND"):
        answers(
            spec, tmp_path, compiler, RECTANGLE, [bytes(5)], bytes(16),
            RECTANGLES, ["program_tables.c", "core/generation.c"], ["dungeon_burrow_cc65.s"],
        )  # fmt: skip
