"""Our own simulator of a 6502, judged by cases and rules that are not ours."""

from __future__ import annotations

import lzma
import os
from pathlib import Path

import pytest
from helpers.processor_cases import (
    ALWAYS_SET,
    BREAK,
    CARRY,
    DECIMAL,
    NEGATIVE,
    OVERFLOW,
    ZERO,
    unpacked,
    wrong_in,
)
from helpers.tools import needs_cc

from pygen.base.errors import EmulatorFailed
from pygen.builders.simulator import build_simulator
from pygen.emulators.simulator import INITIAL_BYTE, Ending, Simulator

pytestmark = needs_cc

CASES_VARIABLE = "UNDERCROFT_PROCESSOR_TESTS"
"""Names the file of Tom Harte's cases in their compact form."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_simulator(tmp_path_factory.mktemp("simulator"))


@pytest.fixture
def simulator(library: Path) -> Simulator:
    return Simulator(library)


@pytest.mark.skipif(
    not os.environ.get(CASES_VARIABLE), reason=f"{CASES_VARIABLE} names no file of cases"
)
@pytest.mark.parametrize("is_watched", [False, True])
def test_every_case_has_its_state_and_cycles(simulator: Simulator, is_watched: bool) -> None:
    cases = list(unpacked(lzma.decompress(Path(os.environ[CASES_VARIABLE]).read_bytes())))
    assert len({case.opcode for case in cases}) == 151
    if is_watched:
        simulator.keep_account()
    wrong = wrong_in(simulator, cases)
    assert not wrong, (len(wrong), wrong[0])


def added(a: int, value: int, carry: int) -> tuple[int, int]:
    """The sum in decimal mode and its flags, after Bruce Clark's description of the NMOS 6502,
    digit by digit: V and N are those of the sum before its high digit is adjusted."""
    low = (a & 15) + (value & 15) + carry
    low_digit, to_high = ((low + 6) & 15, 1) if low > 9 else (low, 0)
    high = (a >> 4) + (value >> 4) + to_high
    signed = _signed(a & 0xF0) + _signed(value & 0xF0) + 16 * to_high + low_digit
    flags = NEGATIVE if high & 8 else 0
    flags |= OVERFLOW if not -128 <= signed <= 127 else 0
    flags |= 0 if (a + value + carry) & 0xFF else ZERO
    high_digit, to_carry = ((high + 6) & 15, CARRY) if high > 9 else (high, 0)
    return high_digit << 4 | low_digit, flags | to_carry


def subtracted(a: int, value: int, carry: int) -> tuple[int, int]:
    """The difference in decimal mode; its flags are those of the binary one."""
    borrow = 1 - carry
    low = (a & 15) - (value & 15) - borrow
    high = (a >> 4) - (value >> 4) - (low < 0)
    result = ((high - 6 if high < 0 else high) & 15) << 4 | ((low - 6 if low < 0 else low) & 15)
    binary = a - value - borrow
    signed = _signed(a) - _signed(value) - borrow
    flags = (binary & NEGATIVE) | (0 if binary & 0xFF else ZERO) | (CARRY if binary >= 0 else 0)
    return result, flags | (0 if -128 <= signed <= 127 else OVERFLOW)


def _signed(byte: int) -> int:
    return byte - 256 if byte & 0x80 else byte


@pytest.mark.parametrize(("opcode", "rule"), [(0x69, added), (0xE9, subtracted)])
def test_decimal_mode_is_right_for_all_operands(simulator: Simulator, opcode, rule) -> None:  # type: ignore[no-untyped-def]
    wrong = []
    for a in range(256):
        for value in range(256):
            simulator.load({0x1000: bytes([opcode, value])})
            for carry in (0, 1):
                simulator.a, simulator.pc, simulator.p = a, 0x1000, DECIMAL | carry
                simulator.step()
                flags = simulator.p & (CARRY | ZERO | OVERFLOW | NEGATIVE)
                if (simulator.a, flags) != rule(a, value, carry):
                    wrong.append((a, value, carry, simulator.a, flags, rule(a, value, carry)))
    assert not wrong, (len(wrong), wrong[0])


def test_memory_and_registers_are_dirty_at_first(simulator: Simulator) -> None:
    assert bytes(simulator.memory) == bytes([INITIAL_BYTE]) * 0x10000
    assert simulator.p & DECIMAL


def test_a_call_returns_with_its_cycles(simulator: Simulator) -> None:
    # ldx #3, loop: dex, bne loop, rts
    simulator.load({0x2000: bytes([0xA2, 3, 0xCA, 0xD0, 0xFD, 0x60])})
    assert simulator.call(0x2000, 1000) == 2 + 3 * 2 + 2 * 3 + 2 + 6
    assert simulator.s == 0x7F


def test_what_does_not_return_or_is_no_instruction_is_an_error(simulator: Simulator) -> None:
    simulator.load({0x2000: bytes([0x4C, 0x00, 0x20]), 0x3000: b"\x02"})
    with pytest.raises(EmulatorFailed, match="limit of 500 cycles"):
        simulator.call(0x2000, 500)
    with pytest.raises(EmulatorFailed, match=r"illegal instruction, \$02 at \$3000"):
        simulator.call(0x3000, 500)


def test_every_other_opcode_is_an_error(simulator: Simulator) -> None:
    unknown = 0
    for opcode in range(256):
        simulator.load({0x2000: bytes([opcode, 0, 0x30])})
        simulator.pc = 0x2000
        try:
            simulator.step()
        except EmulatorFailed:
            unknown += 1
            assert simulator.pc == 0x2000
    assert unknown == 256 - 151


def test_break_and_its_return(simulator: Simulator) -> None:
    simulator.load({0x2000: b"\x00\xff\xea", 0x3000: b"\x40", 0xFFFE: b"\x00\x30"})
    simulator.pc, simulator.p = 0x2000, CARRY
    assert simulator.step() == 7
    assert simulator.pc == 0x3000 and simulator.p & 0x04
    assert simulator.memory[0x17D] == CARRY | ALWAYS_SET | BREAK
    assert simulator.step() == 6
    assert (simulator.pc, simulator.p & ~BREAK, simulator.s) == (0x2002, CARRY | ALWAYS_SET, 0x7F)


def test_reads_and_writes_are_watched(simulator: Simulator) -> None:
    # lda $d012, sta $0400, inc $0401, rts
    code = bytes([0xAD, 0x12, 0xD0, 0x8D, 0x00, 0x04, 0xEE, 0x01, 0x04, 0x60])
    simulator.load({0x2000: code, 0x0401: b"\x07"})
    seen: list[tuple[int, int]] = []
    simulator.keep_account()
    simulator.on_read(range(0xD000, 0xD400), lambda address: address & 0xFF)
    simulator.on_write(range(0x0400, 0x0402), lambda address, value: seen.append((address, value)))
    simulator.call(0x2000, 100)
    assert seen == [(0x0400, 0x12), (0x0401, 0x08)]
    assert simulator.written() == {0x0400, 0x0401}
    assert {0xD012, 0x0401} <= simulator.read_from()
    simulator.halt_after_write(0x0400)
    simulator.put_call(0xFFFC)
    simulator.pc = 0x2000
    assert simulator.run() is Ending.HALTED and simulator.pc == 0x2006
    simulator.halt_before(0x2009)
    assert simulator.run() is Ending.HALTED and simulator.pc == 0x2009


def test_an_error_of_a_callback_is_raised(simulator: Simulator) -> None:
    def refuse(_address: int, _value: int) -> None:
        raise ValueError("not here")

    simulator.load({0x2000: bytes([0x8D, 0x00, 0x04, 0x60])})
    simulator.on_write(range(0x0400, 0x0401), refuse)
    with pytest.raises(ValueError, match="not here"):
        simulator.call(0x2000, 100)


def test_a_profile_adds_up(simulator: Simulator) -> None:
    simulator.load({0x2000: bytes([0xA2, 3, 0xCA, 0xD0, 0xFD, 0x60])})
    cycles, times = simulator.profile()
    spent = simulator.call(0x2000, 1000)
    assert sum(cycles) == spent
    assert (times[0x2002], times[0x2003], cycles[0x2003]) == (3, 3, 2 * 3 + 2)
