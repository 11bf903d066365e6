"""The keyboard and the joysticks, as the release program's own code reads them."""

from __future__ import annotations

from helpers.stepped_c64 import SteppedC64

from pygen.compilers.built import BuiltProgram

# Somewhere no program lies: a call from here comes back to it.
CALLER = 0x0300


class Keyboard:
    """The release program's own code, with keys to press and its `input_poll` to call."""

    def __init__(self, program: BuiltProgram) -> None:
        """Start the program and let it run until it looks at the keys for the first time."""
        self._machine = SteppedC64(program)
        self.labels = self._machine.labels
        self.cia = self._machine.cia
        self._machine.start_at_entry()
        self._machine.run_to(self.labels["input_poll"])

    def look(self) -> tuple[int, int, int]:
        """Call `input_poll` once: the key it finds, and the direction, -1 to 1 each."""
        cpu, memory = self._machine.cpu, self._machine.memory
        stack = cpu.sp
        cpu.stPushWord(CALLER - 1)
        cpu.pc = self.labels["input_poll"]
        self._machine.run_to(CALLER)
        assert cpu.sp == stack
        key, dx, dy = (memory[self.labels[f"input_{name}"]] for name in ("key", "dx", "dy"))
        return key, _signed(dx), _signed(dy)

    def press(self, *keys: str, joystick: int = 0, other_joystick: int = 0) -> tuple[int, int, int]:
        """Let go of everything, then press this and look."""
        self.cia.keys, self.cia.joysticks = (), [0, 0]
        assert self.look() == (0, 0, 0)
        self.cia.keys, self.cia.joysticks = keys, [joystick, other_joystick]
        return self.look()


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte
