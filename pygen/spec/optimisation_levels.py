"""The optimisation levels of the compilers, and those that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One set of compiler flags. `refused` is the reason why the spec does not allow it, or ""."""

    compiler: str
    flags: tuple[str, ...]
    refused: str = ""

    @property
    def name(self) -> str:
        return " ".join((self.compiler, *self.flags))


OSCAR64_O3 = (
    "OSCAR64 1.32.271 draws a whole dungeon into one function with it, and gives up half a minute "
    "later (Optimizer locked in infinite loop)"
)

OSCAR64_O1 = (
    "OSCAR64 1.32.271 loses jumps with it in the code of wilds and highlands, and values in that "
    "of warren and fens"
)

LEVELS = (
    Level("oscar64", ("-O0",)),
    Level("oscar64", ("-O0", "-xz")),
    Level("oscar64", ("-O1",), OSCAR64_O1),
    Level("oscar64", ("-O1", "-xz"), OSCAR64_O1),
    Level("oscar64", ("-O2",)),
    Level("oscar64", ("-O2", "-xz")),
    Level("oscar64", ("-Os",)),
    Level("oscar64", ("-Os", "-xz")),
    Level("oscar64", ("-O3",), OSCAR64_O3),
    *(
        Level("cc65", (*options, *locals_))
        for locals_ in ((), ("--static-locals",))
        for options in ((), ("-O",), ("-Oi",), ("-Or",), ("-Os",), ("-Oirs",))
    ),
)
"""The levels that `invoke verify --flags` tries."""


def why_refused(compiler: str, flags: Sequence[str]) -> tuple[int, str] | None:
    """The index of the flag that is not allowed, and the reason; None if all are allowed."""
    for level in LEVELS:
        if level.compiler != compiler or not level.refused:
            continue
        if all(flag in flags for flag in level.flags):
            return flags.index(level.flags[0]), level.refused
    return None
