"""Value noise, row by row.

Every octave has a lattice of points with random heights. The height of a point follows from the
octave's key, a random number, and from its column and row in the lattice: from nothing else, so
that any part of a landscape can be computed by itself. In a map columns and rows are bytes. A world
has more points; each page of 256 x 256 points has its own key, which is mixed from the octave's
key. Between four points heights are blended, first from row to row, then from column to
column. (Such noise is K. Perlin's idea with heights instead of gradients: "An Image Synthesizer",
SIGGRAPH 1985; the mixing by a table of bytes is that of P. Pearson, "Fast Hashing of
Variable-Length Text Strings", CACM 33/6, 1990.)

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pygen.engine.constants import CHUNK_SIDE, WORLD_CHUNKS
from pygen.engine.definition.pace import FULL, Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.noise.octaves import NOISE_TABLE, Octaves
from pygen.engine.random.random16 import Random16
from pygen.engine.random.worlds import Chunk

TILES_AT_ONCE = schedule("core/noise")["noise_tiles_at_once"]
OCTAVE = Piece("heights", TILES_AT_ONCE, is_divisible=True)


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


def begin_noise(g: Generation[Any], octaves: Octaves) -> Noise:
    """Begin the noise of a map: draw the keys of its octaves.

    The keys of a world are the first random numbers of its floor, the same for all chunks. They do
    not count as draws of the chunk.
    """
    random, chunk = g.random, None
    if g.parameters.world:
        random, chunk = Random16(g.blueprint.random, g.world), g.chunk
    keys = [random.draw() for _ in octaves.spacings]
    return Noise(g.tiles.width, g.tiles.height, octaves, keys, chunk)


def point_height(row: tuple[int, int], x: int, mask: int) -> int:
    """The height of the point in column x of a row of a lattice: 0 to `mask`."""
    return NOISE_TABLE[NOISE_TABLE[x ^ row[0]] + row[1] & 0xFF] & mask


def blend(first: int, last: int, fade: list[int]) -> int:
    """A height between two points; `fade` has its change at that place for each difference."""
    return first + fade[last - first] if last >= first else first - fade[first - last]


def row_of_points(noise: Noise, octave: int, y: int) -> list[int]:
    """The heights of the points of row y of a lattice, one more than the map's tiles need."""
    spacing, mask = noise.octaves.spacings[octave], noise.octaves.masks[octave]
    key = noise.keys[octave]
    columns = range(-(-noise.width // spacing) + 1)
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


def lattice_heights(noise: Noise, octave: int, y: int) -> list[int]:
    """The heights of row y of the map in the columns of a lattice, one more than the row's tiles
    need."""
    spacing = noise.octaves.spacings[octave]
    rows = noise.height // spacing if noise.octaves.wraps else 256
    upper, within = divmod(y, spacing)
    lower = (upper + 1) % rows
    if within > spacing // 2:
        # Places behind the middle use the same tables, seen from the other side.
        upper, lower, within = lower, upper, spacing - within
    heights = known_row(noise, octave, upper)
    if within:
        fade = noise.octaves.fades[within * (noise.octaves.spacing // spacing) - 1]
        others = known_row(noise, octave, lower)
        heights = [blend(height, other, fade) for height, other in zip(heights, others)]
    return heights


def add_octave(noise: Noise, row: list[int], octave: int, y: int) -> None:
    """Add an octave to the heights of row y."""
    spacing = noise.octaves.spacings[octave]
    points = lattice_heights(noise, octave, y)
    pairs = list(pairwise(points))
    ratio = noise.octaves.spacing // spacing
    added = [0] * (spacing * len(pairs))
    added[::spacing] = points[:-1]
    for place in range(1, spacing // 2 + 1):
        fade = noise.octaves.fades[place * ratio - 1]
        # The middle is set twice: there, the first of both points counts.
        added[spacing - place :: spacing] = [blend(last, first, fade) for first, last in pairs]
        added[place::spacing] = [blend(first, last, fade) for first, last in pairs]
    # What was added may reach beyond the end of the row.
    row[:] = [height + more for height, more in zip(row, added)]


def compute_row(noise: Noise, row: list[int], y: int) -> Work:
    """Set the heights of row y: the last octave comes first."""
    row[:] = [0] * noise.width
    tiles = OCTAVE.weighing(noise.width)
    for octave in reversed(range(noise.octaves.octaves)):
        yield tiles
        add_octave(noise, row, octave, y)
        yield FULL
