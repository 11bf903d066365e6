"""What docs/calls.md shows of sight: its lines in C and in assembler, compiled and run."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers.bare_6502 import EXIT
from helpers.running_examples import KERNAL, RTS, with_digits
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_ca65, simulator_library

from pygen.base.project import PROJECT
from pygen.compilers import COMPILERS
from pygen.compilers.program import load_address_and_entry
from pygen.emulators.simulator import NOWHERE, Simulator
from pygen.programs.exporting import export
from pygen.spec import load_spec

SECTION = (PROJECT / "docs" / "calls.md").read_text(encoding="utf-8")
SECTION = re.findall(r"\n## What is seen\n(.*?)\n## ", SECTION, re.DOTALL)[0]
C = re.findall(r"```c\n(.*?)```", SECTION, re.DOTALL)[0]
ASSEMBLER = re.findall(r"```asm\n(.*?)```", SECTION, re.DOTALL)[0]

ANSWERS, SIDE = 0xC000, 20
WALL_ROW, BEFORE, NOW = 10, (9, 14), (9, 6)
"""A map of floor with a wall across; where the figure was, and where it is."""

PROGRAM = """
#include "burrow_module.h"
#ifdef __OSCAR64C__
#pragma stacksize(512)
#pragma heapsize(0)
#pragma region(main, 0x0a00, 0x5000, , , {code, data, bss, heap, stack})
#endif
enum { UNKNOWN, REMEMBERED, IN_VIEW };
%s
int main(void)
{
    uint8_t x, y;

    burrow_install();
    for (y = 0; y != BURROW_HEIGHT; ++y)
        for (x = 0; x != BURROW_WIDTH; ++x)
            map[BURROW_WIDTH * y + x] = y == 10 ? 1 : 2;
    look_around(9, 14);
    look_around(9, 6);
    for (y = 0; y != 20; ++y)
        for (x = 0; x != 20; ++x)
            ((uint8_t *)0xc000)[20 * y + x] = look_of(x, y, 9, 6);
    for (;;)
        ;
    return 0;
}
"""
COMMANDS = {
    "oscar64": "oscar64 game.c",
    "cc65": "cl65 -t c64 -O -Wl -D,__HIMEM__=0x5000 -Wl -D,__STACKSIZE__=0x0200 -o game.prg game.c",
}
UNKNOWN, REMEMBERED, IN_VIEW = range(3)


def look_of(x: int, y: int) -> int:
    """How a tile looks: all is seen on the figure's side of the wall, and the wall."""
    if abs(x - NOW[0]) <= 8 and abs(y - NOW[1]) <= 8 and y <= WALL_ROW:
        return IN_VIEW
    was_near = abs(x - BEFORE[0]) <= 8 and abs(y - BEFORE[1]) <= 8
    return REMEMBERED if was_near and y >= WALL_ROW else UNKNOWN


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_lines_in_c_know_what_is_in_view_and_remembered(compiler: str, tmp_path: Path) -> None:
    spec = load_spec(SPEC_FILE, ["modules.calls=[field_of_view, mark_seen]"])
    export(spec, "a spec", compiler_or_skip(compiler), "burrow", tmp_path)
    lines = C.replace("crypt", "burrow").replace("CRYPT", "BURROW")
    (tmp_path / "game.c").write_text(PROGRAM % lines)
    done = subprocess.run(
        COMMANDS[compiler].split(),
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    prg = (tmp_path / "game.prg").read_bytes()
    machine = Simulator(simulator_library())
    machine.memory[KERNAL:] = bytes([RTS]) * (0x10000 - KERNAL)
    load, entry = load_address_and_entry(with_digits(prg))
    machine.load({load: prg[2:]})
    machine.pc, machine.s, machine.p = entry, 0xF6, 0
    machine.run(NOWHERE, 8_000_000)
    shown = bytes(machine.memory[ANSWERS : ANSWERS + SIDE * SIDE])
    assert shown == bytes(look_of(x, y) for y in range(SIDE) for x in range(SIDE))


@needs_ca65
def test_the_lines_in_assembler_draw_a_row(tmp_path: Path) -> None:
    window, screen, characters = 0x3000, 0x3100, 0x3200
    head = "window = $fb\nscreen = $fd\ncharacters = $3200\n.org $2000\n"
    (tmp_path / "draw.s").write_text(f"{head}{ASSEMBLER} jmp ${EXIT:04x}\n")
    (tmp_path / "draw.cfg").write_text(
        "MEMORY { M: start = $2000, size = $100; } SEGMENTS { CODE: load = M, type = ro; }"
    )
    for command in ("ca65 -o draw.o draw.s", "ld65 -C draw.cfg -o draw.bin draw.o"):
        subprocess.run(command.split(), cwd=tmp_path, check=True, timeout=60)
    machine = Simulator(simulator_library())
    seen = bytes(n if n % 3 else n | 128 for n in range(17))
    machine.load(
        {
            0x2000: (tmp_path / "draw.bin").read_bytes(),
            0xFB: window.to_bytes(2, "little") + screen.to_bytes(2, "little"),
            window: seen, screen: bytes(17), characters: bytes(range(100, 228)),
        }
    )  # fmt: skip
    machine.pc = 0x2000
    machine.run(EXIT, 10_000)
    drawn = bytes(machine.memory[screen : screen + 17])
    assert drawn == bytes(100 + n if n % 3 else 0 for n in range(17))
