"""The keyboard and both joysticks, as CIA 1 of the C64 sees them, around a simulated 6502.

A key joins a line of port A to a line of port B; a joystick pulls lines to ground. Which lines a
port pulls itself, its data and direction registers say. All other lines are high.
"""

from __future__ import annotations

from collections.abc import Collection

from py65.memory import ObservableMemory

from pygen.compilers.building import Program
from pygen.emit.mailbox import mailbox
from pygen.emulators.py65 import Mpu6502

PORT_A, PORT_B, DIRECTION_A, DIRECTION_B = 0xDC00, 0xDC01, 0xDC02, 0xDC03
VIC_RASTER = 0xD012
# Somewhere no program lies: a call from here comes back to it.
CALLER = 0x0300
MOST_STEPS = 3_000_000

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
    """The two ports, and all that is held down at them."""

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


class Keyboard:
    """The release program's own code, with keys to press and its `input_poll` to call."""

    def __init__(self, program: Program) -> None:
        """Start the program and let it run until it looks at the keys for the first time."""
        self.labels = program.result.labels
        self.cia = Cia()
        self._memory = ObservableMemory()
        self._cpu = Mpu6502(memory=self._memory)
        result = program.result
        self._memory[result.image_start : result.image_start + len(result.image)] = list(
            result.image
        )
        self._watch_chips()
        self._memory[mailbox(program.spec).magic] = 0
        self._cpu.pc = result.entry
        self._run_to(self.labels["input_poll"])

    def _watch_chips(self) -> None:
        cia, memory = self.cia, self._memory
        memory.subscribe_to_read([PORT_A], lambda _: cia.read(0))
        memory.subscribe_to_read([PORT_B], lambda _: cia.read(1))
        memory.subscribe_to_read([VIC_RASTER], lambda _: self._cpu.processorCycles // 63 & 0xFF)

        def stored(registers: list[int], index: int) -> object:
            return lambda _, value: registers.__setitem__(index, value)

        memory.subscribe_to_write([PORT_A], stored(cia.data, 0))
        memory.subscribe_to_write([PORT_B], stored(cia.data, 1))
        memory.subscribe_to_write([DIRECTION_A], stored(cia.direction, 0))
        memory.subscribe_to_write([DIRECTION_B], stored(cia.direction, 1))

    def _run_to(self, address: int) -> None:
        cpu = self._cpu
        for _ in range(MOST_STEPS):
            if cpu.pc == address:
                return
            cpu.step()
        raise AssertionError(f"the program never came to ${address:04X}; it is at ${cpu.pc:04X}")

    def look(self) -> tuple[int, int, int]:
        """Call `input_poll` once: the key it finds, and the direction, -1 to 1 each."""
        cpu = self._cpu
        stack = cpu.sp
        cpu.stPushWord(CALLER - 1)
        cpu.pc = self.labels["input_poll"]
        self._run_to(CALLER)
        assert cpu.sp == stack
        key, dx, dy = (self._memory[self.labels[f"input_{name}"]] for name in ("key", "dx", "dy"))
        return key, _signed(dx), _signed(dy)

    def press(self, *keys: str, joystick: int = 0, other_joystick: int = 0) -> tuple[int, int, int]:
        """Let go of everything, then press this and look."""
        self.cia.keys, self.cia.joysticks = (), [0, 0]
        assert self.look() == (0, 0, 0)
        self.cia.keys, self.cia.joysticks = keys, [joystick, other_joystick]
        return self.look()


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte
