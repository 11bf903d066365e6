"""Builders of dungeons: one interface for Python, native code and every emulator.

A *route* describes how to build dungeons: a small value that can be sent to another process or
machine. Its identity covers everything that its dungeons depend on. Opening a route gives a
*builder*, which may hold an emulator or a library and is used by one thread.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.emit.memory_regions import compared_regions
from pygen.engine.random.request import Request
from pygen.spec import Spec

DIGEST_BYTES = 16


def digest_of(data: bytes) -> bytes:
    """The digest of a dungeon's compared regions: their BLAKE2b of DIGEST_BYTES bytes."""
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


@dataclass(frozen=True)
class Built:
    """A dungeon that a builder has built: its bytes by memory region.

    `phase_cycles` are the cycles of each phase by name, without the cost of measuring them; empty
    if the builder does not count cycles. After `build_steps`, `steps` is the number of steps made,
    and `longest_step` the cycles of the longest step and its number (from 1).
    """

    regions: dict[str, bytes]
    phase_cycles: dict[str, int]
    steps: int = 0
    longest_step: tuple[int, int] = (0, 0)

    @property
    def cycles(self) -> int:
        """The cycles of the whole generation."""
        return sum(self.phase_cycles.values())


class Builder(ABC):
    """Builds dungeons of one spec."""

    spec: Spec

    remark: str = ""
    """What the last call of `build_many` or `digests` had to do in another way than usual, as the
    end of a sentence about the builder; usually empty."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The builder's name in reports."""

    @abstractmethod
    def build(self, request: Request) -> Built:
        """Build one dungeon. Raises EmulatorFailed if its program hangs or crashes."""

    def build_many(self, requests: Sequence[Request]) -> bytes:
        """Build many dungeons: the compared regions of each, concatenated.

        All requests are for the same dungeon, so that each of them takes the same number of bytes.
        Raises as `build` does.
        """
        return b"".join(
            data for request in requests for data in self.build(request).regions.values()
        )

    def digests(self, requests: Sequence[Request]) -> bytes:
        """Build many dungeons of one name: the digests of their compared regions, of DIGEST_BYTES
        bytes each. Raises as `build` does."""
        return b"".join(digest_of(self.build_many([request])) for request in requests)

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        """Build one dungeon and stop after each phase. Yields the phase's name, and the bytes of
        map, tables and summary at that time, whichever regions the spec compares. A phase that ends
        a try is left out, as memory is not cleared then. Yields nothing if the builder cannot stop
        between phases."""
        return iter(())

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        """Build one dungeon step by step, and stop after `steps` steps (0: at the end).

        Raises EmulatorFailed as `build` does, or if the builder cannot stop between steps.
        """
        raise EmulatorFailed(
            f"{self.name}: a dungeon cannot be built step by step here", "Use VICE or native code."
        )

    def close(self) -> None:  # noqa: B027 (most builders hold no resources)
        """Free the builder's resources. Safe to call twice."""


class Route(ABC):
    """How to get a builder."""

    spec: Spec

    @property
    @abstractmethod
    def name(self) -> str:
        """The route's name in reports."""

    @abstractmethod
    def open(self) -> Builder:
        """A builder for this thread. Raises UserError if anything that the builder needs is
        missing."""

    @property
    def needs_preparing(self) -> bool:
        """Whether `prepare` does something."""
        return False

    def prepare(self, dungeons: int) -> None:  # noqa: B027 (most routes need no preparation)
        """Make files that `open` needs to build this many dungeons quickly, if there are any.

        It is called in a worker before `open`. Raises UserError if a tool is missing.
        """

    @abstractmethod
    def identity(self, dungeon: str, floor: int = 1) -> str:
        """A hash of everything that the bytes of this floor (1..256) of a dungeon depend on.

        A proof of the floor, and of all floors with the same parameters, is valid as long as this
        hash stays the same.
        """


def identity_of(words: Iterable[str], files: Iterable[Path]) -> str:
    """A hash of words, and of the names (without folders) and contents of files."""
    state = hashlib.sha256("\0".join(words).encode())
    for path in files:
        state.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def bytes_of_each(spec: Spec, dungeon: str) -> int:
    """The number of bytes that `build_many` returns for each request."""
    return sum(length for _, length in compared_regions(spec, dungeon).values())
