"""The lattices of a noise: where their points are, and what they have.

The height of a point, or its direction, follows from the octave's key, a random number, and from
its column and row in the lattice: from nothing else, so that any part of a landscape can be
computed by itself. In a map columns and rows are bytes. A world has more points; each page of 256 x
256 points has its own key, which is mixed from the octave's key. (The mixing by a table of bytes is
that of P. Pearson, "Fast Hashing of Variable-Length Text Strings", CACM 33/6, 1990.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pygen.engine.constants import CHUNK_SIDE, WORLD_CHUNKS
from pygen.engine.noise.octaves import NOISE_TABLE, Octaves
from pygen.engine.random.worlds import Chunk


@dataclass(frozen=True)
class Noise:
    """The noise of a map of this size, or of a chunk of a world: its octaves, and their keys."""

    width: int
    height: int
    octaves: Octaves
    keys: Sequence[int]
    chunk: Chunk | None = None
    points: dict[tuple[int, int], list[int]] = field(default_factory=dict, compare=False)
    """The heights of rows of points that are known, by octave and row."""


def page_key(key: int, column: int, row: int) -> int:
    """The key of a page of a world's lattice, from the octave's `key` and the page's `column` and
    `row`."""
    low = NOISE_TABLE[NOISE_TABLE[key & 0xFF ^ column] + row & 0xFF]
    high = NOISE_TABLE[NOISE_TABLE[key >> 8 ^ row] + column & 0xFF]
    return high << 8 | low


def row_key(key: int, y: int) -> tuple[int, int]:
    """The two bytes by which the points of row y of a lattice get their heights."""
    return NOISE_TABLE[key & 0xFF ^ y], NOISE_TABLE[(key >> 8) + y & 0xFF]


def point_height(row: tuple[int, int], x: int, mask: int) -> int:
    """The height of the point in column x of a row of a lattice, or its direction: 0 to `mask`."""
    return NOISE_TABLE[NOISE_TABLE[x ^ row[0]] + row[1] & 0xFF] & mask


def blend(first: int, last: int, fade: list[int]) -> int:
    """A height between two points; `fade` has its change at that place for each difference."""
    return first + fade[last - first] if last >= first else first - fade[first - last]


def offset_of(noise: Noise, octave: int) -> tuple[int, int]:
    """How many tiles left of the map, and above it, the lattice of an octave begins."""
    if not noise.octaves.offsets:
        return 0, 0
    key, last = noise.keys[octave], noise.octaves.spacings[octave] - 1
    return key & last, key >> 8 & last


def row_of_points(noise: Noise, octave: int, y: int) -> list[int]:
    """The heights, or the directions, of the points of row y of a lattice, one more than the map's
    tiles need."""
    spacing, mask = noise.octaves.spacings[octave], noise.octaves.numbers[octave]
    key = noise.keys[octave]
    columns = range((noise.width - 1 + offset_of(noise, octave)[0]) // spacing + 2)
    if noise.chunk is None:
        around = noise.width // spacing if noise.octaves.wraps else 256
        row = row_key(key, y)
        return [point_height(row, x % around, mask) for x in columns]
    across, down = (CHUNK_SIDE * at // spacing for at in noise.chunk)
    around = WORLD_CHUNKS * CHUNK_SIDE // spacing
    y = (down + y) % around
    heights = []
    for x in columns:
        x = (across + x) % around
        row = row_key(page_key(key, x >> 8, y >> 8), y & 0xFF)
        heights.append(point_height(row, x & 0xFF, mask))
    return heights


def known_row(noise: Noise, octave: int, y: int) -> list[int]:
    """The result of `row_of_points`, which many rows of the map need."""
    if (octave, y) not in noise.points:
        noise.points[octave, y] = row_of_points(noise, octave, y)
    return noise.points[octave, y]
