"""The layout of the mailbox, for the emitted header and for the programs that control tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygen.spec.memory_layout import MAGIC
from pygen.spec.model import Spec

FLAG_STATISTICS = 1
FLAG_SCREEN_ON = 2
FLAG_PLAY = 4

ENTRY_MEASURING, ENTRY_BUILT, ENTRY_PREPARED, ENTRY_SCROLLED = range(4)
"""The indexes of the entries of the cycles: the cost of measuring, building a dungeon, and, while
the program is played, preparing a scroll step, and the step itself."""
ENTRIES: Mapping[str, int] = {
    "measuring": ENTRY_MEASURING,
    "built": ENTRY_BUILT,
    "prepared": ENTRY_PREPARED,
    "scrolled": ENTRY_SCROLLED,
}
"""The entries by their names in C."""


@dataclass(frozen=True)
class Mailbox:
    """Addresses in the C64's memory."""

    magic: int
    command: int
    dungeon: int
    seed: int
    flags: int
    cycles: int
    magic_value: tuple[int, int] = MAGIC
    cycles_entries: int = len(ENTRIES)

    @property
    def assertion(self) -> int:
        """Address of the two bytes that point to a failed assertion's text."""
        return self.cycles + 4 * self.cycles_entries

    @property
    def floor(self) -> int:
        """Address of the requested floor, from 0."""
        return self.assertion + 2

    @property
    def key(self) -> int:
        """Address of a key from the test controller; the program reads it and stores 0."""
        return self.floor + 1

    @property
    def end(self) -> int:
        """The first address after the mailbox."""
        return self.key + 1


def mailbox(spec: Spec) -> Mailbox:
    """The mailbox of this spec, at the start of the memory region `mailbox`."""
    start = spec.memory["mailbox"].start
    return Mailbox(
        magic=start,
        command=start + 2,
        dungeon=start + 3,
        seed=start + 4,
        flags=start + 6,
        cycles=start + 7,
    )
