"""Functions in cc65's assembly: their instructions, and what is still needed after each of them.

A function is read only if everything in it is understood. Each instruction, and each function of
cc65's library that is known here, reads some of the registers A, X and Y, the flags Z (which stands
for N, too), C and V and the bytes of ptr1, and sets some of them. A function of the library that is
not known here may read all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LOW, HIGH = "ptr1", "ptr1+1"

PROCEDURE = re.compile(r"(?m)^(?=\.proc\b)|(?<=\n)(?=\.endproc)")
"""What splits the assembly of a unit into functions and what is between them."""

_HEADER = re.compile(r"(?m)^; (.+?) __near__ (?:__\w+__ )?(\w+) \((?:[^()]*, )?([^(),]+)\)$")
NAME = re.compile(r"\.proc\s+(\w+)")
"""The name of a function, at its begin."""

_TAKES_ANY_NUMBER = re.compile(r"\bjsr\s+enter\b")
_CODE = '.segment\t"CODE"\n'
_LABEL = re.compile(r"(\w+):\s*")
_LINE = re.compile(r"(?:(\w+):)?\s+([a-z]{3})(?:\s+([^\s;](?:[^;]*[^\s;])?))?\s*(?:;.*)?")
_OPERAND = re.compile(r"|a|#.+|[\w$+-]+(?:,[xy])?|\([\w$+-]+(?:\),y|,x\))")

STORES = frozenset(("sta", "stx", "sty"))
_ON_Z = frozenset(f"{first}{rest}" for first in "bj" for rest in ("eq", "ne", "mi", "pl"))
_ON_C = frozenset(("bcc", "bcs", "jcc", "jcs"))
_ON_V = frozenset(("bvc", "bvs", "jvc", "jvs"))
BRANCHES = _ON_Z | _ON_C | _ON_V
LEAVES = BRANCHES | {"jsr", "jmp", "rts"}
"""Instructions behind which another one than the next may follow."""

_SHIFTS = frozenset(("asl", "lsr", "rol", "ror"))
_EFFECTS = {
    "lda": ("", "AZ"), "ldx": ("", "XZ"), "ldy": ("", "YZ"),
    "sta": ("A", ""), "stx": ("X", ""), "sty": ("Y", ""),
    "tax": ("A", "XZ"), "tay": ("A", "YZ"), "txa": ("X", "AZ"), "tya": ("Y", "AZ"),
    "inx": ("X", "XZ"), "dex": ("X", "XZ"), "iny": ("Y", "YZ"), "dey": ("Y", "YZ"),
    "adc": ("AC", "AZCV"), "sbc": ("AC", "AZCV"),
    "and": ("A", "AZ"), "ora": ("A", "AZ"), "eor": ("A", "AZ"),
    "cmp": ("A", "ZC"), "cpx": ("X", "ZC"), "cpy": ("Y", "ZC"), "bit": ("A", "ZV"),
    "asl": ("", "ZC"), "lsr": ("", "ZC"), "rol": ("C", "ZC"), "ror": ("C", "ZC"),
    "inc": ("", "Z"), "dec": ("", "Z"), "clc": ("", "C"), "sec": ("", "C"), "clv": ("", "V"),
    "pha": ("A", ""), "pla": ("", "AZ"), "rts": ("", ""), "jmp": ("", ""), "jsr": ("", ""),
    **dict.fromkeys(_ON_Z, ("Z", "")),
    **dict.fromkeys(_ON_C, ("C", "")),
    **dict.fromkeys(_ON_V, ("V", "")),
}  # fmt: skip
"""What instructions read and set."""

_ALL = "AXYZCV"
LIBRARY = {
    "pusha": ("A", "YZ"),
    "pusha0": ("A", "XYZCV"),
    "pushax": ("AX", "YZCV"),
    **dict.fromkeys(("incsp1", "incsp2"), ("", "Z")),
    **{f"incsp{number}": ("A", "YZCV") for number in range(3, 9)},
    **{f"tos{name}a0": ("A", "AXYZCV") for name in ("add", "sub", "and", "or", "xor")},
    **{f"tos{name}ax": ("AX", "AXYZCV") for name in ("add", "sub", "and", "or", "xor")},
    "tosicmp0": ("A", "AXYZCV"),
    "tosicmp": ("AX", "AXYZCV"),
    **{f"bool{name}": ("ZC", "AX") for name in ("eq", "ne", "ult", "ule", "ugt", "uge")},
    "bnega": ("A", "AX"),
    "ldaxi": ("AX", "AXYZ"),
    "ldax0sp": ("", "AXYZ"),
}
"""What functions of the library read and set; none of these reads ptr1."""


@dataclass(frozen=True)
class Instruction:
    """An instruction, with the labels, and the lines for debuggers, before it."""

    labels: tuple[str, ...]
    name: str
    operand: str = ""
    before: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.operand}".rstrip()

    @property
    def text(self) -> str:
        labels = "".join(f"{label}:\n" for label in self.labels)
        return f"{self.before}{labels}\t{self.name}\t{self.operand}".rstrip() + "\n"

    def sets(self, what: str) -> bool:
        """Whether it sets a register, a flag or a byte of memory that has a name."""
        return what in self._effects[1] or (self.name in STORES and self.operand == what)

    def reads(self, what: str) -> bool:
        """Whether it may read a register, a flag or a byte of memory that has a name."""
        if what in _ALL:
            indexes = {"X": (",x", ",x)"), "Y": (",y",)}.get(what, ())
            return what in self._effects[0] or self.operand.endswith(indexes)
        if self.operand == what:
            return self.name not in STORES
        name = what.partition("+")[0]
        is_other_byte = self.operand in (name, f"{name}+1")
        return bool(re.search(rf"\b{name}\b", self.operand)) and not is_other_byte

    @property
    def _effects(self) -> tuple[str, str]:
        reads, sets = _EFFECTS[self.name]
        is_on_a = self.name in _SHIFTS and self.operand in ("", "a")
        return (f"A{reads}", f"A{sets}") if is_on_a else (reads, sets)


@dataclass(frozen=True)
class Signature:
    """The registers in which a function in C gets an argument, and returns its result. One with any
    number of arguments gets the size of these in Y."""

    arguments: str = "AXY"
    result: str = "AX"


class Function:
    """The code of the function `name`: its instructions, and where its labels are. `signatures`
    are those of functions that are known."""

    def __init__(
        self, code: Sequence[Instruction], name: str, known: Mapping[str, Signature]
    ) -> None:
        self.code, self.name, self.signatures = code, name, known
        self.result = known.get(name, Signature()).result
        self.places = {label: at for at, one in enumerate(code) for label in one.labels}
        self._zeros: list[bool] | None = None

    def with_code(self, code: Sequence[Instruction]) -> Function:
        """The same function with other instructions."""
        return Function(code, self.name, self.signatures)

    def is_read(self, what: str, at: int) -> bool:
        """Whether a register, a flag or a byte of memory may be read from an instruction on before
        it is set."""
        seen = set[int]()
        waiting = [at]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            if at == len(self.code):
                return True
            one = self.code[at]
            is_read, is_set = self._effect(one, what)
            if is_read:
                return True
            if is_set:
                continue
            if one.operand in self.places:
                waiting.append(self.places[one.operand])
            if one.name not in ("jmp", "rts"):
                waiting.append(at + 1)
        return False

    def _effect(self, one: Instruction, what: str) -> tuple[bool, bool]:
        """Whether an instruction, or what it calls, may read something, and whether it sets it."""
        if one.name == "rts":
            return what in self.result, False
        reads, sets = one.reads(what), one.sets(what)
        if one.name not in LEAVES or one.operand in self.places:
            return reads, sets
        if one.operand.startswith("_"):
            reads |= what in self.signatures.get(one.operand, Signature()).arguments
            sets = not _is_variable(what)
        elif one.operand in LIBRARY:
            read, changed = LIBRARY[one.operand]
            reads |= what in read
            sets = what in changed
            if one.name != "jsr" and what in self.result and not sets:
                return True, False
        else:
            return not _is_variable(what), False
        return reads, sets and one.name not in BRANCHES

    def are_read(self, names: Iterable[str], at: int) -> bool:
        """Whether any of these may be read from an instruction on."""
        return any(self.is_read(what, at) for what in names)

    def x_is_zero(self, at: int) -> bool:
        """Whether X is certainly 0 before an instruction."""
        if self._zeros is None:
            self._zeros = self._where_x_is_zero()
        return self._zeros[at]

    def _where_x_is_zero(self) -> list[bool]:
        found: list[bool | None] = [None] * len(self.code)
        waiting = [(0, False)]
        while waiting:
            at, is_zero = waiting.pop()
            if at == len(self.code) or found[at] is False or found[at] == is_zero:
                continue
            found[at] = is_zero
            one = self.code[at]
            if one.operand in self.places:
                waiting.append((self.places[one.operand], is_zero))
            if one.name in ("jmp", "rts"):
                continue
            if one.name == "jsr":
                is_zero = one.operand == "pusha0" or (is_zero and one.operand == "pusha")
            elif one.sets("X"):
                is_zero = str(one) == "ldx #$00"
            waiting.append((at + 1, is_zero))
        return [bool(one) for one in found]


def signatures(text: str) -> dict[str, Signature]:
    """The signatures of the functions in C of a unit, by their labels."""
    registers = {"void": "", "unsigned char": "A", "signed char": "A"}
    found = {
        f"_{name}": Signature(registers.get(last, "AX"), "" if result == "void" else "AX")
        for result, name, last in _HEADER.findall(text)
    }
    for part in PROCEDURE.split(text):
        name = NAME.match(part)
        if name and _TAKES_ANY_NUMBER.search(part):
            found.pop(name[1], None)
    return found


def function_of(text: str, known: Mapping[str, Signature]) -> tuple[str, Function, str] | None:
    """What is before the code of a function that begins with `.proc`, its code, and the lines for
    debuggers behind it; None if there is something that is not understood."""
    name = NAME.match(text)
    head, mark, body = text.rpartition(_CODE)
    code: list[Instruction] = []
    labels: list[str] = []
    before = ""
    for line in filter(str.strip, body.splitlines()):
        if line.startswith("\t.dbg"):
            before += f"{line}\n"
        elif alone := _LABEL.fullmatch(line):
            labels.append(alone[1])
        else:
            match = _LINE.fullmatch(line)
            if not match or match[2] not in _EFFECTS or not _OPERAND.fullmatch(match[3] or ""):
                return None
            labels += [match[1]] if match[1] else []
            code.append(Instruction(tuple(labels), match[2], match[3] or "", before))
            labels, before = [], ""
    function = Function(code, name[1] if name else "", known)
    if not mark or labels or not all(_is_known(one, function.places) for one in code):
        return None
    return f"{head}{mark}\n", function, before


def _is_variable(what: str) -> bool:
    """Whether it is a local variable, which no other function sees."""
    return what not in (*_ALL, LOW, HIGH)


def _is_known(one: Instruction, labels: Iterable[str]) -> bool:
    """Whether all ways from an instruction on are known."""
    if one.name in BRANCHES:
        return one.operand in labels or one.operand.startswith("_") or one.operand in LIBRARY
    if one.name == "jmp":
        return bool(re.fullmatch(r"[A-Za-z_]\w*", one.operand))
    return not any(name in labels for name in re.findall(r"\w+", one.operand))
