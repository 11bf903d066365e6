"""A stream of random numbers that belongs to the game: the generator of the dungeons, but with a
state of its own, which the game can save. The twin of c64src/calls/chance."""

from __future__ import annotations

from pygen.engine.random.random16 import Random16, RandomGenerator


def drawn(parameters: RandomGenerator, state: int) -> int:
    """The next random number 1 to 65535, which is also the next state; state 0 is that of the
    spec's `seed_zero`."""
    stream = Random16(parameters, 0)
    stream.state = state or parameters.seed_zero
    return stream.draw()


def scaled(number: int, count: int) -> int:
    """A random number 0 to `count` - 1 from one that was drawn; a count of 0 stands for 256."""
    return (number >> 8) * (count or 256) >> 8
