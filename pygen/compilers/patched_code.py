"""The bytes of a module that its own kernels patch while they run.

A kernel in assembly declares what it patches (docs/kind-reference.md). The compilers say nothing of
the addresses of such code, so it is looked for in the module by its opcodes and constants.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pygen.base.errors import CompileFailed
from pygen.base.opcodes import CODES, Mode, Opcode

_LINE = re.compile(r"\s+(?P<name>[a-z]{3})(?:\s+(?P<operand>[^;]*?))?\s*(?:;(?P<comment>.*))?")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LABEL = re.compile(r"\w+:\s*(?:;.*)?")
_OPERAND, _OPCODE = "patched operand", "patched opcode"


@dataclass(frozen=True)
class PatchedBytes:
    """Addresses in a module: of the operands that it patches, both bytes of each, and of the
    opcodes, each of which is either itself or an rts."""

    operands: frozenset[int] = frozenset()
    opcodes: frozenset[int] = frozenset()

    def __or__(self, other: PatchedBytes) -> PatchedBytes:
        return PatchedBytes(self.operands | other.operands, self.opcodes | other.opcodes)


NOT_PATCHED = PatchedBytes()


def patched_bytes(text: str, image: bytes, start: int) -> PatchedBytes:
    """The patched bytes that `text` declares, in a module at `start`.

    `text` are instructions one behind the other, a line each, with comments `patched operand` or
    `patched opcode`; it may have comments of C, too. A symbol is an address in zero page, except
    behind `jmp` and before an index. There are none if the module does not have these instructions,
    because the compiler's kernel is in C. Raises CompileFailed for a line that cannot be read, and
    for instructions that are there twice.
    """
    pattern = b""
    length = 0
    operands: list[int] = []
    opcodes: list[int] = []
    for line in _COMMENT.sub("", text).splitlines():
        if not line.strip() or _LABEL.fullmatch(line):
            continue
        match = _LINE.fullmatch(line)
        opcode = match and _opcode(match["name"], match["operand"] or "")
        if not match or not opcode:
            raise CompileFailed(
                f"a kernel's patched code: this instruction cannot be read: {line.strip()}",
                "Write the address as a number or as one symbol.",
            )
        comment = match["comment"] or ""
        if _OPCODE in comment:
            opcodes.append(length)
        if _OPERAND in comment:
            operands += range(length + 1, length + opcode.length)
        pattern += re.escape(bytes((CODES[opcode],)))
        constant = re.sub(r"[#,xy]", "", match["operand"] or "")
        if constant.isdecimal() and _OPERAND not in comment:
            pattern += re.escape(int(constant).to_bytes(opcode.length - 1, "little"))
        else:
            pattern += b"." * (opcode.length - 1)
        length += opcode.length
    found = [match.start() + start for match in re.finditer(pattern, image, re.DOTALL)]
    if len(found) > 1:
        raise CompileFailed(
            f"the patched code of a kernel is in the module {len(found)} times",
            "Declare more of its instructions as patched.",
        )
    return PatchedBytes(
        frozenset(at + offset for at in found for offset in operands),
        frozenset(at + offset for at in found for offset in opcodes),
    )


def _opcode(name: str, operand: str) -> Opcode | None:
    """The instruction with this name and operand in assembly; None if there is none."""
    base, comma, index = operand.partition(",")
    mode: Mode
    if not operand:
        mode = "accumulator" if name in ("asl", "lsr", "rol", "ror") else "implied"
    elif base.startswith("#"):
        mode = "immediate"
    elif base.startswith("("):
        if not base.endswith(")") or index != "y":
            return None
        mode = "(zero page),y"
    elif comma or name in ("jmp", "jsr"):
        mode = "absolute,x" if index == "x" else "absolute,y" if index else "absolute"
    else:
        is_far = base.isdecimal() and int(base) > 0xFF
        mode = "absolute" if is_far else "zero page"
    opcode = Opcode(name, mode)
    return opcode if opcode in CODES else None
