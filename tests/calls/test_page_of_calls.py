"""The page about game calls: its game, compiled by either compiler, plays in the simulator."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers.module_machine import ModuleMachine
from helpers.running_examples import COLUMNS, KERNAL, PORT, ROWS, RTS, SCREEN, with_digits
from helpers.tools import (
    SHIPPED_SPEC_FILE,
    compiler_or_skip,
    needs_ca65,
    needs_cc65,
    simulator_library,
)

from pygen.base.project import PROJECT
from pygen.compilers import COMPILERS
from pygen.compilers.program import load_address_and_entry
from pygen.emulators.simulator import NOWHERE, Simulator
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.characters import screen_code
from pygen.programs.exporting import export
from pygen.spec import load_spec

PAGE = (PROJECT / "docs" / "calls.md").read_text(encoding="utf-8")
CALLS = re.compile(r"calls: (\[[^]]*\])\n```\n\n`invoke export --dungeon (\w+)")
"""What the game's module has, and of which dungeon."""
GAME = re.compile(r"```c\n(/\* A figure.*?)```", re.DOTALL)
COMMAND = {"oscar64": r"(oscar64 game\.c)", "cc65": r"(cl65 .*game\.c)"}

ASSEMBLER = re.compile(r"```asm\n(.*?)```", re.DOTALL)
LINKER = """
MEMORY { M: start = $A000, size = $3000; }
SEGMENTS { STARTUP: load = M, type = ro; CODE: load = M, type = ro; BSS: load = M, type = bss; }
"""
DATA = """
        .segment "BSS"
map:    .res 48 * 40
steps:  .res 48 * 40
figure: .res 2
to_x:   .res 1
to_y:   .res 1
monster_x: .res 1
monster_y: .res 1
"""

SEED = 7
JOYSTICK, NOTHING, DOWN = 0xDC00, 0x1F, 0x1D
FIGURE, MONSTER = 0, 13
LONG = 12_000_000
"""More cycles than it takes to build the dungeon, and to hunt through all of it."""


def running_game(folder: Path, compiler: str) -> Simulator:
    """The game of the page, compiled as the page says, before its first instruction."""
    calls, dungeon = CALLS.findall(PAGE)[0]
    spec = load_spec(SHIPPED_SPEC_FILE, [f"modules.calls={calls}"])
    export(spec, "a spec", compiler_or_skip(compiler), dungeon, folder)
    (folder / "game.c").write_text(GAME.findall(PAGE)[0])
    command = re.findall(COMMAND[compiler], PAGE)[0].split()
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    prg = (folder / "game.prg").read_bytes()
    machine = Simulator(simulator_library())
    machine.memory[KERNAL:] = bytes([RTS]) * (0x10000 - KERNAL)
    machine.memory[PORT], machine.memory[JOYSTICK] = 0x37, NOTHING
    load, entry = load_address_and_entry(with_digits(prg))
    machine.load({load: prg[2:]})
    machine.pc, machine.s, machine.p = entry, 0xF6, 0
    return machine


def screen(machine: Simulator) -> bytes:
    """The screen while it is not being drawn: it has the figure."""
    shown = b""
    while FIGURE not in shown:
        machine.run(NOWHERE, 1000)
        shown = bytes(machine.memory[SCREEN : SCREEN + COLUMNS * ROWS])
    return shown


@pytest.mark.shipped
@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_monsters_reach_the_figure_and_it_walks(compiler: str, tmp_path: Path) -> None:
    machine = running_game(tmp_path, compiler)
    seen = 0
    while machine.cycles < LONG:
        machine.run(NOWHERE, 100_000)
        seen = max(seen, bytes(machine.memory[SCREEN : SCREEN + 1000]).count(MONSTER))
    assert seen > 0
    # They are where the figure is, which is drawn over them.
    shown = screen(machine)
    spec = load_spec(SHIPPED_SPEC_FILE)
    dungeon = generate(spec, Request("burrow", SEED))
    size, tiles = spec.dungeons["burrow"].map, dungeon.tiles
    x, y = next(
        (x, y)
        for y in range(size.height)
        for x in range(size.width)
        if tiles.get(x, y) == spec.codes["up_stairs"]
    )
    left = min(max(x - COLUMNS // 2, 0), size.width - COLUMNS)
    top = min(max(y - ROWS // 2, 0), size.height - ROWS)
    glyphs = {
        code: screen_code(spec.tiles[name].glyph.upper())
        for name, code in spec.codes_of("burrow").items()
    }
    wanted = bytearray(
        glyphs[tiles.get(left + across, top + down)]
        for down in range(ROWS)
        for across in range(COLUMNS)
    )
    wanted[(y - top) * COLUMNS + x - left] = FIGURE
    assert shown == wanted
    # It walks down as far as there is floor, the monsters behind it.
    machine.memory[JOYSTICK] = DOWN
    while tiles.get(x, y + 1) in (spec.codes["floor"], spec.codes["down_stairs"]):
        y += 1
    machine.run(NOWHERE, LONG)
    top = min(max(y - ROWS // 2, 0), size.height - ROWS)
    assert screen(machine).index(FIGURE) == (y - top) * COLUMNS + x - left


@pytest.mark.shipped
@needs_ca65
@needs_cc65
def test_the_lines_in_assembler_move_figure_and_monster(tmp_path: Path) -> None:
    calls, dungeon = CALLS.findall(PAGE)[0]
    spec = load_spec(SHIPPED_SPEC_FILE, [f"modules.calls={calls}"])
    module = export(spec, "a spec", compiler_or_skip("cc65"), dungeon, tmp_path).module
    begin, turn = ASSEMBLER.findall(PAGE)[:2]
    source = (
        f'.include "{dungeon}.inc"\n{DATA}\n.segment "STARTUP"\n{begin} rts\nturn:\n{turn} rts\n'
    )
    (tmp_path / "game.s").write_text(source)
    (tmp_path / "game.cfg").write_text(LINKER)
    for command in (
        ["ca65", "-g", "-o", "game.o", "game.s"],
        ["ld65", "-C", "game.cfg", "-Ln", "labels", "-o", "game.bin", "game.o"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    found = re.findall(r"al (\w+) \.(\w+)", (tmp_path / "labels").read_text())
    label = {name: int(address, 16) for address, name in found}
    machine = ModuleMachine(module, garbage=4)
    machine.request(seed=SEED, floor=0)
    machine.call("generate")
    machine.machine.load({0xA000: (tmp_path / "game.bin").read_bytes()})
    tiles = generate(spec, Request(dungeon, SEED)).tiles
    memory, walkable = machine.memory, {t.code for t in spec.tiles.values() if t.walkable}
    places = [(x, y) for y in range(40) for x in range(48) if tiles.get(x, y) in walkable]
    memory[label["figure"]], memory[label["figure"] + 1] = places[0]
    memory[label["monster_x"]], memory[label["monster_y"]] = places[-1]
    machine.machine.s = 0xF0
    machine.machine.call(0xA000, 1_000_000)
    far = []
    for _ in range(5):
        # The figure would like to go where there is no way, and stays.
        memory[label["to_x"]], memory[label["to_y"]] = 0, 0
        machine.machine.call(label["turn"], 3_000_000)
        at = memory[label["monster_x"]], memory[label["monster_y"]]
        assert at in places and (memory[label["figure"]], memory[label["figure"] + 1]) == places[0]
        far.append(memory[label["steps"] + at[1] * 48 + at[0]])
    assert far == [*range(far[0], far[0] - 5, -1)]
