"""A C64 instruction by instruction: a simulated 6502, CIA 1's ports, and the raster.

The processor may be faster than the C64's, as an accelerator's is. The VIC takes no cycles from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from helpers.mpu6502 import Mpu6502
from helpers.screen_codes import text_of
from py65.memory import ObservableMemory

from pygen.compilers.built import BuiltProgram
from pygen.compilers.processor_port import RAM_INSTEAD_OF_ROMS
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import mailbox
from pygen.emulators.rom_stub import IDLE_ADDRESS

PORT_A, PORT_B, DIRECTION_A, DIRECTION_B = 0xDC00, 0xDC01, 0xDC02, 0xDC03
VIC_CONTROL, VIC_RASTER, VIC_INTERRUPTS = 0xD011, 0xD012, 0xD019
KERNAL, MEMORY_END = 0xE000, 0x10000
PORT, ALL_ROMS, SHOWS_KERNAL, SHOWS_CHIPS = 0x0001, 0x37, 0x02, 0x03
RESET = 0xFFFC
CYCLES_A_LINE, LINES = 63, 312
MOST_STEPS = 3_000_000
STEPS_OF_HANDLER = 50

# The machine's keys: a row for each line of port A, in it a key for each line of port B.
MATRIX = (
    ("DEL", "RETURN", "CURSOR RIGHT", "F7", "F1", "F3", "F5", "CURSOR DOWN"),
    ("3", "W", "A", "4", "Z", "S", "E", "LEFT SHIFT"),
    ("5", "R", "D", "6", "C", "F", "T", "X"),
    ("7", "Y", "G", "8", "B", "H", "U", "V"),
    ("9", "I", "J", "0", "M", "K", "O", "N"),
    ("+", "P", "L", "-", ".", ":", "@", ","),
    ("POUND", "*", ";", "HOME", "RIGHT SHIFT", "=", "UP ARROW", "/"),
    ("1", "LEFT ARROW", "CONTROL", "2", "SPACE", "COMMODORE", "Q", "STOP"),
)
PLACES = {key: (a, b) for a, row in enumerate(MATRIX) for b, key in enumerate(row)}
UP, DOWN, LEFT, RIGHT, FIRE = 1, 2, 4, 8, 16


class Cia:
    """The two ports, and all that is held down at them.

    A key joins a line of port A to a line of port B; a joystick pulls lines to ground. Which lines
    a port pulls itself, its data and direction registers say. All other lines are high.
    """

    def __init__(self) -> None:
        self.data = [0, 0]
        self.direction = [0, 0]
        self.keys: Collection[str] = ()
        # By port: A has control port 2, B has control port 1.
        self.joysticks = [0, 0]

    def read(self, port: int) -> int:
        """The lines of port 0 (A) or 1 (B) as they are."""
        low = [
            ~self.data[index] & self.direction[index] | self.joysticks[index] for index in (0, 1)
        ]
        # Through several keys a line can pull others along: until nothing changes any more.
        before = None
        while before != low:
            before = list(low)
            for a, b in (PLACES[key] for key in self.keys):
                if low[0] >> a & 1 or low[1] >> b & 1:
                    low[0] |= 1 << a
                    low[1] |= 1 << b
        return low[port] ^ 0xFF


class SteppedC64:
    """The machine with a program, which has to be started."""

    def __init__(self, program: BuiltProgram) -> None:
        self.program = program
        self.spec = program.spec
        self.labels = program.result.labels
        self.cia = Cia()
        self.memory = ObservableMemory()
        self.cpu = Mpu6502(memory=self.memory)
        self.restore_is_pressed = False
        self._control = 0
        # The line that the VIC is to note, and how often the raster had come there when it was
        # last told that this is known.
        self._noted_line, self._known = 0, 0
        self.raster_is_noted: Callable[[], bool] = self._has_noted_line
        """Whether the raster has come to the line since then."""
        self.acknowledged: Callable[[], None] = lambda: None
        """Called whenever the program says that it knows."""
        self._speed = 1
        # Cycles of a C64 up to the last change of speed, and cycles of the processor then.
        self._time, self._since = 0, 0
        self._watch_chips()

    # The raster

    @property
    def speed(self) -> int:
        """The processor's cycles in each cycle of a C64."""
        return self._speed

    @speed.setter
    def speed(self, speed: int) -> None:
        self._time = self._now()
        self._since = self.cpu.processorCycles
        self._speed = speed

    def _now(self) -> int:
        return self._time + int((self.cpu.processorCycles - self._since) // self._speed)

    def line(self) -> int:
        """The raster's line."""
        return self._now() // CYCLES_A_LINE % LINES

    def _noted(self) -> int:
        """How often the raster has come to the noted line."""
        return (self._now() // CYCLES_A_LINE - self._noted_line) // LINES

    def _has_noted_line(self) -> bool:
        return self._noted() != self._known

    def _store_noted_line(self, value: int) -> None:
        self._noted_line = value
        self._known = self._noted()

    def _acknowledge(self) -> None:
        self._known = self._noted()
        self.acknowledged()

    def _watch_chips(self) -> None:
        cia, memory = self.cia, self.memory
        memory.subscribe_to_read([PORT_A], lambda _: cia.read(0))
        memory.subscribe_to_read([PORT_B], lambda _: cia.read(1))
        memory.subscribe_to_read([VIC_RASTER], lambda _: self.line() & 0xFF)
        memory.subscribe_to_read(
            [VIC_CONTROL], lambda _: self._control & 0x7F | self.line() >> 1 & 0x80
        )

        def stored(registers: list[int], index: int) -> Callable[[int, int], None]:
            return lambda _, value: registers.__setitem__(index, value)

        def chip(address: int, store: Callable[[int, int], None]) -> None:
            """What a store to a chip does; behind the chips is RAM."""
            memory.subscribe_to_write(
                [address],
                lambda at, value: store(at, value) if memory[PORT] & SHOWS_CHIPS else None,
            )

        chip(PORT_A, stored(cia.data, 0))
        chip(PORT_B, stored(cia.data, 1))
        chip(DIRECTION_A, stored(cia.direction, 0))
        chip(DIRECTION_B, stored(cia.direction, 1))
        chip(VIC_CONTROL, self._store_control)
        chip(VIC_RASTER, lambda _, value: self._store_noted_line(value))
        memory.subscribe_to_read([VIC_INTERRUPTS], lambda _: int(self.raster_is_noted()))
        chip(VIC_INTERRUPTS, lambda _, value: self._acknowledge())

    def _store_control(self, _: int, value: int) -> None:
        self._control = value

    # Starting

    def start_at_entry(self) -> None:
        """Put the program where it runs, and its first instruction next."""
        result = self.program.result
        self._write(result.image_start, result.image)
        self._write(result.below_kernal_start, result.below_kernal)
        self.memory[PORT] = RAM_INSTEAD_OF_ROMS
        self.memory[mailbox(self.spec).magic] = 0
        self.cpu.pc = result.entry

    def switch_on(self, kernal: bytes) -> None:
        """Let the KERNAL come out of reset, load the program's file and call it as SYS does."""
        self.put_kernal(kernal)
        self.cpu.pc = self.cpu.WordAt(RESET)
        self.run_until(lambda: self.cpu.pc == IDLE_ADDRESS, "the KERNAL's end")
        prg = self.program.result.prg.read_bytes()
        load, called = load_address_and_entry(prg)
        self._write(load, prg[2:])
        self.cpu.pc = called

    def put_kernal(self, kernal: bytes) -> None:
        """Let it be where it is while the processor's port shows it, above the RAM."""
        memory = self.memory
        memory[PORT] = ALL_ROMS

        def byte(address: int) -> int | None:
            return kernal[address - KERNAL] if memory[PORT] & SHOWS_KERNAL else None

        memory.subscribe_to_read(range(KERNAL, MEMORY_END), byte)

    def _write(self, address: int, data: bytes) -> None:
        self.memory[address : address + len(data)] = list(data)

    # Running

    def run_until(self, what: Callable[[], bool], wanted: str, every: int = 1) -> None:
        """Run until something holds, which is looked at every so many instructions."""
        for step in range(MOST_STEPS):
            if step % every == 0 and what():
                return
            if self.restore_is_pressed:
                self._send_nmi()
            self.cpu.step()
        raise AssertionError(f"never came: {wanted}; the program is at ${self.cpu.pc:04X}")

    def run_to(self, address: int) -> None:
        """Run until this instruction is next."""
        self.run_until(lambda: self.cpu.pc == address, f"${address:04X}")

    def _send_nmi(self) -> None:
        """RESTORE; the handler must come back."""
        cpu = self.cpu
        before = cpu.pc, cpu.sp, cpu.a, cpu.x, cpu.y, cpu.p & ~cpu.BREAK
        cpu.nmi()
        for _ in range(STEPS_OF_HANDLER):
            cpu.step()
            if (cpu.pc, cpu.sp) == before[:2]:
                assert before == (*before[:2], cpu.a, cpu.x, cpu.y, cpu.p & ~cpu.BREAK)
                return
        raise AssertionError(f"RESTORE at ${before[0]:04X} ends at ${cpu.pc:04X}")

    def text(self) -> str:
        """The characters on the screen."""
        start = self.spec.memory["screen"].start
        codes = self.memory[start : start + 1000]
        return text_of(codes)
