"""Our simulator beside others, which have known faults.

Where a test here finds a fault gone, a newer version is installed: take it from the list.
"""

from __future__ import annotations

import random
from pathlib import Path

from helpers import sim65
from helpers.tools import needs_cc, needs_sim65, simulator_library
from py65.devices.mpu6502 import MPU

from pygen.emulators.simulator import Ending, Simulator

DOCUMENTED = [code for code, (name, _) in enumerate(MPU.disassemble) if name != "???"]
DECIMAL = 0x08
NOT_IN_THE_PROCESSOR = 0x30
"""Bits of the flags that only bytes on the stack have."""

WRONG_IN_PY65 = {0xCE}
"""dec of an absolute address: 3 cycles instead of 6 (1.2.0)."""

ROL_ABSOLUTE_X = 0x3E
SUBTRACTIONS = {0xE1, 0xE5, 0xE9, 0xED, 0xF1, 0xF5, 0xF9, 0xFD}
WRONG_IN_SIM65 = {ROL_ABSOLUTE_X} | SUBTRACTIONS
"""rol of an absolute address with x does not run; subtractions in decimal mode (2.19)."""


def test_all_documented_instructions_are_compared() -> None:
    assert len(DOCUMENTED) == 151


@needs_cc
def test_py65_agrees_but_for_its_known_fault(is_long: bool) -> None:
    chance = random.Random("py65")
    wrong = set()
    machine = Simulator(simulator_library())
    for code in DOCUMENTED:
        for _ in range(30 if is_long else 6):
            memory = bytearray(chance.randbytes(0x10000))
            pc = chance.randrange(0x0300, 0xFE00)
            memory[pc] = code
            other = MPU(memory=list(memory), pc=pc)
            machine.memory[:] = bytes(memory)
            machine.pc = pc
            for name in ("a", "x", "y"):
                value = chance.randrange(256)
                setattr(machine, name, value)
                setattr(other, name, value)
            machine.s = other.sp = chance.randrange(256)
            machine.p = other.p = chance.randrange(256) | NOT_IN_THE_PROCESSOR
            spent = machine.step()
            other.step()
            ours = machine.a, machine.x, machine.y, machine.s, machine.pc, spent
            theirs = other.a, other.x, other.y, other.sp, other.pc, other.processorCycles
            same_flags = (machine.p ^ other.p) & ~NOT_IN_THE_PROCESSOR & 0xFF == 0
            if ours != theirs or not same_flags or bytes(other.memory) != bytes(machine.memory):
                wrong.add(code)
    assert wrong == WRONG_IN_PY65, sorted(map(hex, wrong ^ WRONG_IN_PY65))


CODE, TARGETS, RESULTS, RESULTS_END = 0x1000, 0x3000, 0x5000, 0x5400
RUNS = 24

# Those that go elsewhere, or work on the stack, cannot stand in a row with others.
IN_A_ROW = [
    code
    for code in DOCUMENTED
    if MPU.disassemble[code][1] not in ("rel", "ind")
    and MPU.disassemble[code][0] not in "BRK JSR JMP RTS RTI PHA PHP PLA PLP TXS TSX".split()
]
LENGTHS = {
    "imp": 1, "acc": 1, "imm": 2, "zpg": 2, "zpx": 2, "zpy": 2, "inx": 2, "iny": 2,
    "abs": 3, "abx": 3, "aby": 3,
}  # fmt: skip


def program(code: int, chance: random.Random) -> bytes:
    """Memory with a program that runs an instruction again and again, and keeps all results."""
    memory = bytearray(0x10000)
    memory[TARGETS : TARGETS + 0x400] = chance.randbytes(0x400)
    mode = MPU.disassemble[code][1]
    lines = [bytes((0xA2, 0xFF, 0x9A))]  # ldx #$ff, txs
    for address in range(0x10, 0x100, 2):
        for at, value in ((address, chance.randrange(256)), (address + 1, chance.choice(b"01"))):
            lines.append(bytes((0xA9, value, 0x85, at)))  # lda #value, sta at
    for number in range(RUNS):
        a, x, y = chance.randbytes(3)
        flags = chance.randrange(256) & ~0x04 | NOT_IN_THE_PROCESSOR | (number % 2) * DECIMAL
        operand = chance.randrange(256)
        if mode in ("inx", "iny", "zpx", "zpy", "zpg"):
            operand = 0x10 + 2 * chance.randrange(0x70)
        if mode in ("inx", "zpx"):
            x = (0x10 + 2 * chance.randrange(0x70) - operand) & 0xFF
        if mode == "zpy":
            y = (0x10 + 2 * chance.randrange(0x70) - operand) & 0xFF
        target = TARGETS + chance.randrange(0x2FF)
        rest = target.to_bytes(2, "little") if LENGTHS[mode] == 3 else bytes((operand,))
        instruction = (bytes((code,)) + rest)[: LENGTHS[mode]]
        result = RESULTS + 8 * number
        lines.append(bytes((0xA9, flags, 0x48, 0xA2, x, 0xA0, y, 0xA9, a, 0x28)) + instruction)
        # php, cld, sta, stx, sty the results, pla and sta the flags
        for store, place in ((0x8D, 0), (0x8E, 1), (0x8C, 2)):
            prefix = b"\x08\xd8" if place == 0 else b""
            lines.append(prefix + bytes((store,)) + (result + place).to_bytes(2, "little"))
        lines.append(b"\x68\x8d" + (result + 3).to_bytes(2, "little"))
    # What was changed in zero page and in the targets.
    copied = RESULTS + 8 * RUNS
    for address in range(0x10, 0x100):
        lines.append(bytes((0xA5, address, 0x8D)) + copied.to_bytes(2, "little"))
        copied += 1
    code_bytes = b"".join(lines)
    memory[CODE : CODE + len(code_bytes)] = code_bytes
    end = CODE + len(code_bytes)
    last = sim65.ending(TARGETS, RESULTS_END - TARGETS, end)
    memory[end : end + len(last)] = last
    assert end + len(last) <= TARGETS and copied <= RESULTS_END
    return bytes(memory)


@needs_cc
@needs_sim65
def test_sim65_agrees_but_for_its_known_faults(tmp_path: Path) -> None:
    chance = random.Random("sim65")
    wrong = set()
    for code in IN_A_ROW:
        memory = program(code, chance)
        machine = Simulator(simulator_library())
        machine.memory[:] = memory
        machine.pc = CODE
        # Its write call, after which everything is as it shall be.
        assert machine.run(sim65.WRITE, 1_000_000) is Ending.AT_THE_END
        if sim65.run(memory, CODE, tmp_path) != bytes(machine.memory[TARGETS:RESULTS_END]):
            wrong.add(code)
    assert wrong == WRONG_IN_SIM65, sorted(map(hex, wrong ^ WRONG_IN_SIM65))
