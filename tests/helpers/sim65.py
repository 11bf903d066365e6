"""sim65, the simulator of cc65: a check of our own simulator.

The file format and the calls at $FFF7 (write) and $FFF9 (exit) are described in sim65's
documentation.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

WRITE, EXIT = 0xFFF7, 0xFFF9
LOAD_ADDRESS, MEMORY_END = 0x0200, 0xFFF0
POINTER = 0x00
"""Where in zero page a call's arguments are pointed to."""


def ending(start: int, length: int, at: int) -> bytes:
    """Machine code for `at` that writes `length` bytes from `start`, and ends the program."""
    arguments = at + 23
    code = bytes((0xA9, arguments & 0xFF, 0x85, POINTER, 0xA9, arguments >> 8, 0x85, POINTER + 1))
    code += bytes((0xA9, length & 0xFF, 0xA2, length >> 8, 0x20, WRITE & 0xFF, WRITE >> 8))
    code += bytes((0xA9, 0x00, 0x4C, EXIT & 0xFF, EXIT >> 8))
    code += bytes(arguments - at - len(code))
    return code + start.to_bytes(2, "little") + b"\x01\x00"


def run(memory: bytes, start: int, folder: Path, most_cycles: int = 1_000_000) -> bytes | None:
    """Run a program in `memory` of 64 KiB: what it writes, or None if that is nothing."""
    file = folder / "program.sim65"
    header = b"sim65" + bytes((2, 0, POINTER))
    header += LOAD_ADDRESS.to_bytes(2, "little") + start.to_bytes(2, "little")
    file.write_bytes(header + memory[LOAD_ADDRESS:MEMORY_END])
    command = ["sim65", "-x", str(most_cycles), str(file)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    return done.stdout or None
