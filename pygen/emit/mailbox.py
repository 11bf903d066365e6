"""The layout of the mailbox, for the emitted header and for the programs that control tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.base.errors import UserError
from pygen.spec.model import Spec

# "UC" with the top bits set: unlikely to be in memory by chance after power-up.
MAGIC = (0xD5, 0xC3)
CYCLES_ENTRIES = 12

STEPS_BYTES = 6

FLAG_STATISTICS = 1
FLAG_SCREEN_ON = 2
FLAG_PLAY = 4
FLAG_STEPS = 8

# Cycle slots used while the program is played: preparing a scroll step, and the step itself.
ENTRY_PREPARED = 6
ENTRY_SCROLLED = 7


@dataclass(frozen=True)
class Mailbox:
    """Addresses in the C64's memory."""

    magic: int
    command: int
    dungeon: int
    seed: int
    flags: int
    phase: int
    cycles: int
    magic_value: tuple[int, int] = MAGIC
    cycles_entries: int = CYCLES_ENTRIES

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
    def steps(self) -> int:
        """Address of the figures of single steps: two bytes each for how many steps are
        wanted and then made, for the cycles of the longest one, and for its number."""
        return self.key + 1

    @property
    def end(self) -> int:
        """The first address after the mailbox."""
        return self.steps + STEPS_BYTES


def require_cycle_slots(dungeon: str, phases: Sequence[str]) -> None:
    """Raise UserError if a dungeon has more phases than the mailbox has slots for their cycles.

    The first slot holds the cost of the measurement itself.
    """
    most = CYCLES_ENTRIES - 1
    if len(phases) > most:
        raise UserError(
            f"the dungeon `{dungeon}` has {len(phases)} phases, and the mailbox has slots for "
            f"{most}",
            f"Merge phases, or raise CYCLES_ENTRIES in pygen/emit/mailbox.py: "
            f"{', '.join(phases[most:])} would overwrite what lies behind the cycles.",
        )


def mailbox(spec: Spec) -> Mailbox:
    """The mailbox of this spec, at the start of the memory region `mailbox`."""
    start = spec.memory["mailbox"].start
    return Mailbox(
        magic=start,
        command=start + 2,
        dungeon=start + 3,
        seed=start + 4,
        flags=start + 6,
        phase=start + 7,
        cycles=start + 8,
    )
