"""The machine code of a module as C, which a C compiler makes some twenty times as fast as the
interpreter.

The code is followed from its entries through all branches, jumps and calls, and each instruction
becomes a macro of recompiled.h with a label for its address. Whatever the translation does not
know - an address that was not found, decimal mode, an undocumented opcode, a byte that may change -
leaves the function with the machine as it is, and the interpreter goes on from there.

It must not accept what a C64 would not do. So only bytes that cannot change are translated: every
store to another place is found, and declared patched bytes are read where they are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pygen.base.opcodes import CODES, OPCODES, Opcode

_RTS = CODES[Opcode("rts", "implied")]

_CONDITIONS = {
    "bpl": "!(sign & NEGATIVE)", "bmi": "sign & NEGATIVE", "bvc": "!overflow", "bvs": "overflow",
    "bcc": "!carry", "bcs": "carry", "bne": "zero", "beq": "!zero",
}  # fmt: skip
_LOADS = {"lda": "a", "ldx": "x", "ldy": "y"}
_STORES = {"sta": "a", "stx": "x", "sty": "y"}
_COMPARISONS = {"cmp": "a", "cpx": "x", "cpy": "y"}
_OPERATIONS = {
    "ora": "OR", "and": "AND", "eor": "DIFFER", "adc": "ADD", "sbc": "SUBTRACT", "bit": "BIT",
}  # fmt: skip
_CHANGES = {
    "asl": "SHIFT_LEFT", "lsr": "SHIFT_RIGHT", "rol": "ROTATE_LEFT", "ror": "ROTATE_RIGHT",
    "inc": "++value", "dec": "--value",
}  # fmt: skip
_IMPLIED = {
    "tax": "LOAD(x, a)", "tay": "LOAD(y, a)", "txa": "LOAD(a, x)", "tya": "LOAD(a, y)",
    "tsx": "LOAD(x, s)", "txs": "s = x", "inx": "(++x, GIVES(x))", "iny": "(++y, GIVES(y))",
    "dex": "(--x, GIVES(x))", "dey": "(--y, GIVES(y))", "clc": "carry = 0", "sec": "carry = 1",
    "cli": "masked = 0", "sei": "masked = NO_INTERRUPTS", "clv": "overflow = 0", "cld": "(void)0",
    "nop": "(void)0", "pha": "PUSH(a)", "pla": "LOAD(a, PULL())", "php": "PUSH(FLAGS | BREAK)",
}  # fmt: skip
_ENDS = frozenset(("jmp", "rts"))


@dataclass(frozen=True)
class Code:
    """Machine code to recompile: `image` begins at `start` and is called at `entries`.

    `writable` are the addresses that it may write. Of these only the declared ones are code:
    `patched_operands`, and `patched_opcodes`, each of which is what it is in the image or an rts.
    """

    image: bytes
    start: int
    entries: tuple[int, ...]
    writable: frozenset[int]
    patched_operands: frozenset[int] = frozenset()
    patched_opcodes: frozenset[int] = frozenset()


def recompiled(code: Code) -> str:
    """The C of the function `recompiled_run`, which batch.h describes."""
    return "".join(_Translation(code).text())


class _Translation:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.found = self._followed()

    def text(self) -> Iterator[str]:
        code = self.code
        yield '#include "recompiled.h"\n'
        yield f"BEGIN_RECOMPILED({code.start}, {len(code.image)})\n"
        yield f"static void *const places[{len(code.image)}] = {{\n"
        for at in sorted(self.found):
            yield f"[{at - code.start}] = &&L{at},\n"
        yield "};\nGO(pc, pc);\n"
        for at, opcode in sorted(self.found.items()):
            yield f"L{at}: {self._instruction(at, opcode)}\n"
            after = at + opcode.length
            if opcode.name not in _ENDS and self._following.get(at) != after:
                yield f"{self._jump(at, after)}\n"
        yield "END_RECOMPILED\n"

    def _followed(self) -> dict[int, Opcode]:
        """The instructions that the code can reach, as far as that can be seen, by address."""
        found: dict[int, Opcode] = {}
        waiting = [*self.code.entries, *self.code.patched_opcodes]
        while waiting:
            at = waiting.pop()
            while at not in found and (opcode := self._opcode(at)):
                found[at] = opcode
                if opcode.mode == "relative":
                    waiting.append(self._branch_target(at))
                elif opcode.name in ("jsr", "jmp") and opcode.mode == "absolute":
                    waiting.append(self._word(at + 1))
                if opcode.name in _ENDS:
                    break
                at += opcode.length
        order = sorted(found)
        self._following = dict(pairwise(order))
        return found

    def _opcode(self, at: int) -> Opcode | None:
        """The instruction at an address; None if it is not translated."""
        opcode = OPCODES.get(self._byte(at)) if self._is_inside(at) else None
        if opcode is None or opcode.name in ("brk", "rti", "sed"):
            return None
        operand = range(at + 1, at + opcode.length)
        if not all(map(self._is_inside, operand)):
            return None
        writable = self.code.writable
        is_declared = at not in writable or at in self.code.patched_opcodes
        changing = writable.intersection(operand)
        is_declared &= changing <= self.code.patched_operands
        # The targets of these are translated as constants.
        is_constant = opcode.mode in ("relative", "(absolute)")
        return opcode if is_declared and not (is_constant and changing) else None

    def _is_inside(self, at: int) -> bool:
        return 0 <= at - self.code.start < len(self.code.image)

    def _byte(self, at: int) -> int:
        return self.code.image[at - self.code.start]

    def _word(self, at: int) -> int:
        return self._byte(at) | self._byte(at + 1) << 8

    def _branch_target(self, at: int) -> int:
        return (at + 2 + (self._byte(at + 1) ^ 0x80) - 0x80) & 0xFFFF

    def _jump(self, at: int, target: int) -> str:
        """A jump from the instruction at `at` to a known address."""
        if target not in self.found:
            return f"{{ pc = {target}; from = {at}; goto left; }}"
        return f"{{ BACK({at}); goto L{target}; }}" if target <= at else f"goto L{target};"

    def _instruction(self, at: int, opcode: Opcode) -> str:
        plain = self._plain(at, opcode)
        if at not in self.code.patched_opcodes:
            return plain
        return (
            f"if (memory[{at}] != {CODES[opcode]}) {{ if (memory[{at}] == {_RTS}) RETURN({at}); "
            f"LEAVE({at}); }} {plain}"
        )

    def _plain(self, at: int, opcode: Opcode) -> str:
        name, mode = opcode
        if mode == "relative":
            return f"if ({_CONDITIONS[name]}) {self._jump(at, self._branch_target(at))}"
        if name == "jsr":
            if self._is_patched(at):
                return f"CALL({at}); GO({self._far(at)}, {at});"
            return f"CALL({at}); {self._jump(at, self._word(at + 1))}"
        if name == "jmp":
            if mode == "(absolute)":
                low, high = self._word(at + 1), self._word(at + 1)
                high = (high & 0xFF00) | (high + 1 & 0xFF)
                return f"GO(memory[{low}] | memory[{high}] << 8, {at});"
            if self._is_patched(at):
                return f"GO({self._far(at)}, {at});"
            return self._jump(at, self._word(at + 1))
        if name == "rts":
            return f"RETURN({at});"
        if name == "plp":
            return f"PULL_FLAGS({at + 1});"
        if mode == "implied":
            return f"{_IMPLIED[name]};"
        if mode == "accumulator":
            return f"CHANGE_A({_CHANGES[name]});"
        operand = self._near(at) if mode == "immediate" else f"memory[{self._place(at, opcode)}]"
        if name in _LOADS:
            return f"LOAD({_LOADS[name]}, {operand});"
        if name in _COMPARISONS:
            return f"COMPARE({_COMPARISONS[name]}, {operand});"
        if name in _OPERATIONS:
            return f"{_OPERATIONS[name]}({operand});"
        place = self._place(at, opcode)
        if name in _STORES:
            if self._is_free(at, opcode):
                return f"STORE_FREELY({_STORES[name]}, {place});"
            return f"STORE({_STORES[name]}, {place}, {at});"
        if self._is_free(at, opcode):
            return f"CHANGE_FREELY({_CHANGES[name]}, {place});"
        return f"CHANGE({_CHANGES[name]}, {place}, {at});"

    def _is_patched(self, at: int) -> bool:
        """Whether the operand of the instruction at `at` is patched, or one byte of it."""
        operand = range(at + 1, at + self.found[at].length)
        return not self.code.writable.isdisjoint(operand)

    def _is_free(self, at: int, opcode: Opcode) -> bool:
        """Whether an instruction only writes where the code may write."""
        if opcode.mode not in ("zero page", "absolute") or self._is_patched(at):
            return False
        return self._constant(at, opcode) in self.code.writable

    def _constant(self, at: int, opcode: Opcode) -> int:
        return self._byte(at + 1) if opcode.length == 2 else self._word(at + 1)

    def _near(self, at: int) -> str:
        """An operand of one byte in C."""
        return f"memory[{at + 1}]" if self._is_patched(at) else str(self._byte(at + 1))

    def _far(self, at: int) -> str:
        """An operand of two bytes in C."""
        if self._is_patched(at):
            return f"WORD({at + 1})"
        return str(self._word(at + 1))

    def _place(self, at: int, opcode: Opcode) -> str:
        """The address of an instruction's operand in C."""
        mode = opcode.mode
        if mode == "zero page":
            return self._near(at)
        if mode in ("zero page,x", "zero page,y"):
            return f"(uint8_t)({self._near(at)} + {mode[-1]})"
        if mode == "absolute":
            return self._far(at)
        if mode in ("absolute,x", "absolute,y"):
            sum_ = f"{self._far(at)} + {mode[-1]}"
            return (
                sum_
                if self._far(at).isdecimal() and self._word(at + 1) <= 0xFF00
                else (f"(uint16_t)({sum_})")
            )
        if mode == "(zero page,x)":
            return f"POINTED((uint8_t)({self._near(at)} + x))"
        return f"(uint16_t)(POINTED({self._near(at)}) + y)"
