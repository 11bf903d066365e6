"""The bytes of zero page that a piece of machine code writes, and the places that it reaches.

The code is followed from its entries through all branches, jumps and calls; every branch is
followed both ways. Only a branch that the preceding instruction decides, as in `lda #0` and `beq`,
is followed one way, because there may be data on the other way. Nothing is run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pygen.base.errors import CompileFailed
from pygen.base.opcodes import OPCODES

_WRITES_ZERO_PAGE = frozenset((0x84, 0x85, 0x86, 0xE6, 0xC6, 0x06, 0x26, 0x46, 0x66))
"""sty, sta, stx, inc, dec, asl, rol, lsr and ror with a zero page address."""
_WRITES_ABSOLUTE = frozenset((0x8C, 0x8D, 0x8E, 0xEE, 0xCE, 0x0E, 0x2E, 0x4E, 0x6E))
_STORES_BY_INDEX = frozenset(
    (0x94, 0x95, 0x96, 0xF6, 0xD6, 0x16, 0x36, 0x56, 0x76)
    + (0x99, 0x9D, 0xFE, 0xDE, 0x1E, 0x3E, 0x5E, 0x7E)
)
"""The same instructions with an index."""
_BRANCHES = frozenset((0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0))
_JSR, _JMP, _JMP_INDIRECT = 0x20, 0x4C, 0x6C
_STA_ZERO_PAGE_X = 0x95
_ENDS = frozenset((0x00, 0x40, 0x60))
"""Instructions that end a path: brk, rti and rts."""
_LOADS = frozenset((0xA9, 0xA2, 0xA0))
"""Instructions that load a constant: lda, ldx and ldy."""
_KEEPS_FLAGS = frozenset(
    (0x84, 0x85, 0x86, 0x8C, 0x8D, 0x8E, 0x94, 0x95, 0x96, 0x99, 0x9D, 0x81, 0x91, _JMP)
) | _BRANCHES  # fmt: skip
"""Stores, jumps and branches, which do not change the flags."""
_CARRY = {0x18: frozenset((0x90,)), 0x38: frozenset((0xB0,))}
"""The branches decided by clc and sec."""
_OPPOSITE = 0x20
"""The bit that distinguishes a branch from the one with the opposite condition."""


_UNKNOWN = frozenset[int]()
_AFTER_LOADS = {
    (is_negative, is_zero): frozenset((0x30 if is_negative else 0x10, 0xF0 if is_zero else 0xD0))
    for is_negative in (False, True)
    for is_zero in (False, True)
}


def _decided(opcode: int, operand: int, before: frozenset[int]) -> frozenset[int]:
    """The branches, by opcode, that are certainly taken after an instruction. `before` are the
    branches decided before it."""
    if opcode in _LOADS:
        return _AFTER_LOADS[operand >= 0x80, operand == 0]
    return _CARRY.get(opcode, before if opcode in _KEEPS_FLAGS else _UNKNOWN)


_LENGTHS = [OPCODES[code].length if code in OPCODES else 1 for code in range(256)]


@dataclass(frozen=True)
class _Routine:
    """What follows from an address up to the next return: the bytes of zero page that it writes
    itself, the routines that it calls, its jumps and branches from where to where, its loops that
    copy bytes, and where its instructions are and the addresses that they name."""

    written: set[int] = field(default_factory=set)
    called: set[int] = field(default_factory=set)
    jumps: set[tuple[int, int]] = field(default_factory=set)
    loops: list[range] = field(default_factory=list)
    places: set[int] = field(default_factory=set)


class ZeroPageUse:
    """Code that begins at `start`. Its routines are read once, whatever calls them.

    An indexed store that begins in `bank` is assumed to write all of it. An indexed store in a loop
    that copies bytes, as compilers emit it, writes as many bytes as the loop counts.
    """

    def __init__(self, image: bytes, start: int, bank: range = range(0)) -> None:
        self._image, self._start, self._bank = image, start, bank
        self._routines: dict[int, _Routine] = {}

    def writes(self, entries: Iterable[int]) -> set[int]:
        """The addresses in zero page that code at `entries` writes.

        Raises CompileFailed for code outside the image, an indirect jump, or any other indexed
        store into zero page, because the effect of these is not visible.
        """
        found = self._reached(entries)
        for loop in (loop for routine in found for loop in routine.loops):
            # A jump into the loop from elsewhere may have another index.
            for routine in found:
                if any(target in loop and source not in loop for source, target in routine.jumps):
                    raise _cannot_be_seen("stores into zero page by an index", loop.start)
        return set[int]().union(*(routine.written for routine in found))

    def places(self, entries: Iterable[int]) -> set[int]:
        """Where the instructions are that code at `entries` may come to, and the addresses that
        they name; not those that it computes. Raises CompileFailed as `writes` does."""
        return set[int]().union(*(routine.places for routine in self._reached(entries)))

    def _reached(self, entries: Iterable[int]) -> list[_Routine]:
        """The routines that code at `entries` calls, and itself."""
        found: dict[int, _Routine] = {}
        waiting = list(entries)
        while waiting:
            entry = waiting.pop()
            if entry not in found:
                if entry not in self._routines:
                    self._routines[entry] = self._read(entry)
                found[entry] = self._routines[entry]
                waiting += found[entry].called
        return list(found.values())

    def _read(self, entry: int) -> _Routine:
        image, start, bank = self._image, self._start, self._bank
        routine = _Routine()
        written, jumps = routine.written, routine.jumps
        waiting = [(entry, _UNKNOWN)]
        seen = set[tuple[int, frozenset[int]]]()
        while waiting:
            at, decided = waiting.pop()
            while (at, decided) not in seen:
                seen.add((at, decided))
                place = at - start
                if not 0 <= place < len(image):
                    raise _cannot_be_seen("runs code outside itself", at)
                opcode = image[place]
                length = _LENGTHS[opcode]
                if place + length > len(image):
                    raise _cannot_be_seen("runs code outside itself", start + len(image))
                operand = int.from_bytes(image[place + 1 : place + length], "little")
                routine.places.add(at)
                if length == 3:
                    routine.places.add(operand)
                if opcode in _WRITES_ZERO_PAGE or (opcode in _WRITES_ABSOLUTE and operand < 0x100):
                    written.add(operand)
                elif opcode in _STORES_BY_INDEX and operand in bank:
                    written.update(bank)
                elif opcode == _STA_ZERO_PAGE_X and (loop := _copying_loop(image, place)):
                    routine.loops.append(range(loop.start + start, loop.stop + start))
                    last = image[loop.start - 1]
                    written.update((operand + number) & 0xFF for number in range(last + 1))
                elif opcode in _STORES_BY_INDEX and operand < 0x100:
                    raise _cannot_be_seen("stores into zero page by an index", at)
                elif opcode == _JMP_INDIRECT:
                    raise _cannot_be_seen("jumps to an address that it reads", at)
                if opcode in _ENDS:
                    break
                if opcode in _BRANCHES:
                    target = at + 2 + (operand ^ 0x80) - 0x80
                    jumps.add((at, target))
                    if opcode in decided:
                        at = target
                        continue
                    if opcode ^ _OPPOSITE not in decided:
                        waiting.append((target, decided))
                elif opcode == _JSR:
                    routine.called.add(operand)
                if opcode in (_JSR, _JMP):
                    jumps.add((at, operand))
                decided = _decided(opcode, operand, decided)
                at = operand if opcode == _JMP else at + length
        return routine


def _copying_loop(image: bytes, place: int) -> range | None:
    """The copying loop `lda source,x`, `sta target,x`, `dex`, `bpl` after `ldx #last` that contains
    the store at `place`; None if there is none."""
    for load, size in ((0xB5, 2), (0xBD, 3)):
        first = place - size
        if (
            first >= 2
            and image[first - 2] == 0xA2
            and image[first - 1] < 0x80
            and image[first] == load
            and image[place + 2 : place + 5] == bytes((0xCA, 0x10, 0x100 - size - 5))
        ):
            return range(first, place + 5)
    return None


def _cannot_be_seen(what: str, address: int) -> CompileFailed:
    return CompileFailed(f"the module {what} at ${address:04x}", "Change that code.")
