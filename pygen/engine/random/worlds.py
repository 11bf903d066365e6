"""Endless worlds: the seeds of chunks, and where the ways through their edges are.

A world is a square of 2,048 x 2,048 chunks of 32 x 32 tiles, which wraps around at its edges: no
chunk is a special case. All that a chunk needs to know of the world follows from a pair of
coordinates, mixed with the state of the world. Its own coordinates give its seed. The gates of an
edge follow from the coordinates of the chunk on the left of the edge or above it. So both chunks at
an edge find the same gates, whichever is made first.

The mixture is the round function of the cipher Speck32 (R. Beaulieu and others, "The Simon and
Speck Families of Lightweight Block Ciphers", 2013): rotations, additions and exclusive ors of 16
bits, which are cheap on the 6502. Here each round has the world's state as its key, and a number of
its own. For each world every pair of numbers gives another pair. The twin of
`c64src/core/worlds.h`.
"""

from __future__ import annotations

from pydantic import Field

from pygen.base.errors import UsageError
from pygen.engine.constants import (
    CHUNK_SIDE,
    FIRST_GATE,
    GATE_PLACES,
    MIX_CONSTANT,
    MIX_ROUNDS,
    MOST_GATES,
    WORLD_CHUNKS,
)
from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.engine.sections import Section

REGION_SIDE = 3 * CHUNK_SIDE
"""The side, in tiles, of the part of a world that a program holds at a time: 3 x 3 chunks."""

MOST_CHANGES = 64
"""How many changes of a world a program remembers: tiles that differ from the generated ones."""

Chunk = tuple[int, int]
"""The column and the row of a chunk in its world, 0..2047 each."""


class World(Section):
    """What makes a dungeon a world: its map is a chunk."""

    gates: int = Field(
        default=2,
        ge=1,
        le=MOST_GATES,
        description="ways through each edge between two chunks, at most; there is at least one",
    )


def check_chunk(chunk: Chunk) -> None:
    """Raise UsageError if no world has such a chunk."""
    if not all(0 <= at < WORLD_CHUNKS for at in chunk):
        raise UsageError(
            f"there is no chunk {chunk[0]},{chunk[1]}",
            f"The coordinates of chunks are 0 to {WORLD_CHUNKS - 1}.",
        )


def sample_chunk(number: int) -> Chunk:
    """A chunk of a sample of all chunks, by its number (0..65535): corners of the world come first.

    The proofs build the dungeon whose seed is this number in this chunk.
    """
    last, middle = WORLD_CHUNKS - 1, WORLD_CHUNKS // 2
    known = ((0, 0), (last, last), (0, last), (last, 0), (middle, middle - 1), (1, 256))
    if number < len(known):
        return known[number]
    first, second = mix_chunk(0, number, 0)
    return first % WORLD_CHUNKS, second % WORLD_CHUNKS


def area_chunk(number: int) -> Chunk:
    """A chunk of the 256 x 256 around the corner of a world, by its number (0..65535)."""
    return (number % 256 - 128) % WORLD_CHUNKS, (number // 256 - 128) % WORLD_CHUNKS


def mix_chunk(world: int, first: int, second: int) -> tuple[int, int]:
    """Mix two numbers of 16 bits for a world."""
    constant = 0
    for _ in range(MIX_ROUNDS):
        first = ((first >> 7 | first << 9) + second & 0xFFFF) ^ world ^ constant
        second = (second << 2 & 0xFFFF | second >> 14) ^ first
        constant = constant + MIX_CONSTANT & 0xFFFF
    return first, second


def begin_chunk(parameters: RandomGenerator, random: Random16, chunk: Chunk) -> int:
    """Seed the random numbers of a world's floor anew, for a chunk. The result identifies the
    world: it is the state with which the random numbers of its floor began."""
    world = random.state
    first, second = mix_chunk(world, *chunk)
    random.seed(parameters, first ^ second)
    return world


def gates_of_edge(world: int, first: int, second: int, most: int) -> list[int]:
    """The tiles of an edge that are gates, 2..29 in ascending order: at least one, at most `most`,
    and no two side by side. `first` and `second` are the edge's numbers.

    The edge is divided into parts, one for each gate. Only in the last part may the gate be at the
    end of its part.
    """
    first, second = mix_chunk(world, first, second)
    count = 1 + ((first & 0xFF) * most >> 8)
    length = GATE_PLACES // count
    places = []
    begin = FIRST_GATE
    for number, byte in enumerate((second & 0xFF, second >> 8, first >> 8)[:count], 1):
        span = length - 1 if number < count else FIRST_GATE + GATE_PLACES - begin
        places.append(begin + (byte * span >> 8))
        begin += length
    return places
