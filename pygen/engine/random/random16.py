"""The random number generator: a 16-bit xorshift.

Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003). The twin of
`c64src/core/random16.c`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.sections import Section


class RandomGenerator(Section):
    """The random number generator that every dungeon draws from."""

    generator: Literal["xorshift16"] = Field(
        default="xorshift16", description="a 16-bit xorshift (Marsaglia 2003)"
    )
    shifts: Annotated[
        list[Annotated[int, Field(ge=1, le=15)]], Field(min_length=3, max_length=3)
    ] = Field(
        default=[7, 9, 8],
        description="left, right, left: only triples with the full period of 65535 are accepted",
    )
    warm_up: int = Field(
        default=3,
        ge=0,
        le=16,
        description="steps discarded after seeding so that neighbouring seeds diverge",
    )
    seed_zero: int = Field(
        default=44257,
        ge=1,
        le=65535,
        description="the state that seed 0 starts from, as 0 itself would never change",
    )
    floor_multiplier: int = Field(
        default=25173,
        ge=1,
        le=65535,
        description="the next floor's seed is this one's times floor_multiplier ...",
    )
    floor_increment: int = Field(
        default=13849, ge=1, le=65535, description="... plus floor_increment, modulo 65536"
    )


class Random16:
    """A stream of random numbers from one 16-bit seed.

    The state runs through all 65,535 non-zero values before it repeats. `state` is the current
    one; `draws` counts the steps since seeding (modulo 65,536, without the warm-up), which shows
    where the C64 diverges.
    """

    __slots__ = ("_last", "_left", "_right", "draws", "state")

    def __init__(self, parameters: RandomGenerator, seed: int) -> None:
        """Seed the stream; `seed` is 0..65535. Seed 0 starts with the state `seed_zero`."""
        self._left, self._right, self._last = parameters.shifts
        self.draws = 0
        self.seed(parameters, seed)

    def seed(self, parameters: RandomGenerator, seed: int) -> None:
        """Start again from another seed; the count of draws goes on."""
        self.state, draws = seed or parameters.seed_zero, self.draws
        for _ in range(parameters.warm_up):
            Random16.draw(self)
        self.draws = draws

    def draw(self) -> int:
        """A random number 1..65535, which is the next state; one draw."""
        state = self.state
        state ^= state << self._left & 0xFFFF
        state ^= state >> self._right
        state ^= state << self._last & 0xFFFF
        self.state = state
        self.draws = self.draws + 1 & 0xFFFF
        return state

    def below(self, count: int) -> int:
        """A random number 0..count-1, for a count of 1..255; one draw.

        It is the high byte of the product of the state's upper byte and `count`; every value's
        probability is within 1/256 of 1/count.
        """
        return (self.draw() >> 8) * count >> 8

    def chance(self, threshold: int) -> bool:
        """True for states up to `threshold` (0..65535), a chance of threshold / 65535; one draw."""
        return self.draw() <= threshold

    def chance_of(self, percent: int) -> bool:
        """True with a chance of `percent` percent (0..100); one draw."""
        return self.draw() <= percent * 65535 // 100
