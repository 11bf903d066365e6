"""Somebody's program in a C64: it runs until it is ready, and its memory is read.

In VICE it has chips, and ROMs as far as there are any; in the simulator it has neither: there calls
of the KERNAL return at once, and of the chips only the raster line moves.
"""

from __future__ import annotations

import re
import struct
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import EmulatorFailed, UserError
from pygen.base.files import read_plain_file
from pygen.compilers.processor_port import ALL_VISIBLE, BASIC_ROM, KERNAL_ROM, PORT
from pygen.emulators.base import CYCLES_A_SECOND, MEMORY_SIZE
from pygen.emulators.monitor_messages import Command, Event, Operation
from pygen.emulators.rom_stub import IDLE_ADDRESS
from pygen.emulators.roms import Roms
from pygen.emulators.simulator import Ending, Simulator
from pygen.emulators.vice import Vice

MOST_BYTES = MEMORY_SIZE + 2
BASIC_START = 0x0801
SYS = 0x9E
"""BASIC's token of the word."""

KERNAL_CALLS = range(0xFF81, 0xFFF4)
JSR, JMP, RTS = 0x20, 0x4C, 0x60

STACK_TOP = 0x0100
"""Where the processor finds the first byte behind an empty stack: it wraps around."""

CYCLES_OF_A_LINE, LINES = 63, 312
INSTRUCTIONS = 2000
"""How many instructions VICE does between two looks at the beam. They take less than a frame."""

NTSC = 65, 263
"""The cycles of a line and the lines of a frame of an NTSC machine."""

INTERRUPTS_OFF, INTERRUPTS_ON = 0x24, 0x20
"""The processor's flags when a program begins, without and with the KERNAL's interrupt."""

BOOT_CYCLES = 4 * CYCLES_A_SECOND
"""After so many cycles BASIC is ready."""

FREE = 0x02A7
"""Memory that the KERNAL and BASIC leave to programs."""

OPEN_ROMS = b"OPEN ROMS"
"""A text in the BASIC of the Open ROMs."""
MOST_SECONDS_AT_ONCE = 10.0
LEAST_SECONDS = 20.0
"""The least time that VICE has for a program, however little it may run: other work may slow it."""

AUTOSTART = ("-autostartprgmode", "1", "-autostart")
"""Options of VICE that put a program into memory and RUN it, as soon as BASIC is ready."""


class TryFailed(UserError):
    """A program that cannot be tried: there is nothing to compare."""

    exit_code = 2


@dataclass(frozen=True)
class OwnProgram:
    """A program of a PRG file: where it is loaded, its bytes, and its first instruction (None: only
    BASIC can start it). `others` are files that are in memory when it starts."""

    path: Path
    start: int
    data: bytes
    entry: int | None
    others: Sequence[OwnProgram] = field(default_factory=tuple)

    @property
    def pieces(self) -> dict[int, bytes]:
        """What is in memory when it starts, by its address."""
        return {one.start: one.data for one in (*self.others, self)}

    @property
    def kernal_calls(self) -> list[int]:
        """The addresses of the KERNAL's table that its instructions seem to call."""
        found = set()
        for at in range(len(self.data) - 2):
            address = self.data[at + 1] | self.data[at + 2] << 8
            if self.data[at] in (JSR, JMP) and address in KERNAL_CALLS and address % 3 == 0:
                found.add(address)
        return sorted(found)


@dataclass(frozen=True)
class Ready:
    """When a program is ready: when it has stored to an address, if `value` is given this value;
    without an address when its time is over. `cycles` are the most that it may take."""

    cycles: int
    address: int | None = None
    value: int | None = None

    @property
    def words(self) -> str:
        """What the program has to do."""
        value = f"{self.value} " if self.value is not None else ""
        return f"store {value}to ${self.address:04x}"


@dataclass(frozen=True)
class Left:
    """What a program has left: all memory as RAM, its cycles (0: not counted), and where it was."""

    memory: bytes
    cycles: int
    pc: int


def read_program(path: Path, entry: int | None = None, others: Sequence[Path] = ()) -> OwnProgram:
    """The program in a PRG file. `entry` is its first instruction, if it is not the one that its
    line of BASIC calls. `others` are further PRG files.

    Raises TryFailed if a file is none.
    """
    try:
        data = read_plain_file(path, MOST_BYTES, "a program of a C64")
    except UserError as error:
        raise TryFailed(error.message, "Name the program's PRG file.") from None
    start = int.from_bytes(data[:2], "little")
    rest = data[2:]
    if not rest or start + len(rest) > MEMORY_SIZE or data[:4] == b"C64-" or path.suffix in (
        ".d64", ".d81", ".crt", ".t64",
    ):  # fmt: skip
        raise TryFailed(
            f"{path}: this is not a PRG file",
            "A PRG file is the two bytes of an address, low byte first, and the bytes that belong "
            "there. Programs on disks and cartridges cannot be tried.",
        )
    loaded = tuple(read_program(one) for one in others)
    return OwnProgram(path, start, rest, entry or _entry(start, rest), loaded)


def _entry(start: int, data: bytes) -> int | None:
    """The address that a program's line of BASIC calls; the program's own if it has no such line
    and does not begin where BASIC programs do."""
    if start != BASIC_START:
        return start
    match = re.match(rb"..(?:..)\x9e[ (]*(\d{1,5})", data, re.DOTALL)
    return int(match[1]) if match and int(match[1]) < MEMORY_SIZE else None


class Machine(ABC):
    """A C64 that runs a program once."""

    words: str
    """Where the program has run, for reports."""

    has_kernal: bool = False
    """Whether calls of the KERNAL do what they do on a C64."""

    @abstractmethod
    def run(self, program: OwnProgram, ready: Ready) -> Left:
        """Run a program until it is ready. Raises TryFailed if it never is, and EmulatorFailed if
        the emulator fails."""

    def never(self, program: OwnProgram, ready: Ready, at: int) -> TryFailed:
        """The error for a program that did not become ready in time."""
        seconds = ready.cycles / CYCLES_A_SECOND
        if at in range(IDLE_ADDRESS, IDLE_ADDRESS + 3) and not self.has_kernal:
            return TryFailed(
                f"{program.path.name} ended, or ran into a BRK, and did not {ready.words} before",
                f"--ready is an address that the program itself stores to.{self.advice(program)}",
            )
        return TryFailed(
            f"{program.path.name} did not {ready.words} within {seconds:.3g} s of the C64's time; "
            f"it is at ${at:04x}",
            f"It hangs, or needs more than --until.{self.advice(program)}",
        )

    def advice(self, program: OwnProgram) -> str:
        """What the user may do if the program needs ROMs; empty if it has them or needs none."""
        calls = program.kernal_calls
        if self.has_kernal or not calls:
            return ""
        some = ", ".join(f"${one:04x}" for one in calls[:4])
        return (
            f" It seems to call the KERNAL ({some}), and here such calls return at once: {ROMS_HOW}"
        )


ROMS_HOW = (
    "name a folder with the C64's ROMs, or the free Open ROMs, in UNDERCROFT_ROMS "
    "(docs/modules.md#run-it-and-check-it)."
)


class InSimulator(Machine):
    """Our simulator: exact cycles, no chips, and a KERNAL whose calls return at once."""

    words = "the simulator, without ROMs and chips"

    def __init__(self, library: Path) -> None:
        self._library = library

    def run(self, program: OwnProgram, ready: Ready) -> Left:
        machine = Simulator(self._library)
        memory = machine.memory
        memory[KERNAL_ROM.start :] = bytes([RTS]) * len(KERNAL_ROM)
        memory[PORT] = ALL_VISIBLE
        machine.load(program.pieces)
        machine.on_read(BASIC_ROM, lambda at: memory[at] if not memory[PORT] & 1 else RTS)

        def line() -> int:
            return machine.cycles // CYCLES_OF_A_LINE % LINES

        machine.on_read(range(0xD012, 0xD013), lambda _: line() & 0xFF)
        machine.on_read(range(0xD011, 0xD012), lambda _: memory[0xD011] & 0x7F | line() >> 1 & 0x80)
        # No key is pressed, and no joystick.
        machine.on_read(range(0xDC00, 0xDC02), lambda _: 0xFF)
        if ready.address is not None:
            machine.halt_after_write(ready.address)
        if program.entry is None:
            raise _without_entry(program)
        machine.s, machine.p = 0xF6, 0x04
        end = KERNAL_ROM.start + 0x10
        machine.put_call(end)
        machine.pc = program.entry
        first = machine.cycles
        while (left := first + ready.cycles - machine.cycles) > 0:
            try:
                ending = machine.run(end, left)
            except EmulatorFailed as error:
                raise _crashed(program, machine.pc, error) from error
            if ending is Ending.HALTED and ready.value in (None, memory[ready.address or 0]):
                break
            if ending is Ending.AT_THE_END:
                if ready.address is not None:
                    raise TryFailed(
                        f"{program.path.name} ended, and did not {ready.words} before",
                        f"--ready is an address that the program itself stores to."
                        f"{self.advice(program)}",
                    )
                break
        else:
            if ready.address is not None:
                raise self.never(program, ready, machine.pc)
        return Left(bytes(memory), machine.cycles - first, machine.pc)


class InVice(Machine):
    """VICE, with these ROMs."""

    def __init__(self, roms: Roms, executable: str = "", ntsc: bool = False) -> None:
        self._roms, self._executable, self._ntsc = roms, executable, ntsc
        self.has_kernal = not roms.is_stub
        self.words = (
            "VICE, on our replacement for the ROMs, whose calls return at once"
            if roms.is_stub
            else f"VICE, with {_kind_of(roms)} of {roms.kernal.parent}"
        )

    def run(self, program: OwnProgram, ready: Ready) -> Left:
        by_basic = self.has_kernal and program.start == BASIC_START
        if program.entry is None and not by_basic:
            raise _without_entry(program)
        options = (*AUTOSTART, str(program.path.absolute())) if by_basic else ()
        with Vice(
            self._roms, executable=self._executable, ntsc=self._ntsc, extra_arguments=options
        ) as vice:
            try:
                self._begin(vice, program, by_basic)
                cycles, is_ready = self._run(vice, ready)
                at = vice.program_counter()
                if ready.address is not None and not is_ready:
                    raise self.never(program, ready, at)
                half = MEMORY_SIZE // 2
                return Left(vice.read(0, half) + vice.read(half, half), cycles, at)
            except EmulatorFailed as error:
                raise _crashed(program, 0, error, self.advice(program)) from error

    def _begin(self, vice: Vice, program: OwnProgram, by_basic: bool) -> None:
        """Bring the machine to the program's first instruction; without one BASIC will run it."""
        if self.has_kernal and not by_basic:
            self._run(vice, Ready(BOOT_CYCLES))
        if by_basic and program.entry is not None and not _wait_for(vice, program.entry):
            raise TryFailed(
                f"{program.path.name} was not started: BASIC has not come to its SYS",
                "The ROMs may have no BASIC that can do that.",
            )
        for one in program.others:
            vice.load(one.start, one.data)
        if by_basic or program.entry is None:
            return
        vice.load(program.start, program.data)
        # A program that ends returns to where the processor waits.
        waits = IDLE_ADDRESS
        if self.has_kernal:
            waits = FREE
            vice.write(waits, bytes((JMP, *waits.to_bytes(2, "little"))))
        vice.write(STACK_TOP, (waits - 1).to_bytes(2, "little"))
        _enter(vice, program.entry, INTERRUPTS_ON if self.has_kernal else INTERRUPTS_OFF)

    def _run(self, vice: Vice, ready: Ready) -> tuple[int, bool]:
        """Run until a program is ready or its time is over: its cycles, and whether it is ready."""
        line, lines = NTSC if self._ntsc else (CYCLES_OF_A_LINE, LINES)
        return _run_for(vice, ready, line, line * lines)


def _kind_of(roms: Roms) -> str:
    """What ROMs they are, in words."""
    return "the Open ROMs" if OPEN_ROMS in roms.basic.read_bytes().upper() else "the ROMs"


def _enter(vice: Vice, entry: int, flags: int) -> None:
    """Let the processor go on at a program's first instruction, with these flags and an empty
    stack."""
    state = {"PC": entry, "SP": 0xFF, "FL": flags}
    with vice.monitor_access() as monitor:
        names = monitor.register_names()
        monitor.set_registers({names[name]: value for name, value in state.items()})


def _wait_for(vice: Vice, entry: int) -> bool:
    """Run until the processor is at an address; False if it never is."""
    with vice.monitor_access() as monitor:
        monitor.take_events()
        number = monitor.set_checkpoint(entry, entry, Operation.EXECUTE)
        monitor.resume()
        end = time.monotonic() + LEAST_SECONDS
        is_there = False
        while not is_there and (event := monitor.next_event(max(0.0, end - time.monotonic()))):
            is_there = event.kind == Event.STOPPED
        monitor.delete_checkpoint(number)
    return is_there


def _run_for(vice: Vice, ready: Ready, line: int, frame: int) -> tuple[int, bool]:
    """Run until a program is ready or its time is over: its cycles, and whether it is ready.

    The cycles are counted by the place of the beam, with `line` cycles in a line and `frame` in a
    frame.
    """
    watched = None
    if ready.address is not None:
        with vice.monitor_access() as monitor:
            watched = monitor.set_checkpoint(ready.address, ready.address, Operation.STORE)
    with vice.monitor_access() as monitor:
        names = monitor.register_names()
    numbers = names["LIN"], names["CYC"]
    beam, done, is_ready = _beam(vice, numbers, line), 0, False
    while done < ready.cycles and not is_ready:
        is_stored = _advance(vice, INSTRUCTIONS, watched)
        if is_stored and ready.address is not None:
            # The store may be the last cycle of an instruction that is still to be done.
            _advance(vice, 1)
            is_ready = ready.value in (None, vice.read(ready.address, 1)[0])
        now = _beam(vice, numbers, line)
        done += (now - beam) % frame
        beam = now
    return done, is_ready


def _beam(vice: Vice, numbers: tuple[int, int], line: int) -> int:
    """The cycle of the frame, by the registers with these numbers."""
    with vice.monitor_access() as monitor:
        values = monitor.registers()
    return values[numbers[0]] * line + values[numbers[1]]


def _advance(vice: Vice, instructions: int, watched: int | None = None) -> bool:
    """Do some instructions, interrupts among them, or fewer if one stores to the watched address,
    whose checkpoint is `watched`. Returns whether one did."""
    with vice.monitor_access() as monitor:
        monitor.take_events()
        monitor.command(Command.ADVANCE, struct.pack("<BH", False, instructions))
        is_stored = False
        while event := monitor.next_event(MOST_SECONDS_AT_ONCE):
            is_stored |= watched is not None and event.is_hit_of(watched)
            if event.kind == Event.JAM:
                raise EmulatorFailed("the processor jammed on an illegal instruction")
            if event.kind == Event.STOPPED:
                return is_stored
    raise EmulatorFailed("the emulator does not stop")


def _without_entry(program: OwnProgram) -> TryFailed:
    return TryFailed(
        f"{program.path.name} has no line of BASIC with SYS, so only BASIC can start it",
        f"Name its first instruction with --start, or {ROMS_HOW}",
    )


def _crashed(program: OwnProgram, at: int, error: EmulatorFailed, advice: str = "") -> TryFailed:
    place = f" at ${at:04x}"
    where = place if at and place not in error.message else ""
    hint = error.hint or "It has run into data: its code, its stack or a pointer was overwritten."
    return TryFailed(f"{program.path.name} crashed{where}: {error.message}", f"{hint}{advice}")
