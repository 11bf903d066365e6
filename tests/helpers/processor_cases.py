"""Cases of single instructions of a 6502, and files of them: Tom Harte's, and our own vectors.

A case in a file is the opcode, the state before and after, and the cycles. A state is the registers
and a list of addresses and bytes, the same addresses before and after.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pygen.emulators.simulator import Simulator

CARRY, ZERO, NO_INTERRUPTS, DECIMAL, OVERFLOW, NEGATIVE = 0x01, 0x02, 0x04, 0x08, 0x40, 0x80
FLAGS = (CARRY, ZERO, NO_INTERRUPTS, DECIMAL, OVERFLOW, NEGATIVE)
BREAK, ALWAYS_SET = 0x10, 0x20

_MAGIC = b"HRT1"
_COUNT = struct.Struct("<I")
_REGISTERS = struct.Struct("<HBBBBBH")
_BYTE = struct.Struct("<HB")


class State(NamedTuple):
    """The registers. In `p` the bit ALWAYS_SET is set, and BREAK has no meaning."""

    pc: int
    s: int
    a: int
    x: int
    y: int
    p: int


class Case(NamedTuple):
    """An instruction: what is before it, and what must be after it."""

    opcode: int
    before: State
    memory: dict[int, int]
    after: State
    expected: dict[int, int]
    cycles: int


def unpacked(data: bytes) -> Iterator[Case]:
    """The cases in a file's data."""
    at = len(_MAGIC) + _COUNT.size

    def state() -> tuple[State, dict[int, int]]:
        nonlocal at
        *registers, count = _REGISTERS.unpack_from(data, at)
        at += _REGISTERS.size
        end = at + count * _BYTE.size
        memory = dict(_BYTE.iter_unpack(data[at:end]))
        at = end
        return State(*registers), memory

    for _ in range(_COUNT.unpack_from(data, len(_MAGIC))[0]):
        opcode = data[at]
        at += 1
        before, after = state(), state()
        at += 1
        yield Case(opcode, *before, *after, data[at - 1])
    assert at == len(data)


def packed(cases: Iterable[Case]) -> bytes:
    """A file's data; `unpacked` gives the cases again."""
    records = []
    for case in cases:
        record = bytes([case.opcode])
        for state, memory in ((case.before, case.memory), (case.after, case.expected)):
            record += _REGISTERS.pack(*state, len(memory))
            record += b"".join(_BYTE.pack(*item) for item in memory.items())
        records.append(record + bytes([case.cycles]))
    return _MAGIC + _COUNT.pack(len(records)) + b"".join(records)


def wrong_in(simulator: Simulator, cases: Iterable[Case]) -> list[tuple[Case, State, int]]:
    """The cases that the simulator does otherwise, each with its registers and cycles then.

    All memory is compared, so a write to any other address is wrong, too.
    """
    wrong = []
    machine, memory = simulator, bytearray(simulator.memory)
    for case in cases:
        for address, value in case.memory.items():
            machine.memory[address] = memory[address] = value
        machine.pc, machine.s, machine.a, machine.x, machine.y, machine.p = case.before
        cycles = machine.step()
        found = State(machine.pc, machine.s, machine.a, machine.x, machine.y, machine.p)
        for address, value in case.expected.items():
            memory[address] = value
        has_state = _without_break(found) == _without_break(case.after)
        if not has_state or cycles != case.cycles or bytes(machine.memory) != memory:
            wrong.append((case, found, cycles))
            memory[:] = machine.memory
    return wrong


def _without_break(state: State) -> State:
    return state._replace(p=state.p & ~BREAK)
