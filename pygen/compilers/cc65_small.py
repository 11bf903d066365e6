"""Shorter forms of what cc65 makes of indexes and pointers, for dungeons that prefer size.

cc65 adds an index to an address whenever the index is no variable, or something must be calculated
before the value is stored. Where both are bytes, an instruction with an index does the same. A
pointer in zero page need not be copied before it is used. Each change is made only where nothing
reads what the shorter form leaves otherwise in registers and in `ptr1`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pygen.compilers.cc65_locals import BLOCK

_LINE = re.compile(r"^(?:(\w+):)?\s+([a-z]{3})(?:\s+(\S.*?))?\s*(?:;.*)?$")
_LABEL = re.compile(r"^(\w+):\s*$")
_LOW = re.compile(r"^#<\((.+)\)$")
_BRANCHES = {f"{first}{rest}" for first in "bj" for rest in ("eq", "ne", "cc", "cs", "mi", "pl")}
_BRANCHES |= {"bvc", "bvs", "jvc", "jvs"}
_ON_A = {"asl", "lsr", "rol", "ror"}
_READS_A = {"sta", "adc", "sbc", "and", "ora", "eor", "cmp", "tax", "tay", "pha", "bit"}
_KILLS = {"A": {"lda", "txa", "tya", "pla"}, "X": {"ldx", "tax", "tsx"}, "Y": {"ldy", "tay"}}
_READS_X = {"inx", "dex", "txa", "stx", "cpx", "txs"}
_READS_Y = {"iny", "dey", "tya", "sty", "cpy"}
_STORES = {"sta", "stx", "sty"}
LOW, HIGH = "ptr1", "ptr1+1"
_DROPS = {f"incsp{n}" for n in range(1, 9)}
"""Functions of the library that only move the pointer to the stack; all but the first change Y."""
_PUSHES = {"pusha": ("A", ""), "pusha0": ("A", "X"), "pushax": ("AX", "")}
"""Functions of the library that push: what they read, and what they set besides Y."""


_IN_ZERO_PAGE = re.compile(rf"(?m)^(?:\t\.importzp\t(?=_)|(?=L[0-9A-F]{{4}} = {BLOCK}))(\w+)")
"""Labels of variables in zero page."""

_CALCULATES = re.compile(r"(?:tos(?:icmp|add|sub|and|or|xor)|bool|mulax|decax|incax|bneg)\w*")
"""Functions of the library that read A and X, or flags, but neither Y nor ptr1."""


@dataclass
class _Step:
    """An instruction, with the labels, and the lines for debuggers, before it."""

    labels: tuple[str, ...]
    name: str
    operand: str
    before: str = ""


class _Function:
    """The code of a function: its instructions, and where its labels are."""

    def __init__(self, steps: list[_Step]) -> None:
        self.steps = steps
        self.places = {label: at for at, one in enumerate(steps) for label in one.labels}
        self._zeros: list[bool] | None = None

    def is_read(self, what: str, at: int, at_end: bool = False) -> bool:
        """Whether a register, or a byte of ptr1, may be read from an instruction on before it is
        set. `at_end` says whether the caller, or a function that is called, may read it."""
        seen = set[int]()
        waiting = [at]
        while waiting:
            at = waiting.pop()
            while at not in seen:
                seen.add(at)
                if at >= len(self.steps):
                    return True
                one = self.steps[at]
                is_call = one.name in ("jsr", "jmp") and one.operand not in self.places
                if one.name == "rts" or (one.name == "jmp" and one.operand in _DROPS):
                    if what == "A" or (what == "X" and at_end):
                        return True
                    break
                if is_call and one.operand.startswith("_"):
                    if what == "A" or (what == "X" and at_end):
                        return True
                    break
                if is_call and one.name == "jsr" and one.operand in _DROPS:
                    if what == "Y" and one.operand != "incsp1":
                        break
                    at += 1
                    continue
                if is_call and one.name == "jsr" and _CALCULATES.fullmatch(one.operand):
                    if what == "X" and one.operand.startswith("bool"):
                        break
                    if what == "X" and one.operand.endswith("a0"):
                        break
                    if what in "AX":
                        return True
                    at += 1
                    continue
                if is_call:
                    reads, sets = _PUSHES.get(one.operand, ("AXY" + LOW + HIGH, ""))
                    if what in reads or one.name == "jmp":
                        return True
                    if what in (sets, "Y"):
                        break
                    at += 1
                    continue
                if _reads(one, what):
                    return True
                if _sets(one, what):
                    break
                if one.name == "jmp" or one.name in _BRANCHES:
                    if one.operand not in self.places:
                        return True
                    if one.name == "jmp":
                        at = self.places[one.operand]
                        continue
                    waiting.append(self.places[one.operand])
                at += 1
        return False

    def x_is_zero(self, at: int) -> bool:
        """Whether X is certainly 0 before an instruction."""
        if self._zeros is None:
            self._zeros = self._where_x_is_zero()
        return self._zeros[at]

    def _where_x_is_zero(self) -> list[bool]:
        found: list[bool | None] = [None] * len(self.steps)
        waiting = [(0, False)]
        while waiting:
            at, is_zero = waiting.pop()
            while at < len(self.steps):
                known = found[at]
                if known is not None and (is_zero or not known):
                    break
                found[at] = is_zero
                one = self.steps[at]
                if one.name in _BRANCHES:
                    waiting.append((self.places.get(one.operand, at), is_zero))
                if one.name == "rts":
                    break
                if one.name == "jmp":
                    if one.operand not in self.places:
                        break
                    at = self.places[one.operand]
                    continue
                if one.name == "ldx":
                    is_zero = one.operand == "#$00"
                elif one.name in ("inx", "dex", "tax", "tsx"):
                    is_zero = False
                elif one.name == "jsr" and one.operand != "pusha":
                    is_zero = one.operand == "pusha0"
                at += 1
        return [bool(one) for one in found]

    def are_read(self, names: Collection[str], at: int) -> bool:
        """Whether any of these may be read from an instruction on."""
        return any(self.is_read(what, at) for what in names)


def _reads(one: _Step, what: str) -> bool:
    operand = one.operand
    if what == "A":
        return one.name in _READS_A or (one.name in _ON_A and operand in ("", "a"))
    if what == "X":
        return one.name in _READS_X or operand.endswith((",x", ",x)"))
    if what == "Y":
        return one.name in _READS_Y or operand.endswith(",y")
    if operand.startswith("(ptr1"):
        return True
    return operand == what and one.name not in _STORES


def _sets(one: _Step, what: str) -> bool:
    if what in _KILLS:
        return one.name in _KILLS[what]
    return one.operand == what and one.name in _STORES


def shortened(text: str) -> str:
    """The assembly of a unit with shorter forms."""
    in_zero_page = _IN_ZERO_PAGE.findall(text)
    parts = re.split(r"(?m)^(?=\.proc\b)|(?<=\n)(?=\.endproc)", text)
    return "".join(
        _shortened(part, in_zero_page) if part.startswith(".proc") else part for part in parts
    )


def _shortened(text: str, in_zero_page: Collection[str]) -> str:
    head, mark, body = text.rpartition('.segment\t"CODE"\n')
    if not mark or ".segment" in body:
        return text
    steps: list[_Step] = []
    labels: list[str] = []
    before = ""
    for line in body.splitlines():
        if not line.strip():
            continue
        if line.startswith("\t.dbg"):
            before += f"{line}\n"
            continue
        alone, match = _LABEL.match(line), _LINE.match(line)
        if alone:
            labels.append(alone[1])
        elif match:
            labels += [match[1]] if match[1] else []
            steps.append(_Step(tuple(labels), match[2], match[3] or "", before))
            labels, before = [], ""
        else:
            return text
    if labels:
        return text
    changed, at, function = False, 0, _Function(steps)
    while at < len(steps):
        new = (
            _with_index(function, at)
            or _stored_by_index(function, at)
            or _without_copy(function, at, in_zero_page)
        )
        if new is None:
            at += 1
        else:
            steps, changed, function = new, True, _Function(new)
    if not changed:
        return text
    lines = []
    for one in steps:
        lines += [one.before, *(f"{label}:\n" for label in one.labels)]
        lines.append(f"\t{one.name}\t{one.operand}\n" if one.operand else f"\t{one.name}\n")
    return f"{head}{mark}\n{''.join(lines)}{before}\n"


def _names(steps: Sequence[_Step], at: int, *wanted: str) -> bool:
    """Whether instructions follow that read like these, the later ones without labels."""
    found = steps[at : at + len(wanted)]
    return len(found) == len(wanted) and all(
        f"{one.name} {one.operand}".strip() == text and (number == 0 or not one.labels)
        for number, (one, text) in enumerate(zip(found, wanted))
    )


def _with_index(function: _Function, at: int) -> list[_Step] | None:
    """The code with a byte that is read by an index in Y, to which a number may be added; None if
    there is none here."""
    steps = function.steps
    begin, more = at, ""
    added = (
        re.fullmatch(r"#\$([0-9A-F]{2})", steps[at + 1].operand) if at + 12 < len(steps) else None
    )
    if added and _names(steps, at, "clc", f"adc {steps[at + 1].operand}"):
        branch = steps[at + 2]
        if branch.name != "bcc" or not _names(steps, at + 2, f"bcc {branch.operand}", "inx"):
            return None
        more = f"+{int(added[1], 16)}"
        if sum(branch.operand == one.operand for one in steps) != 1 or steps[at + 2].labels:
            return None
        at += 4
        if steps[at].labels != (branch.operand,) or not function.x_is_zero(begin):
            return None
    if at + 6 >= len(steps) or not _names(steps, at, "sta ptr1"):
        return None
    upper, address = steps[at + 1], re.fullmatch(r"#>\((.+)\)", steps[at + 3].operand)
    if not address or (upper.name, upper.operand) not in (("lda", "#$00"), ("txa", "")):
        return None
    if upper.name == "txa" and not more and not function.x_is_zero(at):
        return None
    if more and upper.name != "txa":
        return None
    place = address[1]
    if not _names(steps, at + 2, "clc", f"adc #>({place})", "sta ptr1+1", f"ldy #<({place})"):
        return None
    end, between = at + 6, []
    if _names(steps, end, "ldx #$00"):
        between, end = [steps[end]], end + 1
    if any(one.labels for one in steps[at + 1 : end + 1]):
        return None
    if not _names(steps, end, "lda (ptr1),y"):
        return None
    if function.are_read(("Y", LOW, HIGH), end + 1):
        return None
    if more and not between and function.is_read("X", end + 1):
        return None
    first = steps[begin]
    new = [
        _Step(first.labels, "tay", "", first.before),
        *between,
        _Step((), "lda", f"{place}{more},y"),
    ]
    return [*steps[:begin], *new, *steps[end + 1 :]]


def _stored_by_index(function: _Function, at: int) -> list[_Step] | None:
    """The code with bytes that are read and stored by an index in Y instead of an address that was
    calculated from it; None if there is none here."""
    steps = function.steps
    low = _LOW.match(steps[at].operand)
    if steps[at].name != "lda" or not low or at + 8 >= len(steps):
        return None
    place, added, branch = low[1], steps[at + 3], steps[at + 4]
    if added.name != "adc" or not re.fullmatch(r"\w+", added.operand) or branch.name != "bcc":
        return None
    index, target = added.operand, branch.operand
    if not (
        _names(steps, at + 1, f"ldx #>({place})", "clc", f"adc {index}", f"bcc {target}", "inx")
        and not steps[at + 1].labels
        and steps[at + 6].labels == (target,)
        and _names(steps, at + 6, "sta ptr1", "stx ptr1+1")
        and sum(one.operand == target for one in steps) == 1
    ):
        return None
    if function.is_read("A", at + 8) or function.is_read("X", at + 8):
        return None
    new, end = _at_index(function, at + 8, f"{place},y", index)
    if new is None:
        return None
    return [*steps[:at], _Step((*steps[at].labels, *new[0].labels), new[0].name, new[0].operand),
            *new[1:], *steps[end:]]  # fmt: skip


def _at_index(
    function: _Function, at: int, operand: str, index: str
) -> tuple[list[_Step] | None, int]:
    """The code from an instruction on up to the last use of ptr1 where Y is 0, with another
    operand for which Y is the index, and what is behind it. None if that is not possible."""
    steps = function.steps
    new: list[_Step] = []
    y_is_zero = y_is_index = False
    while at < len(steps) and function.are_read((LOW, HIGH), at):
        one = steps[at]
        if one.labels or one.name in ("jsr", "jmp", "rts", *_BRANCHES):
            return None, at
        if one.operand == "(ptr1),y":
            if not (y_is_zero or y_is_index):
                return None, at
            if not y_is_index:
                if new and (new[-1].name, new[-1].operand) == ("ldy", "#$00"):
                    new.pop()
                new.append(_Step((), "ldy", index))
            y_is_zero, y_is_index = False, True
            new.append(_Step((), one.name, operand))
        elif "ptr1" in one.operand:
            return None, at
        else:
            if one.operand == index and one.name not in ("lda", "ldx", "ldy", "adc", "sbc", "cmp"):
                return None, at
            if y_is_index and _reads(one, "Y"):
                return None, at
            if one.name in ("ldy", "tay", "iny", "dey"):
                y_is_zero, y_is_index = (one.name, one.operand) == ("ldy", "#$00"), False
            new.append(one)
        at += 1
    if not new or (y_is_index and function.is_read("Y", at)):
        return None, at
    return new, at


def _without_copy(
    function: _Function, at: int, in_zero_page: Collection[str]
) -> list[_Step] | None:
    """The code with a pointer that is used where it is; None if there is none here."""
    steps = function.steps
    pointer = steps[at].operand
    if pointer not in in_zero_page or not _names(
        steps, at, f"lda {pointer}", f"ldx {pointer}+1", "sta ptr1", "stx ptr1+1"
    ):
        return None
    end = at + 4
    if function.is_read("A", end) or function.is_read("X", end):
        return None
    new: list[_Step] = []
    while end < len(steps) and function.are_read((LOW, HIGH), end):
        one = steps[end]
        if one.labels or one.name in ("jsr", "jmp", "rts", *_BRANCHES):
            return None
        if one.operand == "(ptr1),y":
            one = _Step((), one.name, f"({pointer}),y")
        elif "ptr1" in one.operand or (
            one.operand in (pointer, f"{pointer}+1") and one.name not in ("lda", "ldx", "ldy")
        ):
            return None
        new.append(one)
        end += 1
    if not new:
        return None
    first = _Step(steps[at].labels, new[0].name, new[0].operand)
    return [*steps[:at], first, *new[1:], *steps[end:]]
