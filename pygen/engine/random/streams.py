"""Separate streams of random numbers for the passes of a dungeon.

A pass draws from a stream of its own, so that adding or changing it leaves the numbers of all
others as they are. A stream begins with a seed that is mixed from the state with which the floor's
own random numbers began, and from the number of the stream. The mixture takes steps of the
generator of floors, with the bytes exchanged between them: the steps of a xorshift alone would keep
the difference of two streams the same in every draw, because they are linear. For each stream
every seed comes from exactly one state. The twin of `c64src/core/streams.h`.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from pygen.engine.constants import MORE_STEPS
from pygen.engine.random.floors import next_seed
from pygen.engine.random.random16 import Random16, RandomGenerator

OF_TRIES = "require"
"""The name of the stream from which further tries take their seeds. No pass may have it as id."""


def stream_number(name: str) -> int:
    """The number (0..65535) of the stream of this name: both halves of its CRC-32."""
    check = zlib.crc32(name.encode())
    return (check >> 16 ^ check) & 0xFFFF


def stream_seed(parameters: RandomGenerator, first_state: int, stream: int) -> int:
    """The seed of a stream; `first_state` is the state with which the floor began."""
    seed = next_seed(parameters, first_state ^ stream)
    for _ in range(MORE_STEPS):
        seed = next_seed(parameters, (seed << 8 | seed >> 8) & 0xFFFF)
    return seed


def stream_of_salt(salt: str) -> int:
    """The number of the stream with which a dungeon with this `salt` begins. Its name has a space,
    so it is never that of a pass."""
    return stream_number(f"salt {salt}")


def begin_stream(
    parameters: RandomGenerator, random: Random16, first_state: int, stream: int
) -> None:
    """Seed the random numbers anew for a stream; the count of draws goes on."""
    random.seed(parameters, stream_seed(parameters, first_state, stream))


@dataclass
class SeedsOfTries:
    """The seeds of a floor's further tries, one after the other.

    The states are those of the generator of floors, which reaches all others before one repeats;
    each seed is mixed from one. (Seeds that a xorshift draws one after the other would give each
    try the random numbers of the try before it, shifted by one draw.)
    """

    parameters: RandomGenerator
    state: int

    def draw(self) -> int:
        """The next seed (0..65535)."""
        seed = stream_seed(self.parameters, self.state, stream_number(OF_TRIES))
        self.state = next_seed(self.parameters, self.state)
        return seed


def seeds_of_tries(parameters: RandomGenerator, first_state: int) -> SeedsOfTries:
    """The seeds of a floor's further tries. `first_state` is the state with which its first try
    began."""
    return SeedsOfTries(parameters, stream_seed(parameters, first_state, stream_number(OF_TRIES)))
