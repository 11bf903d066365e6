"""The kernels one by one, on a 6502 and as their twins in C: what they do with any arguments."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import bare_6502 as sim65
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc, needs_sim65

from pygen.base.errors import CompileFailed
from pygen.base.project import C_FOLDER
from pygen.compilers import COMPILERS
from pygen.compilers.base import BuildRequest
from pygen.compilers.program import load_address_and_entry
from pygen.emit import emit
from pygen.engine.random16 import Random16
from pygen.engine.tilemap import TileMap
from pygen.kinds import KINDS
from pygen.spec import Spec, load_spec

CASES, MEMORY, ANSWERS = 0x4000, 0x8000, 0xA000
"""Where a program finds the arguments of all calls, what it works on, and where answers go."""

HEAD = """\
#include "core/random16.h"
#include "core/kernels.h"
#if defined(__OSCAR64C__)
#define EXIT __asm { jmp $ff00 }
#elif defined(__CC65__)
#define EXIT __asm__("jmp $ff00");
#else
#include <stdio.h>
#define EXIT fwrite(native_memory, 1, sizeof(native_memory), stdout);
uint8_t native_memory[0x10000];
#endif
#define CASES BYTES_AT(0x4000)
#define MEMORY BYTES_AT(0x8000)
#define ANSWERS BYTES_AT(0xA000)
"""

MAIN = """
static const uint8_t *arguments;
static uint8_t *answer;

int main(void)
{{
    uint16_t left;
#ifdef NATIVE
    if (fread(native_memory, 1, sizeof(native_memory), stdin) != sizeof(native_memory))
        return 1;
#endif
    random_draws = 0;
    arguments = CASES;
    answer = ANSWERS;
    for (left = {count}; left != 0; --left) {{
{call}
        arguments += {size};
        ++answer;
    }}
    EXIT
    return 0;
}}
"""

Cases = list[bytes]


def answers(
    spec: Spec,
    folder: Path,
    compiler: str,
    call: str,
    cases: Cases,
    memory: bytes = b"",
    functions: str = "",
    units: Sequence[str] = (),
) -> tuple[bytes, bytes]:
    """Run `call` for every case; the answers, and the memory afterwards.

    `functions` is C that the call needs, `units` are the files of c64src or of the emitted C that
    it needs besides the kernels and the random numbers.
    """
    emit(spec, "generator.yaml", folder / "gen")
    source = folder / "calls.c"
    main = MAIN.format(call=call, count=len(cases), size=len(cases[0]))
    source.write_text(HEAD + functions + main)
    sources = [source, C_FOLDER / "core/kernels.c", C_FOLDER / "core/random16.c"]
    for unit in units:
        emitted = folder / "gen" / unit
        sources.append(emitted if emitted.exists() else C_FOLDER / unit)
    include = [folder / "gen", C_FOLDER]
    pieces = {CASES: b"".join(cases), MEMORY: memory}
    if compiler == "cc":
        filled = bytearray(0x10000)
        for address, data in pieces.items():
            filled[address : address + len(data)] = data
        program = folder / "calls"
        includes = [f"-I{path}" for path in include]
        subprocess.run(["cc", "-w", *includes, *map(str, sources), "-o", str(program)], check=True)
        done = subprocess.run([str(program)], input=bytes(filled), capture_output=True, check=True)
        whole = done.stdout
        return whole[ANSWERS : ANSWERS + len(cases)], whole[MEMORY : MEMORY + len(memory)]
    found = compiler_or_skip(compiler)
    if compiler == "cc65":
        sources.append(C_FOLDER / "core/kernels_cc65.s")
    flags = getattr(spec.compilers, compiler).release
    result = found.compile(
        BuildRequest(sources, folder / "build", "calls", include_folders=include, flags=flags)
    )
    prg = result.prg.read_bytes()
    load, entry = load_address_and_entry(prg)
    pieces[load] = prg[2:]
    assert load + len(prg) < CASES or load > ANSWERS
    ends = range(MEMORY, ANSWERS + len(cases))
    whole = sim65.run(pieces, entry, ends)
    return whole[ANSWERS - MEMORY :], whole[: len(memory)]


COMPILED_BY = [
    *(pytest.param(name, marks=needs_sim65) for name in COMPILERS),
    pytest.param("cc", marks=needs_cc),
]
for_every_compiler = pytest.mark.parametrize("compiler", COMPILED_BY)


def word(value: int) -> bytes:
    return value.to_bytes(2, "little")


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


# A kind without room records, which uses rectangles all the same.
RECTANGLES = """
#include "dungeon_burrow.c"
#include "core/fill_rectangle.inc"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

RECTANGLE = """\
        rectangle_left = arguments[0];
        rectangle_top = arguments[1];
        rectangle_right = arguments[2];
        rectangle_bottom = arguments[3];
        fill_rectangle(arguments[4]);"""

FILLED = ("wall", "floor", "down_stairs")


@for_every_compiler
@pytest.mark.parametrize(("bits", "width"), [(3, 48), (3, 47), (4, 31), (8, 20)])
def test_any_kind_can_fill_rectangles_with_any_tiles(
    tmp_path: Path, compiler: str, bits: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "walk", replace(KINDS["walk"], filled=FILLED))  # type: ignore
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
        RECTANGLES, ["program_tables.c", "core/generation.c"],
    )  # fmt: skip
    assert got == tiles.pack()
    assert set(tiles.tiles) == {0, *(codes[tile] for tile in FILLED)}


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_kind_that_fills_rectangles_must_name_the_tiles(tmp_path: Path, compiler: str) -> None:
    spec = load_spec(
        SPEC_FILE, ["program.dungeons=[burrow]", f"memory.map={{start: {MEMORY}, end: 0x8FFF}}",
                    "memory.program.end=0x7FFF"],
    )  # fmt: skip
    with pytest.raises(CompileFailed, match="name the tiles in `filled` of its KIND"):
        answers(
            spec, tmp_path, compiler, RECTANGLE, [bytes(5)], bytes(16),
            RECTANGLES, ["program_tables.c", "core/generation.c"],
        )  # fmt: skip
