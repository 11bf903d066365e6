"""The random numbers of a floor: the engine draws them, or in exact mode the original's generator.

Exact mode draws as often as the original, even where a draw cannot change anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from pygen.engine.random.random16 import Random16
from pygen.engine.random.random32 import Random32
from pygen.engine.sections import chance_threshold
from pygen.kinds.mystery.constants import FEW_CHOICES


class Numbers(ABC):
    """The source of a floor's random numbers. Each method is one draw, unless it says otherwise."""

    @abstractmethod
    def below(self, count: int) -> int:
        """A number 0..count-1."""

    @abstractmethod
    def percent(self, percent: int) -> bool:
        """Whether something happens whose chance is `percent`, from 0 to 100."""

    def forced(self, count: int) -> int:
        """A number 0..count-1, or 0 for a count of 0; lean mode does not draw for that."""
        return self.below(count) if count else 0

    def between(self, one: int, other: int) -> int:
        """A number from the smaller one up to the larger, which is excluded.

        If both are equal, it is that number, and there is no draw. In lean mode there is none
        either for a single choice.
        """
        low, count = min(one, other), abs(one - other)
        return low + self.below(count) if count else low


class LeanNumbers(Numbers):
    """The engine's random numbers."""

    def __init__(self, random: Random16) -> None:
        self._random = random

    def below(self, count: int) -> int:
        if count <= FEW_CHOICES:
            return self._random.below(count)
        return self._random.draw() * count >> 16

    def percent(self, percent: int) -> bool:
        return self._random.chance(chance_threshold(percent))

    def between(self, one: int, other: int) -> int:
        return min(one, other) if abs(one - other) == 1 else super().between(one, other)


class ExactNumbers(Numbers):
    """Random numbers of exact mode, from the primary stream of the floor."""

    def __init__(self, stream: Random32) -> None:
        self._stream = stream

    def below(self, count: int) -> int:
        return self._stream.draw() * count >> 16

    def percent(self, percent: int) -> bool:
        return self.below(100) < percent

    def forced(self, count: int) -> int:
        return self.below(count)
