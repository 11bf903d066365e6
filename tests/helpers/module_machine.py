"""A 6502 with nothing but a module in its memory, which reports all that the module writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pygen.compilers.modules import Module
from pygen.emit.modules import REQUEST, REQUEST_OFFSET
from pygen.emulators.py65 import Mpu6502

RETURN = 0xFFF0
"""Where a call of ours returns to; no memory of the module is there."""
CARRY, DECIMAL, INTERRUPT = 0x01, 0x08, 0x04
FIRST_STACK = 0xF0
MOST_INSTRUCTIONS = 3_000_000


class Watched(list[int]):
    """Memory that keeps the addresses that were written."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.written: set[int] = set()

    def __setitem__(self, address, value) -> None:  # type: ignore[no-untyped-def]
        self.written.add(address)
        super().__setitem__(address, value)


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
        memory = bytearray(self.random.randbytes(0x10000))
        memory[module.layout.start : module.layout.start + module.size] = module.image
        self.memory = Watched(bytes(memory))
        self.mpu = Mpu6502(memory=self.memory)
        self.interrupt: Callable[[ModuleMachine], None] = lambda _: None
        """Called between instructions, as an interrupt would be."""

    def request(self, **arguments: int) -> None:
        """Write arguments to the request block."""
        at = self.module.layout.start + REQUEST_OFFSET
        for name, value in arguments.items():
            if name == "seed":
                self.request(seed_low=value & 0xFF, seed_high=value >> 8)
            elif name in ("out", "signal"):
                list.__setitem__(self.memory, at + REQUEST[name], value & 0xFF)
                list.__setitem__(self.memory, at + REQUEST[name] + 1, value >> 8)
            else:
                list.__setitem__(self.memory, at + REQUEST[name], value)

    def call(self, name: str, a: int = 0, x: int = 0, flags: int = 0) -> Called:
        """Call an entry of the module's table, and run until it returns."""
        mpu, memory = self.mpu, self.memory
        memory.written.clear()
        mpu.sp, mpu.a, mpu.x, mpu.y, mpu.p = FIRST_STACK, a, x, self.random.randrange(256), flags
        for byte in divmod(RETURN - 1, 256):
            list.__setitem__(memory, 0x100 + mpu.sp, byte)
            mpu.sp -= 1
        mpu.pc = self.module.calls[name]
        before, deepest = mpu.processorCycles, mpu.sp
        for _ in range(MOST_INSTRUCTIONS):
            mpu.step()
            deepest = min(deepest, mpu.sp)
            if mpu.pc == RETURN:
                break
            self.interrupt(self)
        else:
            raise AssertionError(f"{name} does not return")
        assert mpu.sp == FIRST_STACK
        return Called(
            mpu.a,
            mpu.x,
            mpu.p,
            mpu.processorCycles - before,
            FIRST_STACK - deepest,
            frozenset(memory.written),
        )

    def scramble_zero_page(self) -> None:
        """Write garbage to all of zero page but the processor's port."""
        for address in range(2, 0x100):
            list.__setitem__(self.memory, address, self.random.randrange(256))

    def zero_page(self) -> bytes:
        return bytes(self.memory[:0x100])

    def regions(self) -> dict[str, bytes]:
        """What the module has written for others."""
        return {
            name: bytes(self.memory[start : start + length])
            for name, (start, length) in self.module.regions.items()
        }
