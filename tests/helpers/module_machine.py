"""A 6502 with nothing but a module in its memory, which reports all that the module writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from helpers.tools import simulator_library

from pygen.compilers.module_building import Module
from pygen.emit.module_layout import REQUEST, REQUEST_OFFSET
from pygen.emulators.simulator import Simulator
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET, GAME_WORDS

RETURN = 0xFFF0
"""Where a call of ours returns to; no memory of the module is there."""
CARRY, DECIMAL, INTERRUPT = 0x01, 0x08, 0x04
FIRST_STACK = 0xF0
MOST_CYCLES = 12_000_000


@dataclass(frozen=True)
class Called:
    """What a call did: registers and flags, cycles, the deepest stack, the addresses written."""

    a: int
    x: int
    flags: int
    cycles: int
    stack_bytes: int
    written: frozenset[int]

    @property
    def word(self) -> int:
        return self.x << 8 | self.a


class ModuleMachine:
    """A module in memory full of garbage."""

    def __init__(self, module: Module, garbage: int) -> None:
        self.module = module
        self.random = Random(garbage)
        self.machine = Simulator(simulator_library())
        self.memory = self.machine.memory
        self.memory[:] = self.random.randbytes(len(self.memory))
        self.machine.load({module.layout.start: module.image})
        self.machine.keep_account()
        self.interrupt: Callable[[ModuleMachine], None] | None = None
        """Called between instructions, as an interrupt would be."""

    def request(self, **arguments: int) -> None:
        """Write arguments to the request block."""
        at = self.module.layout.start + REQUEST_OFFSET
        for name, value in arguments.items():
            if name in ("seed", "chunk_x", "chunk_y"):
                self.request(**{f"{name}_low": value & 0xFF, f"{name}_high": value >> 8})
            else:
                size = 2 if name in ("out", "signal") else 1
                first = at + REQUEST[name]
                self.memory[first : first + size] = value.to_bytes(size, "little")

    def game_request(self, **arguments: int) -> None:
        """Write arguments to the request block of game calls."""
        at = self.module.layout.start + GAME_REQUEST_OFFSET
        for name, value in arguments.items():
            first, size = at + GAME_REQUEST[name], 2 if name in GAME_WORDS else 1
            self.memory[first : first + size] = value.to_bytes(size, "little")

    def call(self, name: str, a: int = 0, x: int = 0, flags: int = 0) -> Called:
        """Call an entry of the module's table, and run until it returns."""
        machine = self.machine
        machine.s, machine.a, machine.x, machine.p = FIRST_STACK, a, x, flags
        machine.y = self.random.randrange(256)
        machine.put_call(RETURN)
        machine.pc, before = self.module.calls[name], machine.cycles
        machine.forget()
        if self.interrupt is None:
            machine.run(RETURN, MOST_CYCLES)
        while machine.pc != RETURN and machine.cycles - before < MOST_CYCLES:
            machine.step()
            if machine.pc != RETURN and self.interrupt:
                self.interrupt(self)
        assert machine.pc == RETURN, f"{name} does not return"
        assert machine.s == FIRST_STACK
        return Called(
            machine.a,
            machine.x,
            machine.p,
            machine.cycles - before,
            FIRST_STACK - machine.lowest_stack,
            frozenset(machine.written()),
        )

    def scramble_zero_page(self) -> None:
        """Write garbage to all of zero page but the processor's port."""
        for address in range(2, 0x100):
            self.memory[address] = self.random.randrange(256)

    def zero_page(self) -> bytes:
        return bytes(self.memory[:0x100])

    def regions(self) -> dict[str, bytes]:
        """What the module has written for others."""
        return {
            name: bytes(self.memory[start : start + length])
            for name, (start, length) in self.module.regions.items()
        }
