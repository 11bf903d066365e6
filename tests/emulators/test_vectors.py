"""Our own simulator of a 6502, judged by vectors of our own, whose results are VICE's.

`python tests/hunts/vectors.py --write` makes them.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from functools import cache

import pytest
from helpers.processor_cases import (
    CARRY,
    DECIMAL,
    FLAGS,
    NEGATIVE,
    NO_INTERRUPTS,
    OVERFLOW,
    ZERO,
    Case,
    packed,
    unpacked,
    wrong_in,
)
from helpers.tools import needs_cc, simulator_library
from hunts import vectors
from hunts.vectors import OPCODES, PULLED, PUSHED, STACK, VECTORS_EACH
from py65.devices.mpu6502 import MPU

from pygen.emulators.roms import Roms
from pygen.emulators.simulator import Simulator


@cache
def kept() -> list[Case]:
    return list(unpacked(lzma.decompress(vectors.FILE.read_bytes())))


@cache
def by_opcode() -> dict[int, list[Case]]:
    found = defaultdict(list)
    for case in kept():
        found[case.opcode].append(case)
    return dict(found)


@needs_cc
@pytest.mark.parametrize("is_watched", [False, True])
def test_every_vector_has_its_state_and_cycles(is_watched: bool) -> None:
    simulator = Simulator(simulator_library())
    if is_watched:
        simulator.keep_account()
    wrong = wrong_in(simulator, kept())
    assert not wrong, (len(wrong), sorted({hex(case.opcode) for case, *_ in wrong}), wrong[0])


def test_vice_gives_the_vectors(stub: Roms) -> None:
    """One of each opcode; the script itself compares all."""
    cases = [vectors.drawn(opcode, number) for number, opcode in enumerate(OPCODES)]
    expected = [by_opcode()[opcode][number] for number, opcode in enumerate(OPCODES)]
    assert list(vectors.judged(cases, stub)) == expected


def test_packing_loses_nothing() -> None:
    some = kept()[::100]
    assert list(unpacked(packed(some))) == some
    assert vectors.FILE.stat().st_size <= vectors.LARGEST_FILE


def test_every_documented_opcode_has_its_vectors() -> None:
    assert list(by_opcode()) == OPCODES and len(OPCODES) == 151
    for cases in by_opcode().values():
        assert len({(case.before, *case.memory.items()) for case in cases}) == VECTORS_EACH == 200


ALL = sum(FLAGS)
CHANGED_BY_RESULT = {
    "ADC SBC": NEGATIVE | OVERFLOW | ZERO | CARRY,
    "ASL ROL ROR CMP CPX CPY": NEGATIVE | ZERO | CARRY,
    "LSR": ZERO | CARRY,
    "BIT": NEGATIVE | OVERFLOW | ZERO,
    "LDA LDX LDY AND ORA EOR TAX TAY TXA TYA TSX PLA INX INY DEX DEY INC DEC": NEGATIVE | ZERO,
    "PLP RTI": ALL,
}
CLEARED = {
    "CLC": CARRY, "CLD": DECIMAL, "CLI": NO_INTERRUPTS, "CLV": OVERFLOW, "LSR": NEGATIVE,
}  # fmt: skip
SET = {"SEC": CARRY, "SED": DECIMAL, "SEI": NO_INTERRUPTS, "BRK": NO_INTERRUPTS}


def test_every_flag_is_set_and_clear_before_and_after() -> None:
    """Each flag of each opcode goes from each value to each that it can have then."""
    by_result = {
        name: flags for names, flags in CHANGED_BY_RESULT.items() for name in names.split()
    }
    for opcode, cases in by_opcode().items():
        name = MPU.disassemble[opcode][0]
        for flag in FLAGS:
            if by_result.get(name, 0) & flag:
                possible = {(0, 0), (0, flag), (flag, 0), (flag, flag)}
            elif CLEARED.get(name, 0) & flag:
                possible = {(0, 0), (flag, 0)}
            elif SET.get(name, 0) & flag:
                possible = {(0, flag), (flag, flag)}
            else:
                possible = {(0, 0), (flag, flag)}
            found = {(case.before.p & flag, case.after.p & flag) for case in cases}
            assert found == possible, (name, hex(opcode), flag)


def operand(case: Case) -> int:
    """The byte or word behind the opcode."""
    low, high = (case.memory.get(case.before.pc + place & 0xFFFF, 0) for place in (1, 2))
    return low | high << 8 if length(case.opcode) == 3 else low


def length(opcode: int) -> int:
    """Of an instruction, in bytes."""
    mode = MPU.disassemble[opcode][1]
    return 1 if mode in ("imp", "acc") else 3 if mode in ("abs", "abx", "aby", "ind") else 2


def rare_things(case: Case) -> dict[str, bool]:
    """What a vector of this opcode may be about, and whether this one is."""
    name, mode = MPU.disassemble[case.opcode]
    state, value = case.before, operand(case)
    index = state.y if mode in ("zpy", "aby", "iny") else state.x
    found = {}
    if mode in ("zpx", "zpy", "inx"):
        found["zero page wraps"] = value + index > 0xFF
    if mode in ("abx", "aby"):
        found["page is crossed"] = (value & 0xFF) + index > 0xFF
    if mode == "iny":
        found["page is crossed"] = case.memory[value] + index > 0xFF
    if mode in ("inx", "iny"):
        at = value + index if mode == "inx" else value
        found["pointer wraps"] = at & 0xFF == 0xFF
    if mode == "ind":
        found["pointer's page wraps"] = value & 0xFF == 0xFF
    if mode == "rel":
        found["branch is taken"] = case.cycles > 2
        found["branch leaves its page"] = case.cycles > 3
        found["offset is negative"] = case.cycles > 2 and value > 0x7F
        found["page is left backwards"] = case.cycles > 3 and value > 0x7F
        found["page is left forwards"] = case.cycles > 3 and value <= 0x7F
    if name in PUSHED:
        found["stack wraps"] = state.s < max(1, PUSHED[name] - 1)
    if name in PULLED:
        found["stack wraps"] = state.s + PULLED[name] > 0xFF
    if name == "JSR":
        found["operand is overwritten"] = state.pc + 2 - STACK in (state.s, state.s - 1)
    if length(case.opcode) > 1:
        found["code crosses a page"] = (state.pc & 0xFF) + length(case.opcode) > 0x100
    return found


def test_pages_are_crossed_and_zero_page_wraps() -> None:
    """And the opposite of each, for each opcode."""
    seen = set()
    for opcode, cases in by_opcode().items():
        things = [rare_things(case) for case in cases]
        for thing in things[0]:
            seen.add(thing)
            assert {found[thing] for found in things} == {False, True}, (hex(opcode), thing)
    assert len(seen) == 12


def test_crossing_a_page_takes_a_cycle_more_only_where_it_reads() -> None:
    for opcode, cases in by_opcode().items():
        name, mode = MPU.disassemble[opcode]
        changes = name in ("STA", "ASL", "LSR", "ROL", "ROR", "INC", "DEC")
        varies = mode in ("abx", "aby", "iny") and not changes
        least = min(case.cycles for case in cases)
        for case in cases:
            more = varies and rare_things(case)["page is crossed"]
            assert mode == "rel" or case.cycles == least + more, hex(opcode)
        if mode == "rel":
            assert {case.cycles for case in cases} == {2, 3, 4}
