"""Shorter forms of what cc65 makes of indexes and pointers, for dungeons that prefer size.

cc65 adds an index to an address whenever the index is no variable, or something must be calculated
before the value is stored. Where both are bytes, an instruction with an index does the same.

A shorter form leaves other values in some registers and flags, and in ptr1. It is used only where
none of these is read before it is set again, nothing jumps between the instructions that it
replaces, and nothing that they store can change the index, which it reads later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pygen.compilers.cc65_assembly import (
    HIGH,
    LEAVES,
    LOW,
    PROCEDURE,
    STORES,
    Function,
    Instruction,
    Signature,
    function_of,
    signatures,
)

_CHANGES = STORES | {"inc", "dec", "asl", "lsr", "rol", "ror"}
"""Instructions that may change memory."""

_Shorter = tuple[list[Instruction], int]
"""What replaces instructions, and which one is behind these."""


def shortened(text: str) -> str:
    """The assembly of a unit with shorter forms."""
    known = signatures(text)
    return "".join(
        _shortened(part, known) if part.startswith(".proc") else part
        for part in PROCEDURE.split(text)
    )


def _shortened(text: str, known: Mapping[str, Signature]) -> str:
    """The assembly of a function with shorter forms."""
    parts = function_of(text, known)
    if not parts:
        return text
    head, function, end = parts
    changed, at = False, 0
    while at < len(function.code):
        shorter = _read_by_index(function, at) or _used_by_index(function, at)
        if shorter is None:
            at += 1
            continue
        new, behind = shorter
        code = function.code
        before = code[at].before + new[0].before
        first = Instruction(code[at].labels, new[0].name, new[0].operand, before)
        function = function.with_code([*code[:at], first, *new[1:], *code[behind:]])
        changed = True
    if not changed:
        return text
    return f"{head}{''.join(one.text for one in function.code)}{end}\n"


def _reads(code: Sequence[Instruction], at: int, *wanted: str) -> bool:
    """Whether instructions follow that read like these, the later ones without labels."""
    found = code[at : at + len(wanted)]
    return [str(one) for one in found] == list(wanted) and not any(one.labels for one in found[1:])


def _sum_in_ax(function: Function, at: int, added: str) -> bool:
    """Whether a byte is added to A, and the carry to X."""
    code = function.code
    if not _reads(code, at, "clc", f"adc {added}", str(code[at + 2]), "inx"):
        return False
    branch, behind = code[at + 2], code[at + 4]
    return (
        branch.name == "bcc"
        and behind.labels == (branch.operand,)
        and sum(one.operand == branch.operand for one in code) == 1
    )


def _read_by_index(function: Function, start: int) -> _Shorter | None:
    """A byte of an array of constant address is read; the index is in A, and a number may be added
    to it."""
    code, at, more = function.code, start, ""
    if start + 12 < len(code):
        number = re.fullmatch(r"#\$([0-9A-F]{2})", code[start + 1].operand)
        if number and _sum_in_ax(function, start, number[0]):
            at, more = start + 4, f"+{int(number[1], 16)}"
    if at + 7 >= len(code):
        return None
    upper = str(code[at + 1])
    address = re.fullmatch(r"#>\(([\w+]+)\)", code[at + 3].operand)
    if not address or upper not in (("txa",) if more else ("txa", "lda #$00")):
        return None
    place = address[1]
    wanted = (f"adc #>({place})", "sta ptr1+1", f"ldy #<({place})")
    if not _reads(code, at, "sta ptr1", upper, "clc", *wanted):
        return None
    if upper == "txa" and not function.x_is_zero(start):
        return None
    clears_x = _reads(code, at + 5, str(code[at + 5]), "ldx #$00")
    end = at + 7 if clears_x else at + 6
    if not _reads(code, end - 1, str(code[end - 1]), "lda (ptr1),y"):
        return None
    other = {"Y", "C", "V", LOW, HIGH} | ({"X"} if more and not clears_x else set())
    if function.are_read(other, end + 1):
        return None
    between = [code[end - 1]] if clears_x else []
    return [Instruction((), "tay"), *between, Instruction((), "lda", f"{place}{more},y")], end + 1


def _used_by_index(function: Function, at: int) -> _Shorter | None:
    """Bytes are read and stored at an address that is a constant and a variable."""
    code = function.code
    low = re.fullmatch(r"#<\(([\w+]+)\)", code[at].operand)
    if not low or at + 8 >= len(code) or not re.fullmatch(r"\w+", code[at + 3].operand):
        return None
    place, index = low[1], code[at + 3].operand
    if not (
        _reads(code, at, f"lda #<({place})", f"ldx #>({place})", "clc")
        and not code[at + 2].labels
        and _sum_in_ax(function, at + 2, index)
        and _reads(code, at + 6, "sta ptr1", "stx ptr1+1")
    ):
        return None
    if function.are_read("AXZCV", at + 8):
        return None
    return _at_index(function, at + 8, f"{place},y", index)


def _at_index(function: Function, at: int, operand: str, index: str) -> _Shorter | None:
    """The instructions up to the last use of ptr1, where Y is 0, with another operand for which Y
    is the index."""
    code, end = function.code, at
    new: list[Instruction] = []
    y_is_zero = y_is_index = is_changed = False
    while function.are_read((LOW, HIGH), end):
        one = code[end]
        is_use = one.operand == "(ptr1),y"
        if one.labels or one.name in LEAVES or ("ptr1" in one.operand and not is_use):
            return None
        if is_use:
            if is_changed or not (y_is_zero or y_is_index):
                return None
            if y_is_zero:
                if new and str(new[-1]) == "ldy #$00":
                    new.pop()
                new.append(Instruction((), "ldy", index))
            y_is_zero, y_is_index = False, True
            new.append(Instruction((), one.name, operand, one.before))
        else:
            if y_is_index and one.reads("Y"):
                return None
            if one.sets("Y"):
                y_is_zero, y_is_index = str(one) == "ldy #$00", False
            new.append(one)
        if one.name in _CHANGES:
            is_changed |= one.operand == index or not re.fullmatch(r"\w+(?:\+1)?", one.operand)
        end += 1
    if not new or (y_is_index and function.is_read("Y", end)):
        return None
    last = next((one for one in reversed(new) if one.sets("Z")), None)
    if last is not None and str(last) == f"ldy {index}" and function.is_read("Z", end):
        return None
    return new, end
