"""The depacker for ZX0 on the C64: its text for assemblers, and its cycles.

Its text is `templates/export/zx0.inc.j2`. It is assembled here, too, so that its size and its
cycles can be told on a machine without any of those assemblers.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.opcodes import CODES, LENGTHS, Mode, Opcode
from pygen.base.project import TEMPLATES
from pygen.emit.templates import render
from pygen.emulators.simulator import Simulator
from pygen.programs.zx0 import Unpacked

ZEROPAGE = 0x57
"""The first byte of zero page that it is measured with."""

START = 0x0334
"""Where its code is measured: in the cassette buffer."""

DECIMAL = 0x08
"""The decimal flag."""

CYCLES_OF_JSR = 6

MOST_CYCLES = 1000
"""More cycles than a byte takes."""

TEMPLATE = "export/zx0.inc.j2"


def depacker_text(file: str, mark: str) -> str:
    """The text of the depacker in a file of this name; for KickAssembler if it ends with
    `_kick.asm`."""
    values = {"file": file, "mark": mark, "size": depacker_size()}
    return render((TEMPLATES, TEMPLATES), TEMPLATE, values)


def depacker_size() -> int:
    """The bytes of its machine code, wherever it is."""
    return len(machine_code(START))


@cache
def machine_code(start: int, zeropage: int = ZEROPAGE) -> bytes:
    """The depacker's machine code for an address, with its variables in zero page."""
    text = render((TEMPLATES, TEMPLATES), TEMPLATE, {"file": "", "mark": "", "size": 0})
    return assembled(text, start, {"zx0_zeropage": zeropage})


def unpacking_cycles(packed: bytes, unpacked: Unpacked, to: int, library: Path) -> int:
    """The cycles of unpacking to the address `to` on the simulator in `library`, with the call and
    the return.

    The packed bytes are where the unpacked ones overwrite them. Raises EmulatorFailed if other
    bytes come out.
    """
    machine = Simulator(library)
    end = to + len(unpacked.data)
    source = end + unpacked.distance - len(packed)
    words = source.to_bytes(2, "little") + to.to_bytes(2, "little")
    machine.load({START: machine_code(START), ZEROPAGE: words, source: packed})
    machine.p &= ~DECIMAL
    cycles = machine.call(START, MOST_CYCLES * end)
    if bytes(machine.memory[to:end]) != unpacked.data:
        raise EmulatorFailed("the depacker does not give the bytes that were packed")
    return cycles + CYCLES_OF_JSR


# ------------------------------------------------------------------ assembling

_LINE = re.compile(r"(?:(\w+):)?\s*(?:(\w+) = (.+)|([a-z]{3})(?:\s+(\S.*))?)?")
_OPERANDS: tuple[tuple[str, Mode, Mode], ...] = (
    (r"#(.+)", "immediate", "immediate"),
    (r"\((.+),x\)", "(zero page,x)", "(zero page,x)"),
    (r"\((.+)\),y", "(zero page),y", "(zero page),y"),
    (r"(.+)", "zero page", "absolute"),
)
"""The forms of operands, each with its mode for zero page and its mode for other addresses."""


def assembled(text: str, start: int, symbols: dict[str, int]) -> bytes:
    """Machine code of a text of labels, constants and instructions that need no more than what the
    depacker has."""
    known = dict(symbols)
    # Labels are above zero page, so the first pass finds the length of every instruction.
    for _ in range(2):
        code = bytearray()
        for line in text.splitlines():
            parts = _LINE.fullmatch(line.partition(";")[0].rstrip())
            if parts is None:
                raise ValueError(line)
            label, constant, value, name, operand = parts.groups()
            if label:
                known[label] = start + len(code)
            if constant:
                known[constant] = _value(value, known)
            if name:
                code += _instruction(name, operand, start + len(code), known)
    return bytes(code)


def _instruction(name: str, operand: str | None, at: int, known: dict[str, int]) -> bytes:
    if operand is None:
        is_implied = Opcode(name, "implied") in CODES
        return bytes([CODES[Opcode(name, "implied" if is_implied else "accumulator")]])
    near, far, value = next(
        (near, far, _value(parts[1], known))
        for form, near, far in _OPERANDS
        if (parts := re.fullmatch(form, operand))
    )
    if Opcode(name, "relative") in CODES:
        return bytes([CODES[Opcode(name, "relative")], (value - at - 2) & 0xFF])
    mode = near if value < 0x100 else far
    return bytes([CODES[Opcode(name, mode)]]) + value.to_bytes(LENGTHS[mode] - 1, "little")


def _value(text: str, known: dict[str, int]) -> int:
    """The value of a number, a name, or a sum of these. A name that is not known yet is above zero
    page."""
    words = text.split(" + ")
    numbers = (int(word.replace("$", "0x"), 0) for word in words if not word[0].isalpha())
    return sum(numbers) + sum(known.get(word, 0x100) for word in words if word[0].isalpha())
