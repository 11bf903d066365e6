"""What builds dungeons: one interface for Python, native code and every emulator.

A *route* is a recipe: a small value that can be sent to another process or machine, and says of
itself what its dungeons depend on. Opened, it is a *builder*, which may hold an emulator or a
library and is used by one thread.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.emit.regions import compared_regions
from pygen.engine.request import Request
from pygen.spec import Spec


@dataclass(frozen=True)
class Built:
    """A dungeon as a builder made it: its bytes by memory region.

    `phase_cycles` are the cycles of each phase by its name, without the cost of measuring them;
    empty where nobody counts cycles.
    """

    regions: dict[str, bytes]
    phase_cycles: dict[str, int]

    @property
    def cycles(self) -> int:
        """Cycles of the whole generation."""
        return sum(self.phase_cycles.values())


class Builder(ABC):
    """Builds dungeons of one spec."""

    spec: Spec

    @property
    @abstractmethod
    def name(self) -> str:
        """How reports call it."""

    @abstractmethod
    def build(self, request: Request) -> Built:
        """Build one dungeon. Raises EmulatorFailed if its program hangs or crashes."""

    def build_many(self, requests: Sequence[Request]) -> bytes:
        """Build many dungeons: the compared regions of each, one behind the other.

        All requests are for the same dungeon, so that each of them takes the same number of bytes.
        Raises as `build` does.
        """
        return b"".join(
            data for request in requests for data in self.build(request).regions.values()
        )

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        """Build one dungeon and stop after each phase: its name, and the bytes of the regions that
        are written by then. Nothing where a builder cannot stop in between."""
        return iter(())

    def close(self) -> None:  # noqa: B027 (most builders hold nothing)
        """Free what it holds. Safe to call twice."""


class Route(ABC):
    """How to get a builder."""

    spec: Spec

    @property
    @abstractmethod
    def name(self) -> str:
        """How reports call it."""

    @abstractmethod
    def open(self) -> Builder:
        """A builder for this thread. Raises UserError if something it needs is gone."""

    @abstractmethod
    def identity(self, dungeon: str) -> str:
        """A hash of all that its bytes of this dungeon depend on.

        What was proved of a dungeon holds as long as this does.
        """


def identity_of(words: Iterable[str], files: Iterable[Path]) -> str:
    """A hash of words and of the content of files; folders do not count, names do."""
    state = hashlib.sha256("\0".join(words).encode())
    for path in files:
        state.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def bytes_of_each(spec: Spec, dungeon: str) -> int:
    """How many bytes `build_many` gives for each request."""
    return sum(length for _, length in compared_regions(spec, dungeon).values())
