"""A bare 6502 to run machine code on: a program ends by jumping to `EXIT`."""

from __future__ import annotations

from helpers.tools import simulator_library

from pygen.emulators.simulator import INITIAL_BYTE, Ending, Simulator

EXIT = 0xFF00
DIRTY = INITIAL_BYTE
"""What the memory is filled with, as no program should rely on anything there."""
CYCLE_LIMIT = 20_000_000


def run(pieces: dict[int, bytes], start: int, dump: range) -> bytes:
    """Load `pieces` at their addresses, run from `start` until EXIT, return `dump`'s bytes."""
    machine = Simulator(simulator_library())
    machine.load(pieces)
    machine.pc = start
    ending = machine.run(EXIT, CYCLE_LIMIT)
    assert ending is Ending.AT_THE_END, "did not end within its limit of cycles"
    return bytes(machine.memory[dump.start : dump.stop])
