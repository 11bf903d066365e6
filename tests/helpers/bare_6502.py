"""A bare 6502 to run machine code on: a program that ends by jumping to `EXIT` needs no library.

It is sim65 as the product runs it. EXIT writes a part of the memory to standard output.
"""

from __future__ import annotations

from pygen.emulators.sim65 import INITIAL_BYTE, Sim65, exit_call, write_call

EXIT = 0xFF00
DIRTY = INITIAL_BYTE
"""What the memory is filled with, as no program should rely on anything there."""
POINTER = 0xFB
"""EXIT overwrites these two bytes; $00 and $01, the port of a C64, are left to the program."""
CYCLE_LIMIT = 20_000_000

# EXIT's calls need a sane stack, wherever the program had its own.
SET_STACK = bytes([0xA2, 0x7F, 0x9A])  # ldx #$7f, txs


def run(pieces: dict[int, bytes], start: int, dump: range) -> bytes:
    """Load `pieces` at their addresses, run from `start` until EXIT, return `dump`'s bytes."""
    call = write_call(EXIT + len(SET_STACK), dump.start, len(dump), POINTER)
    pieces = {**pieces, EXIT: SET_STACK + call + exit_call()}
    output = Sim65.find().run(pieces, start, CYCLE_LIMIT, POINTER)
    assert not output.ending, output.ending
    return output.data
