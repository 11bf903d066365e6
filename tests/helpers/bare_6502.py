"""A bare 6502 to run machine code on: cc65's simulator, without any of its library.

All 64 KiB are RAM, filled with a pattern that no program should rely on. A program ends by calling
`EXIT`, which writes a part of the memory to standard output. sim65's documentation describes the
file format and the calls at $FFF7 and $FFF9.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

EXIT = 0xFF00
POWER_ON = 0xFF80
DIRTY = 0xA5
OTHER_STACK = 0x7F
"""Where the hardware stack points at power on and in EXIT: sim65's calls need it to be sane."""
CYCLE_LIMIT = 20_000_000


def run(folder: Path, pieces: dict[int, bytes], start: int, dump: range) -> bytes:
    """Load `pieces` at their addresses, run from `start` until EXIT, return `dump`'s bytes."""
    memory = bytearray([DIRTY]) * 0x10000
    memory[0xFFF0:] = bytes(16)
    for address, data in pieces.items():
        memory[address : address + len(data)] = data
    memory[EXIT : EXIT + 32] = _exit(dump).ljust(32, b"\0")
    power_on = bytes(
        [0xA2, OTHER_STACK, 0x9A]                   # ldx, txs: not where a program wants it
        + [0xA2, 0x02, 0xA9, DIRTY]                 # ldx #$02, lda #DIRTY
        + [0x95, 0x00, 0xE8, 0xD0, 0xFB]            # sta $00,x, inx, bne back to sta
        + [0x4C, start & 0xFF, start >> 8]          # jmp start
    )  # fmt: skip
    memory[POWER_ON : POWER_ON + len(power_on)] = power_on
    load = 0x0100
    header = b"sim65" + bytes([2, 0, 0xFB]) + _word(load) + _word(POWER_ON)
    file = folder / "memory.sim65"
    file.write_bytes(header + memory[load:0xFFF0])
    done = subprocess.run(
        ["sim65", "-x", str(CYCLE_LIMIT), str(file)], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, f"sim65 ended with {done.returncode}: {done.stderr!r}"
    return done.stdout


def _exit(dump: range) -> bytes:
    """write(1, dump.start, len(dump)), exit(0): arguments on a stack that $FB points to."""
    arguments = EXIT + 23
    code = bytes(
        [0xA2, OTHER_STACK, 0x9A]
        + [0xA9, arguments & 0xFF, 0x85, 0xFB, 0xA9, arguments >> 8, 0x85, 0xFC]
        + [0xA9, len(dump) & 0xFF, 0xA2, len(dump) >> 8, 0x20, 0xF7, 0xFF]
        + [0xA9, 0x00, 0x4C, 0xF9, 0xFF]
    )
    return code.ljust(23, b"\0") + _word(dump.start) + _word(1)


def _word(value: int) -> bytes:
    return value.to_bytes(2, "little")
