"""Ask VICE for vectors of a 6502: `python tests/hunts/vectors.py`.

A vector is the state before and after one instruction, and its cycles. There are 200 for each
documented opcode. They judge our simulator (tests/emulators/test_vectors.py), so all that is after
an instruction comes from VICE; the state before is drawn here, always the same. It takes minutes,
and needs VICE and ca65. Without `--write` it says whether tests/emulators/vectors.bin.xz is what
VICE gives, with status 1 if it is not.
"""

from __future__ import annotations

import argparse
import lzma
import struct
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.processor_cases import ALWAYS_SET, FLAGS, Case, State, packed, unpacked  # noqa: E402
from py65.devices.mpu6502 import MPU  # noqa: E402
from rich.progress import track  # noqa: E402

from pygen.base.errors import EmulatorFailed, UserError  # noqa: E402
from pygen.emulators.binary_monitor import BinaryMonitor  # noqa: E402
from pygen.emulators.monitor_messages import Command, Event  # noqa: E402
from pygen.emulators.rom_stub import build_rom_stub  # noqa: E402
from pygen.emulators.roms import Roms  # noqa: E402
from pygen.emulators.simulator import INITIAL_BYTE  # noqa: E402
from pygen.emulators.vice import Vice  # noqa: E402

FILE = ROOT / "tests" / "emulators" / "vectors.bin.xz"
LARGEST_FILE = 1_000_000

OPCODES = [code for code, (name, _) in enumerate(MPU.disassemble) if name != "???"]
VECTORS_EACH = 200

# ------------------------------------------------------------------------ what is before

STACK = 0x0100
BREAK_VECTOR = 0xFFFE
PORT_DIRECTION, PORT = 0x0000, 0x0001
JUMP = 0x02A0
"""Where VICE runs a jump to the instruction."""
RESERVED = {PORT_DIRECTION, PORT, JUMP, JUMP + 1, JUMP + 2}

EDGES = (0x00, 0x01, 0x09, 0x0F, 0x10, 0x7F, 0x80, 0x99, 0xFE, 0xFF)
PUSHED = {"PHA": 1, "PHP": 1, "JSR": 2, "BRK": 3}
PULLED = {"PLA": 1, "PLP": 1, "RTS": 2, "RTI": 3}


class _Unusable(Exception):
    """What was drawn needs an address twice, or one that is reserved."""


class _Drawing:
    """State and memory before an instruction, with more of what is rare than chance would give."""

    def __init__(self, opcode: int, number: int, chance: Random) -> None:
        self.opcode, self.chance = opcode, chance
        self.name, self.mode = MPU.disassemble[opcode]
        self.memory: dict[int, int] = {}
        # Results are zero more often if all operands are. 9 has no divisor in common with the 64
        # combinations of the flags.
        self.is_zero = number % 9 == 0
        self.a, self.x, self.y = (0 if self.is_zero else self.byte() for _ in range(3))
        self.s = self.byte()
        # Each combination of the flags in turn.
        self.p = ALWAYS_SET | sum(flag for bit, flag in enumerate(FLAGS) if number >> bit & 1)
        self.pc = chance.randrange(0x0300, 0xFE00)
        if chance.random() < 0.2:
            # The instruction lies in two pages.
            self.pc = self.pc & 0xFF00 | chance.choice((0xFE, 0xFF))
        if self.name == "JSR" and number % 10 == 0:
            # Its return address overwrites its own operand, whose last byte is read last.
            self.s = chance.randrange(0x10, 0xF0)
            self.pc = STACK + self.s - chance.choice((2, 3))
        self.put_instruction()
        self.put_stack()

    def case(self) -> Case:
        before = State(self.pc, self.s, self.a, self.x, self.y, self.p)
        return Case(self.opcode, before, self.memory, before, {}, 0)

    def byte(self) -> int:
        chance = self.chance
        return chance.choice(EDGES) if chance.random() < 0.4 else chance.randrange(256)

    def value(self) -> int:
        """A byte for the instruction to work with, often one that is near to a register."""
        if self.is_zero:
            return 0
        near = (self.a, self.a ^ 0xFF, -self.a & 0xFF, self.a + 1 & 0xFF, self.x, self.y)
        return self.chance.choice(near) if self.chance.random() < 0.4 else self.byte()

    def put(self, address: int, value: int) -> None:
        address &= 0xFFFF
        if address in RESERVED or self.memory.get(address, value) != value:
            raise _Unusable
        self.memory[address] = value

    def put_decoy(self, address: int) -> None:
        """Another byte where an error in the address would lead to."""
        address &= 0xFFFF
        if address not in RESERVED:
            self.memory.setdefault(address, self.chance.randrange(256))

    def put_operand(self, target: int, *wrong_targets: int) -> None:
        """What the instruction reads or writes, and other bytes where it must not."""
        value = self.value()
        self.put(target, value)
        for address in wrong_targets:
            if address != target & 0xFFFF:
                self.put_decoy(address)

    def low_byte(self, index: int) -> int:
        """One that an index takes over the page's end in half of the draws, if it can."""
        if index and self.chance.random() < 0.5:
            return self.chance.randrange(256 - index, 256)
        return self.chance.randrange(256 - index)

    def word(self, low: int) -> int:
        """An address with this low byte."""
        return self.byte() << 8 | low

    def put_instruction(self) -> None:
        operand: tuple[int, ...] = ()
        match self.mode:
            case "imm":
                operand = (self.value(),)
            case "rel":
                operand = (self.put_branch(),)
            case "zpg":
                operand = (self.chance.randrange(256),)
                self.put_operand(*operand)
            case "zpx" | "zpy":
                index = self.x if self.mode == "zpx" else self.y
                operand = (self.low_byte(index),)
                at = operand[0] + index
                self.put_operand(at & 0xFF, at)
            case "abs":
                target = self.word(self.byte())
                operand = (target & 0xFF, target >> 8)
                if self.name not in ("JMP", "JSR"):
                    self.put_operand(target)
            case "abx" | "aby":
                index = self.x if self.mode == "abx" else self.y
                base = self.word(self.low_byte(index))
                operand = (base & 0xFF, base >> 8)
                self.put_operand(base + index, base & 0xFF00 | base + index & 0xFF)
            case "ind":
                at = self.word(0xFF if self.chance.random() < 0.3 else self.byte())
                operand = (at & 0xFF, at >> 8)
                self.put(at, self.byte())
                self.put(at & 0xFF00 | at + 1 & 0xFF, self.byte())
                self.put_decoy(at + 1)
            case "inx":
                pointer = self.pointer(self.x)
                operand = ((pointer - self.x) & 0xFF,)
                self.put_operand(self.put_pointer(pointer, self.byte()))
                self.put_decoy(operand[0] + self.x)
                self.put_decoy(operand[0] + self.x + 1)
            case "iny":
                pointer = self.pointer(0)
                operand = (pointer,)
                base = self.put_pointer(pointer, self.low_byte(self.y))
                self.put_operand(base + self.y, base & 0xFF00 | base + self.y & 0xFF)
        for place, value in enumerate((self.opcode, *operand)):
            self.put(self.pc + place, value)

    def pointer(self, index: int) -> int:
        """Where in zero page a pointer lies: where an index leads to, and often at the end."""
        if self.chance.random() < 0.15:
            return 0xFF
        return (self.low_byte(index) + index) & 0xFF

    def put_pointer(self, at: int, low: int) -> int:
        """Put a pointer into zero page: its target."""
        target = self.word(low)
        self.put(at, low)
        if at == 0xFF:
            # Its second byte is the direction of the processor's port. Bits 0 and 1 must be
            # outputs, so that there is RAM everywhere.
            target |= 0x0300
            self.memory[PORT_DIRECTION] = target >> 8
            self.put_decoy(0x0100)
        else:
            self.put(at + 1, target >> 8)
        return target

    def put_branch(self) -> int:
        """Move the branch to where it leaves its page in half of the draws: its offset."""
        offset = self.byte()
        distance = offset if offset < 0x80 else 0x100 - offset
        # Of the next instruction's address, from which the branch goes.
        low = self.low_byte(distance)
        if offset >= 0x80:
            low = 0xFF - low
        if self.chance.random() < 0.1:
            # The branch itself is in the page before.
            low = self.chance.randrange(2)
        self.pc = (self.pc & 0xFF00 | low) - 2
        return offset

    def put_stack(self) -> None:
        """What is pulled, what is where something is pushed, and where a break leads to."""
        for depth in range(PUSHED.get(self.name, 0)):
            self.memory.setdefault(STACK + (self.s - depth & 0xFF), self.byte())
        for depth in range(1, 1 + PULLED.get(self.name, 0)):
            self.put(STACK + (self.s + depth & 0xFF), self.value())
            self.put_decoy(STACK + self.s + depth)
        if self.name == "BRK":
            for address in (BREAK_VECTOR, BREAK_VECTOR + 1):
                self.put(address, self.byte())


def drawn(opcode: int, number: int) -> Case:
    """The vector of an opcode with this number, without what is after it."""
    chance = Random(f"{opcode:02x} {number}")
    while True:
        try:
            return _Drawing(opcode, number, chance).case()
        except _Unusable:
            continue


def all_drawn() -> Iterator[Case]:
    """All vectors, without what is after them."""
    for opcode in OPCODES:
        for number in range(VECTORS_EACH):
            yield drawn(opcode, number)


# ------------------------------------------------------------------------ what VICE makes of it

_REGISTERS = ("PC", "SP", "A", "X", "Y", "FL")
"""VICE's names of what a State has."""
_CYCLE = "CYC"
"""VICE's name of the cycle within a raster line, our clock."""
_CYCLES_OF_LINE = 63
_STEP_SECONDS = 10.0
_MOST_EVENTS_OF_STEP = 10

JMP = 0x4C
PORT_BITS = b"\x07\x30"
"""Direction and value of the processor's port: RAM everywhere."""
INTERRUPTS_OFF = b"\x7f"
CIA_1_INTERRUPTS, CIA_2_INTERRUPTS = 0xDC0D, 0xDD0D
SPRITES, SCREEN = 0xD015, 0xD011
SCREEN_OFF = b"\x0b"
INSTRUCTIONS_OF_FRAME = 10_000
"""More than a frame has."""


class Judge:
    """A C64 in VICE that runs one instruction at a time, in RAM.

    The screen is off, so that the processor has all cycles, and nothing interrupts it.
    """

    def __init__(self, monitor: BinaryMonitor) -> None:
        self._monitor = monitor
        self._numbers = monitor.register_names()
        self._cpu, self._ram = (monitor.banks()[name] for name in ("cpu", "ram"))
        for address, value in (
            (SCREEN, SCREEN_OFF),
            (SPRITES, b"\0"),
            (CIA_1_INTERRUPTS, INTERRUPTS_OFF),
            (CIA_2_INTERRUPTS, INTERRUPTS_OFF),
        ):
            monitor.write_memory(address, value, self._cpu)
        # The video chip looks at SCREEN once in a frame.
        self._step(INSTRUCTIONS_OF_FRAME)
        self._memory = bytearray([INITIAL_BYTE]) * 0x10000
        monitor.write_memory(0, bytes(self._memory), self._ram)
        monitor.write_memory(PORT_DIRECTION, PORT_BITS, self._cpu)
        self._memory[PORT_DIRECTION : PORT + 1] = PORT_BITS

    def judged(self, case: Case) -> Case:
        """The case with what VICE has after it.

        Raises EmulatorFailed if anything but the instruction and its addresses plays a part.
        """
        jump = bytes((JMP, case.before.pc & 0xFF, case.before.pc >> 8))
        for address, value in (*case.memory.items(), *enumerate(jump, JUMP)):
            if self._memory[address] != value:
                self._monitor.write_memory(address, bytes([value]), self._cpu)
                self._memory[address] = value
        before = case.before._replace(pc=JUMP)
        self._monitor.set_registers(
            {self._numbers[name]: value for name, value in zip(_REGISTERS, before)}
        )
        # VICE sets the registers again behind the first instruction, which is so run twice.
        self._step(2)
        state, begun = self._state()
        if state != case.before:
            raise EmulatorFailed(f"the state is not set: {state} instead of {case.before}")
        self._step(1)
        after, ended = self._state()
        return case._replace(
            after=after,
            expected=self._changed(case),
            cycles=(ended - begun) % _CYCLES_OF_LINE,
        )

    def _changed(self, case: Case) -> dict[int, int]:
        """What is now at the case's addresses. Raises EmulatorFailed if others have changed."""
        found = bytearray(self._monitor.read_memory(0, 0x10000, self._cpu))
        # Some bits of the port are inputs.
        found[PORT] = self._memory[PORT]
        expected = {address: found[address] for address in case.memory}
        for address, value in expected.items():
            self._memory[address] = value
        if found != self._memory:
            raise EmulatorFailed(f"an address that is not listed has changed: {case}")
        return expected

    def _state(self) -> tuple[State, int]:
        """The registers, and the cycle."""
        values = self._monitor.registers()
        found = State(*(values[self._numbers[name]] for name in _REGISTERS))
        return found._replace(p=found.p | ALWAYS_SET), values[self._numbers[_CYCLE]]

    def _step(self, instructions: int) -> None:
        """Run instructions, and wait until VICE halts behind them."""
        self._monitor.take_events()
        self._monitor.command(Command.ADVANCE, struct.pack("<BH", False, instructions))
        for _ in range(_MOST_EVENTS_OF_STEP):
            event = self._monitor.next_event(_STEP_SECONDS)
            if event is not None and event.kind == Event.STOPPED:
                return
        raise EmulatorFailed("VICE did not halt behind an instruction")


def judged(cases: Iterable[Case], roms: Roms) -> Iterator[Case]:
    """The cases with what is after them in VICE."""
    with Vice(roms) as vice, vice.monitor_access() as monitor:
        judge = Judge(monitor)
        for case in cases:
            yield judge.judged(case)


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask VICE for vectors of a 6502.")
    parser.add_argument("--write", action="store_true", help="write the file")
    is_to_write = parser.parse_args().write
    with tempfile.TemporaryDirectory() as folder:
        cases = track(all_drawn(), "vectors", total=len(OPCODES) * VECTORS_EACH)
        found = list(judged(cases, build_rom_stub(Path(folder))))
    if not is_to_write:
        is_same = found == list(unpacked(lzma.decompress(FILE.read_bytes())))
        print(f"{FILE.name} is {'' if is_same else 'not '}what VICE gives")
        return 0 if is_same else 1
    data = lzma.compress(packed(found), preset=9 | lzma.PRESET_EXTREME)
    if len(data) > LARGEST_FILE:
        print(f"{len(data):,} bytes are more than {LARGEST_FILE:,}")
        return 1
    FILE.write_bytes(data)
    print(f"{len(found):,} vectors in {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as error:
        sys.exit(f"error: {error}")
