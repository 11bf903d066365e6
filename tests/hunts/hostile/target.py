"""What a fuzzer needs of each reader of foreign input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from random import Random


class Target(ABC):
    """A reader, and how to make input for it that comes far before it is refused."""

    name: str
    instrumented: tuple[str, ...] = ()
    """Packages whose branches a coverage-guided fuzzer should watch."""

    def __init__(self, folder: Path) -> None:
        """`folder` is an empty one, for the files that are read."""
        self.folder = folder

    @abstractmethod
    def make(self, chance: Random) -> bytes:
        """An input, the same one for the same state of `chance`."""

    @abstractmethod
    def mutate(self, data: bytes, chance: Random) -> bytes:
        """A variation of an input."""

    @abstractmethod
    def read(self, data: bytes) -> bool:
        """Have it read: True if it is accepted, False if it is refused with a clear error.

        Anything that is raised is a finding.
        """


def damaged(data: bytes, chance: Random) -> bytes:
    """`data` with bytes changed, left out, repeated or put in, or cut off."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
        at = chance.randrange(len(changed) + 1)
        match chance.randrange(7):
            case 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                changed[at : at + 1] = bytes([chance.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))])
            case 2:
                del changed[at : at + chance.randrange(1, 40)]
            case 3:
                changed[at:at] = chance.randbytes(chance.randrange(1, 40))
            case 4:
                changed[at:at] = changed[at : at + chance.randrange(1, 300)]
            case 5:
                del changed[at:]
            case 6 if at < len(changed):
                changed[at] ^= 1 << chance.randrange(8)
    return bytes(changed)
