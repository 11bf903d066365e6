"""What people see who watch a dungeon being built: only in Python, and only while somebody watches.

`Generation.watch` is None unless the dungeon is watched. The engine notes each draw, and kinds and
passes say with `Generation.tried` what they try. A phase that works on something else than the
map, such as a plane, may say with `Generation.draft` what that looks like.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygen.engine.random.random16 import Random16
from pygen.engine.random.random32 import Random32


@dataclass(frozen=True)
class Attempt:
    """Something that was tried at w x h tiles from (x, y) on: what it is, in a word or two, and
    whether it fits; otherwise it was refused."""

    what: str
    x: int
    y: int
    w: int
    h: int
    fits: bool


@dataclass
class Watch:
    """What has happened since somebody last looked: the numbers that were drawn, as states of the
    generator, and what was tried."""

    draws: list[int] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)

    def take(self) -> tuple[tuple[int, ...], tuple[Attempt, ...]]:
        """Both, which are then forgotten."""
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
    """The same for those of exact mode."""

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
