"""Notes for people who watch a dungeon being built: only in Python, and only while they watch.

`Generation.watch` is None unless the dungeon is watched. The engine notes each draw. Kinds and
passes report their attempts with `Generation.tried`. A phase that works on something other than the
map, such as a plane, may show it with `Generation.draft`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygen.engine.random.random16 import Random16
from pygen.engine.random.random32 import Random32


@dataclass(frozen=True)
class Attempt:
    """An attempt at w x h tiles from (x, y) on: what was tried, in a word or two, and whether it
    fits; otherwise it was refused."""

    what: str
    x: int
    y: int
    w: int
    h: int
    fits: bool


@dataclass
class Watch:
    """The events since somebody last looked: the numbers that were drawn, as states of the
    generator, and the attempts."""

    draws: list[int] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)

    def take(self) -> tuple[tuple[int, ...], tuple[Attempt, ...]]:
        """Return the drawn numbers and the attempts, and forget both."""
        taken = tuple(self.draws), tuple(self.attempts)
        self.draws.clear()
        self.attempts.clear()
        return taken


class WatchedRandom16(Random16):
    """Random numbers that are noted when they are drawn."""

    __slots__ = ("_noted",)

    def __init__(self, random: Random16, noted: list[int]) -> None:
        """Go on where `random` is."""
        for name in Random16.__slots__:
            setattr(self, name, getattr(random, name))
        self._noted = noted

    def draw(self) -> int:
        number = super().draw()
        self._noted.append(number)
        return number


class WatchedRandom32(Random32):
    """Random numbers of exact mode that are noted when they are drawn."""

    __slots__ = ("_noted",)

    def __init__(self, random: Random32, noted: list[int]) -> None:
        """Go on where `random` is."""
        for name in Random32.__slots__:
            setattr(self, name, getattr(random, name))
        self._noted = noted

    def draw(self) -> int:
        number = super().draw()
        self._noted.append(number)
        return number

    def draw_secondary(self) -> int:
        number = super().draw_secondary()
        self._noted.append(number)
        return number
