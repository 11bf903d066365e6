"""Many dungeons by modules in the simulator: the interface of batch.c."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from pygen.base.errors import EmulatorFailed
from pygen.base.words import ranges
from pygen.emulators.simulator import (
    HALT_AFTER_WRITE,
    INITIAL_STACK,
    MEMORY_SIZE,
    Simulator,
)

REQUEST_SIZE = 7
_MOST_ENTRIES = 2
_STACK = range(0x0100, 0x0100 + INITIAL_STACK + 1)
"""The part of the stack that a module may use. What is above belongs to its caller."""


@dataclass(frozen=True)
class Callee:
    """A module of a batch: `image` begins at `start`, and its `entries` (at most two) are called
    for each dungeon.

    `block` is the address of its request block, into which the first `request_size` bytes of each
    request are written. `writable` are the addresses that it may write, besides its part of the
    stack; `restored` are those among them that must have the image's byte again after a dungeon.
    With `is_loaded` the image is put into memory before each dungeon. `recompiled` is a library
    with its recompiled code; without one it is interpreted.
    """

    image: bytes
    start: int
    entries: tuple[int, ...]
    block: int
    request_size: int
    writable: frozenset[int]
    restored: frozenset[int] = frozenset()
    is_loaded: bool = False
    recompiled: Path | None = None


@dataclass(frozen=True)
class Left:
    """How often recompiled code was left to the interpreter: `times`, first for the code at
    `address`, which was reached from `jump`."""

    times: int
    address: int
    jump: int


class CallFailed(EmulatorFailed):
    """A dungeon of a batch failed: `number` is its number in the batch, from 0."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


class _Outcome(IntEnum):
    ALL_DONE = 0
    STORED_OUTSIDE = 1
    NOT_ENDED = 2
    ILLEGAL_OPCODE = 3
    WRONG_STACK = 4
    IMAGE_CHANGED = 5


class _Callee(ctypes.Structure):
    _fields_ = (
        ("image", ctypes.c_char_p),
        ("halts", ctypes.c_char_p),
        ("fixed", ctypes.c_void_p),
        ("run", ctypes.c_void_p),
        ("size", ctypes.c_uint32),
        ("fixed_count", ctypes.c_uint32),
        ("start", ctypes.c_uint16),
        ("block", ctypes.c_uint16),
        ("entries", ctypes.c_uint16 * _MOST_ENTRIES),
        ("entry_count", ctypes.c_uint8),
        ("request_size", ctypes.c_uint8),
        ("is_loaded", ctypes.c_uint8),
    )


class _Result(ctypes.Structure):
    _fields_ = (
        ("done", ctypes.c_uint32),
        ("interpreted", ctypes.c_uint32),
        ("outcome", ctypes.c_uint8),
        ("callee", ctypes.c_uint8),
        ("address", ctypes.c_uint16),
        ("pc", ctypes.c_uint16),
        ("left_at", ctypes.c_uint16),
        ("left_from", ctypes.c_uint16),
    )


class BatchRunner:
    """Calls modules in a simulator for many requests."""

    def __init__(self, simulator: Simulator, callees: Sequence[Callee], most_cycles: int) -> None:
        """`callees` are called in turn for each request, each entry with at most `most_cycles`.

        Raises EmulatorFailed if a library cannot be loaded, or is of another version.
        """
        self._simulator, self._most = simulator, most_cycles
        self._library = simulator.library
        self._library.batch_run.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32,
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint8, ctypes.c_char_p,
            ctypes.c_void_p,
        ]  # fmt: skip
        if self._library.batch_callee_size() != ctypes.sizeof(_Callee):
            raise EmulatorFailed("the simulator's library was built from another batch.c")
        self._kept: list[Any] = []
        self._callees = (_Callee * len(callees))(*(self._callee(one) for one in callees))
        self.left = Left(0, 0, 0)

    def _callee(self, callee: Callee) -> _Callee:
        writable = callee.writable.union(_STACK)
        halts = bytearray([HALT_AFTER_WRITE]) * MEMORY_SIZE
        for address in writable:
            halts[address] = 0
        size = len(callee.image)
        changing = writable - callee.restored
        inside = range(callee.start, callee.start + size)
        fixed = [
            number
            for first, last in ranges(at for at in inside if at not in changing)
            for number in (first - callee.start, last - first + 1)
        ]
        parts = (ctypes.c_uint16 * len(fixed))(*fixed)
        run = None
        if callee.recompiled:
            try:
                library = ctypes.CDLL(str(callee.recompiled))
            except OSError as error:
                raise EmulatorFailed(f"{callee.recompiled}: cannot be loaded: {error}") from error
            run = ctypes.cast(library.recompiled_run, ctypes.c_void_p)
            self._kept.append(library)
        self._kept.append(parts)
        return _Callee(
            callee.image, bytes(halts), ctypes.addressof(parts), run, size, len(fixed) // 2,
            callee.start, callee.block, callee.entries, len(callee.entries),
            callee.request_size, callee.is_loaded,
        )  # fmt: skip

    def run(
        self,
        requests: Sequence[bytes],
        regions: Iterable[tuple[int, int]],
        digest_bytes: int = 0,
    ) -> bytes:
        """Build a dungeon for each request, of REQUEST_SIZE bytes. Return the bytes of all
        `regions` (first address and length of each); or, with `digest_bytes`, a digest of so many
        bytes of each dungeon's regions. `left` then says what recompiled code left to the
        interpreter.

        Raises CallFailed if a call does not end in time, stores where it must not, reaches an
        illegal instruction, or returns with another stack pointer; and if a module's own bytes are
        not what they were.
        """
        numbers = [number for region in regions for number in region]
        size = digest_bytes or sum(numbers[1::2])
        out = ctypes.create_string_buffer(len(requests) * size)
        result = _Result()
        self._library.batch_run(
            ctypes.addressof(self._simulator.machine), self._callees, len(self._callees),
            b"".join(requests), len(requests), (ctypes.c_uint16 * len(numbers))(*numbers),
            len(numbers) // 2, self._most, digest_bytes, out, ctypes.addressof(result),
        )  # fmt: skip
        self.left = Left(result.interpreted, result.left_at, result.left_from)
        if result.outcome != _Outcome.ALL_DONE:
            raise CallFailed(result.done, self._failure(result))
        return out.raw

    def _failure(self, result: _Result) -> str:
        """What happened, as the end of a sentence about the program."""
        if result.outcome == _Outcome.STORED_OUTSIDE:
            return (
                f"stored a byte at ${result.address:04x}, which is not its own, "
                f"shortly before ${result.pc:04x}"
            )
        if result.outcome == _Outcome.ILLEGAL_OPCODE:
            opcode = self._simulator.memory[result.pc]
            return f"reached an illegal instruction, ${opcode:02x} at ${result.pc:04x}"
        if result.outcome == _Outcome.NOT_ENDED:
            return f"did not end within its limit of {self._most} cycles"
        if result.outcome == _Outcome.WRONG_STACK:
            return f"returned with another stack pointer, ${self._simulator.s:02x}"
        return f"changed its own byte at ${result.address:04x}"
