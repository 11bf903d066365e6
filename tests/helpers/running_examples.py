"""Exported examples in the simulator: a C64 without chips, whose KERNAL returns at once, and whose
interrupt changes its own memory."""

from __future__ import annotations

from pathlib import Path
from random import Random

from pygen.builders.python import PythonBuilder
from pygen.compilers.program import load_address_and_entry
from pygen.emulators.simulator import NOWHERE, Simulator
from pygen.engine.dungeon.tilemap import unpack
from pygen.engine.random.request import Request
from pygen.pictures.characters import screen_code
from pygen.programs.exporting import Exported

SEED = 7
"""The one that examples ask for."""

SCREEN, COLUMNS, ROWS = 0x0400, 40, 25
BASIC, BASIC_END, PORT = 0xA000, 0xC000, 0x01
KERNAL = 0xE000
RTS = 0x60
CYCLES = 40_000_000
FRAME = 16_421
"""Cycles from one interrupt of the KERNAL to the next."""

WRITTEN_BY_THE_INTERRUPT = (
    0x91, 0xA0, 0xA1, 0xA2, 0xC0, 0xC5, 0xC6, 0xCB, 0xCD, 0xCE, 0xCF, 0xF3, 0xF4, 0xF5, 0xF6,
)  # fmt: skip
"""In zero page: the STOP key, the clock, the cassette's interlock, the keyboard, and the cursor."""


def run_example(prg: bytes, exported: Exported, simulator: Path) -> Simulator:
    """The machine once the example shows the dungeon, or has had enough time for it.

    What lies at $A000-$BFFF is RAM only after the program has switched BASIC off: until then reads
    there give something else.
    """
    machine = Simulator(simulator)
    machine.memory[KERNAL:] = bytes([RTS]) * (0x10000 - KERNAL)
    machine.memory[PORT] = 0x37
    load, entry = load_address_and_entry(with_digits(prg))
    machine.load({load: prg[2:]})
    if exported.place.is_hidden:
        memory = machine.memory
        machine.on_read(
            range(BASIC, BASIC_END), lambda at: memory[at] if not memory[PORT] & 1 else 0xEA
        )
    machine.pc, machine.s, machine.p = entry, 0xF6, 0
    shown = shown_tiles(exported)
    chance = Random(1)
    while machine.cycles < CYCLES:
        machine.run(NOWHERE, FRAME)
        for address in WRITTEN_BY_THE_INTERRUPT:
            machine.memory[address] = chance.randrange(256)
        if _on_the_screen(exported, machine) == shown:
            break
    return machine


def with_digits(prg: bytes) -> bytes:
    """A program's file whose line of BASIC has its digits where ours have them."""
    at = prg.index(0x9E, 2)
    digits = bytes(byte for byte in prg[at + 1 : at + 8] if chr(byte).isdigit())
    return prg[:6] + b"\x9e" + digits[:4] + b"\0" + prg[12:]


def difference(exported: Exported, machine: Simulator) -> str:
    """What the machine has other than the reference; "" if nothing."""
    spec, dungeon = exported.module.layout.spec, exported.module.dungeon
    wanted = PythonBuilder(spec).build(Request(dungeon, SEED)).regions
    for name, (start, length) in exported.module.regions.items():
        # It does not count tiles.
        if name != "statistics" and bytes(machine.memory[start : start + length]) != wanted[name]:
            return f"{name} is wrong"
    shown = shown_tiles(exported)
    return "" if _on_the_screen(exported, machine) == shown else "the screen is wrong"


def shown_tiles(exported: Exported) -> bytes:
    """The screen codes of the map's corner that the example shows, a row after the other."""
    spec, dungeon = exported.module.layout.spec, exported.module.dungeon
    size = spec.dungeons[dungeon].map
    packed = PythonBuilder(spec).build(Request(dungeon, SEED)).regions["map"]
    tiles = unpack(packed, size.width, size.height, size.bits_per_tile)
    glyphs = {
        code: screen_code(spec.tiles[name].glyph.upper())
        for name, code in spec.codes_of(dungeon).items()
    }
    return bytes(
        glyphs[tiles[y * size.width + x]]
        for y in range(min(ROWS, size.height))
        for x in range(min(COLUMNS, size.width))
    )


def _on_the_screen(exported: Exported, machine: Simulator) -> bytes:
    """What the machine has where the example shows those tiles."""
    size = exported.module.layout.spec.dungeons[exported.module.dungeon].map
    return b"".join(
        bytes(
            machine.memory[SCREEN + COLUMNS * y : SCREEN + COLUMNS * y + min(COLUMNS, size.width)]
        )
        for y in range(min(ROWS, size.height))
    )
