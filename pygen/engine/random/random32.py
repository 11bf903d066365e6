"""The random numbers of mystery floors in exact mode: a linear congruential generator of 32 bits.

Source: the floor generator that the kind `mystery` follows (docs/sources.md). Two levels: the
generator of floors gives each floor a seed of 24 bits; the floor's own generator has one primary
stream, of which the higher 16 bits are used, and secondary ones, of which the lower 16 bits are.
"""

from __future__ import annotations

MULTIPLIER = 0x5D588B65
INVERSE = pow(MULTIPLIER, -1, 1 << 32)
SECONDARY_INCREMENT = 0x269EC3

_MASK = 0xFFFFFFFF


def next_floor(state: int) -> tuple[int, int]:
    """The state (32 bits) of the generator of floors after one more floor, and that floor's seed.

    The seed is odd. Its 24 bits come from two successive states.
    """
    first = (state * MULTIPLIER + 1) & _MASK
    second = (first * MULTIPLIER + 1) & _MASK
    return second, (second & 0xFF0000) | first >> 16 | 1


def previous_floor(state: int) -> int:
    """The state before `next_floor` gave this one."""
    for _ in range(2):
        state = (state - 1) * INVERSE & _MASK
    return state


class Random32:
    """The streams of one floor, from its seed (24 bits).

    `state` is the state of the primary stream, `secondary` the state of the one secondary stream
    that generators use. `draws` counts the draws from both streams, modulo 65,536.
    """

    __slots__ = ("draws", "secondary", "state")

    def __init__(self, seed: int) -> None:
        self.state = seed | 1
        self.secondary = seed
        self.draws = 0

    def draw(self) -> int:
        """A random number 0..65535."""
        self.draws = (self.draws + 1) & 0xFFFF
        self.step()
        return self.state >> 16

    def step(self) -> None:
        """Take a step of the primary stream without counting a draw."""
        self.state = (self.state * MULTIPLIER + 1) & _MASK

    def draw_secondary(self) -> int:
        """A random number 0..65535 of the secondary stream."""
        self.draws = (self.draws + 1) & 0xFFFF
        self.secondary = (self.secondary * MULTIPLIER + SECONDARY_INCREMENT) & _MASK
        return self.secondary & 0xFFFF

    def step_back(self) -> None:
        """Take back a step of the primary stream; the count of draws stays as it is."""
        self.state = (self.state - 1) * INVERSE & _MASK
