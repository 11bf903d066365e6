"""Our own simulator of a 6502: 64 KiB of RAM, no chips, no ROM, exact cycles.

It runs several hundred times as fast as a C64. Its C is in simulator.c and processor.inc; batch.c
runs many dungeons in it. The library is built like the native one
(`pygen.builders.simulator.build_simulator`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from enum import IntEnum
from itertools import compress
from pathlib import Path
from typing import Any

from pygen.base.errors import EmulatorFailed
from pygen.base.project import C_FOLDER

MEMORY_SIZE = 0x10000
FOLDER = Path(__file__).parent
SOURCES = (FOLDER / "simulator.c", FOLDER / "batch.c", C_FOLDER / "harness" / "digest.c")
INCLUDED = (
    *(FOLDER / name for name in ("processor.inc", "simulator.h", "batch.h")),
    C_FOLDER / "harness" / "digest.h",
)
"""What the sources include."""

INITIAL_BYTE = 0xA5
"""The initial value of all memory. It makes programs fail that rely on zeros."""
INITIAL_STACK = 0x7F
_INITIAL_FLAGS = 0x28
"""The initial flags: decimal mode, so that code that adds without `cld` fails."""

NOWHERE = 0x10000
"""An address that the program counter never reaches."""

_CALL_AT_READ, _CALL_AT_WRITE, HALT_AFTER_WRITE, _HALT_BEFORE = 1, 2, 4, 8
_WAS_WRITTEN, _WAS_READ, _WAS_RUN = 16, 32, 64
_SEEN = _WAS_WRITTEN | _WAS_READ | _WAS_RUN
_FORGOTTEN = bytes(seen & ~_SEEN for seen in range(256))
_IS_SEEN = {
    bit: bytes(bool(seen & bit) for seen in range(256))
    for bit in (_WAS_WRITTEN, _WAS_READ, _WAS_RUN)
}
"""For `bytes.translate`: what is left of a byte of the record, and whether a bit is in it."""


class Ending(IntEnum):
    """The reasons why a run ended."""

    AT_THE_END = 0
    OUT_OF_CYCLES = 1
    NO_SUCH_OPCODE = 2
    HALTED = 3


_READER = ctypes.CFUNCTYPE(ctypes.c_uint8, ctypes.c_uint16)
_WRITER = ctypes.CFUNCTYPE(None, ctypes.c_uint16, ctypes.c_uint8)


class _Machine(ctypes.Structure):
    _fields_ = (
        ("memory", ctypes.c_uint8 * MEMORY_SIZE),
        ("watched", ctypes.c_uint8 * MEMORY_SIZE),
        ("cycles", ctypes.c_uint64),
        ("cycles_at", ctypes.c_void_p),
        ("times_at", ctypes.c_void_p),
        ("on_read", _READER),
        ("on_write", _WRITER),
        ("pc", ctypes.c_uint16),
        ("address", ctypes.c_uint16),
        ("a", ctypes.c_uint8),
        ("x", ctypes.c_uint8),
        ("y", ctypes.c_uint8),
        ("s", ctypes.c_uint8),
        ("p", ctypes.c_uint8),
        ("lowest_s", ctypes.c_uint8),
    )


class _Register:
    """A register of the processor as an attribute of the simulator."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, simulator: Simulator, _owner: type | None = None) -> int:
        value: int = getattr(simulator.machine, self._name)
        return value

    def __set__(self, simulator: Simulator, value: int) -> None:
        setattr(simulator.machine, self._name, value)


class Simulator:
    """A 6502 and its memory, from a library built from simulator.c.

    `library` is the loaded library. `memory` is a writable view of all 64 KiB. `a`, `x`, `y`, `s`,
    `p` and `pc` are its registers. `cycles` (64 bits) counts all cycles since the simulator was
    made. Initially, memory and registers have values that no program expects.

    Every method that runs code raises EmulatorFailed at an undocumented opcode; the program counter
    is then at that opcode.
    """

    a, x, y, s, p, pc, cycles = (_Register() for _ in range(7))

    def __init__(self, library: Path) -> None:
        """Load `library`. Raises EmulatorFailed if it cannot be loaded or is of another version."""
        try:
            self.library = ctypes.CDLL(str(library))
        except OSError as error:
            raise EmulatorFailed(f"{library}: cannot be loaded: {error}") from error
        self.library.simulator_run.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int,
        ]  # fmt: skip
        if self.library.simulator_size() != ctypes.sizeof(_Machine):
            raise EmulatorFailed(f"{library}: was built from another simulator.c")
        self.machine = _Machine()
        self._address = ctypes.addressof(self.machine)
        self.memory = memoryview(self.machine.memory).cast("B")
        self._watched = memoryview(self.machine.watched).cast("B")
        self._readers: dict[int, Callable[[int], int]] = {}
        self._writers: dict[int, Callable[[int, int], None]] = {}
        self._raised: BaseException | None = None
        self._is_watched = False
        self.machine.on_read = _READER(self._read)
        self.machine.on_write = _WRITER(self._write)
        self.reset()

    def reset(self) -> None:
        """Restore the initial memory and registers. The watched addresses and the cycles stay."""
        self.memory[:] = bytes([INITIAL_BYTE]) * MEMORY_SIZE
        self.a = self.x = self.y = INITIAL_BYTE
        self.s, self.p, self.pc = INITIAL_STACK, _INITIAL_FLAGS, 0
        self.machine.lowest_s = INITIAL_STACK

    def load(self, pieces: Mapping[int, bytes]) -> None:
        """Store each piece of bytes at its address. Raises ValueError for bytes outside memory."""
        for address, data in pieces.items():
            if not 0 <= address <= MEMORY_SIZE - len(data):
                raise ValueError(f"{len(data)} bytes at {address:#06x} are outside the memory")
            self.memory[address : address + len(data)] = data

    def run(self, until: int = NOWHERE, most_cycles: int = 1 << 62) -> Ending:
        """Run until `pc` is `until`, and return why the run ended.

        At least one instruction is run. After `most_cycles`, the run ends after the instruction in
        which that number was reached.
        """
        return Ending(self._run(until, most_cycles))

    def _run(self, until: int, most_cycles: int) -> int:
        """As `run`, but returns the number of the ending."""
        ending: int = self.library.simulator_run(
            self._address, until, most_cycles, self._is_watched
        )
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised
        if ending == Ending.NO_SUCH_OPCODE:
            opcode = self.memory[self.pc]
            raise EmulatorFailed(f"reached an illegal instruction, ${opcode:02x} at ${self.pc:04x}")
        return ending

    def step(self) -> int:
        """Run one instruction, and return its cycles."""
        before: int = self.machine.cycles
        self._run(NOWHERE, 1)
        spent: int = self.machine.cycles - before
        return spent

    def call(self, address: int, most_cycles: int, returns_to: int = 0xFFFC) -> int:
        """Call the code at `address`, and return its cycles, without those of the call itself.

        Raises EmulatorFailed if it has not returned within `most_cycles`, returns with another
        stack pointer, or was halted.
        """
        stack = self.s
        self.put_call(returns_to)
        self.pc, before = address, self.cycles
        ending = self.run(returns_to, most_cycles)
        if ending is Ending.OUT_OF_CYCLES:
            raise EmulatorFailed(f"did not end within its limit of {most_cycles} cycles")
        if ending is Ending.HALTED:
            raise EmulatorFailed(f"was halted at ${self.machine.address:04x}")
        if self.s != stack:
            raise EmulatorFailed(f"returned with the stack pointer ${self.s:02x}, not ${stack:02x}")
        return self.cycles - before

    def put_call(self, returns_to: int) -> None:
        """Set up the stack as after a `jsr` that returns to `returns_to`."""
        self._push(((returns_to - 1) & 0xFFFF) >> 8)
        self._push((returns_to - 1) & 0xFF)

    def interrupt(self, vector: int) -> None:
        """Begin an interrupt: it takes 7 cycles and continues at the address stored at `vector`
        (0xFFFA or 0xFFFE)."""
        self._push(self.pc >> 8)
        self._push(self.pc & 0xFF)
        self._push(self.p & ~0x10)
        self.p |= 0x04
        self.cycles += 7
        self.pc = self.memory[vector] | self.memory[vector + 1] << 8

    def _push(self, value: int) -> None:
        self.memory[0x100 + self.s] = value
        self.s = (self.s - 1) & 0xFF

    # ---------------------------------------------------------------- what is watched

    def on_read(self, addresses: range, call: Callable[[int], int]) -> None:
        """When the program reads one of `addresses`, call `call` with the address; it returns the
        value."""
        for address in addresses:
            self._readers[address] = call
        self._watch(addresses, _CALL_AT_READ)

    def on_write(self, addresses: range, call: Callable[[int, int], None]) -> None:
        """After the program writes to one of `addresses`, call `call` with the address and the
        value."""
        for address in addresses:
            self._writers[address] = call
        self._watch(addresses, _CALL_AT_WRITE)

    def halt_after_write(self, address: int) -> None:
        """End a run after any instruction that writes to `address`."""
        self._watch(range(address, address + 1), HALT_AFTER_WRITE)

    def halt_before(self, address: int) -> None:
        """End a run before the instruction at `address`."""
        self._watch(range(address, address + 1), _HALT_BEFORE)

    def unwatch(self) -> None:
        """Stop watching addresses: full speed."""
        self._watched[:] = bytes(MEMORY_SIZE)
        self._is_watched = False
        self.machine.cycles_at = self.machine.times_at = None

    def keep_account(self) -> None:
        """From now on, record the addresses written and read, and the depth of the stack."""
        self._is_watched = True
        self.forget()

    def forget(self) -> None:
        """Clear the record."""
        self._watched[:] = bytes(self._watched).translate(_FORGOTTEN)
        self.machine.lowest_s = self.s

    def written(self) -> set[int]:
        """The addresses written since the record began, including the stack's."""
        return self._seen(_WAS_WRITTEN)

    def read_from(self) -> set[int]:
        """The addresses read as data since the record began."""
        return self._seen(_WAS_READ)

    def _seen(self, bit: int) -> set[int]:
        is_seen = bytes(self._watched).translate(_IS_SEEN[bit])
        return set(compress(range(len(is_seen)), is_seen))

    @property
    def lowest_stack(self) -> int:
        """The lowest stack pointer since the record began."""
        lowest: int = self.machine.lowest_s
        return lowest

    def profile(self) -> tuple[Any, Any]:
        """Count cycles and executions from now on. Returns two arrays, indexed by the address of
        the opcode."""
        cycles = (ctypes.c_uint64 * MEMORY_SIZE)()
        times = (ctypes.c_uint32 * MEMORY_SIZE)()
        self._profile = cycles, times
        self.machine.cycles_at = ctypes.addressof(cycles)
        self.machine.times_at = ctypes.addressof(times)
        self._is_watched = True
        return cycles, times

    def _watch(self, addresses: range, bit: int) -> None:
        self._is_watched = True
        for address in addresses:
            self._watched[address] |= bit

    def _read(self, address: int) -> int:
        try:
            return self._readers[address](address) & 0xFF
        except BaseException as error:
            self._raised = self._raised or error
            return 0

    def _write(self, address: int, value: int) -> None:
        try:
            self._writers[address](address, value)
        except BaseException as error:
            self._raised = self._raised or error
