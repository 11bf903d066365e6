"""Value noise, row by row.

Every octave has a lattice of points with random heights. The height of a point follows from the
octave's key, a random number, and from its column and row in the lattice, each a byte: from nothing
else, so that any part of a landscape can be computed by itself, and a part that begins elsewhere
only adds to columns and rows. (A world of more than 256 points a side has other keys for each part
of 256 x 256.) Between four points heights are blended, first from row to row, then from column to
column. (Such noise is K. Perlin's idea with heights instead of gradients: "An Image Synthesizer",
SIGGRAPH 1985; the mixing by a table of bytes is that of P. Pearson, "Fast Hashing of
Variable-Length Text Strings", CACM 33/6, 1990.)
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.kind import Steps
from pygen.engine.noise.octaves import NOISE_TABLE, Octaves

TILES_AT_ONCE = 96
"""How many tiles of one octave are a step: a multiple of every spacing."""


class Noise:
    """The noise of a map: its octaves, and their keys."""

    def __init__(self, g: Generation[Any], octaves: Octaves) -> None:
        self.width, self.height = g.tiles.width, g.tiles.height
        self.octaves = octaves
        self.keys = [g.random.draw() for _ in octaves.spacings]


def row_key(key: int, y: int) -> tuple[int, int]:
    """The two bytes by which the points of row y of a lattice get their heights."""
    return NOISE_TABLE[key & 0xFF ^ y], NOISE_TABLE[(key >> 8) + y & 0xFF]


def point_height(row: tuple[int, int], x: int, mask: int) -> int:
    """The height of the point in column x of a row of a lattice: 0 to `mask`."""
    return NOISE_TABLE[NOISE_TABLE[x ^ row[0]] + row[1] & 0xFF] & mask


def blend(first: int, last: int, fade: list[int]) -> int:
    """A height between two, by how far it has come at that place for each difference."""
    return first + fade[last - first] if last >= first else first - fade[first - last]


def lattice_heights(noise: Noise, octave: int, y: int) -> list[int]:
    """The heights of row y of the map in the columns of a lattice, one more than the row's tiles
    need."""
    spacing, mask = noise.octaves.spacings[octave], noise.octaves.masks[octave]
    key = noise.keys[octave]
    count = -(-noise.width // spacing) + 1
    columns, rows = 256, 256
    if noise.octaves.wraps:
        columns, rows = noise.width // spacing, noise.height // spacing
    upper, within = divmod(y, spacing)
    lower = (upper + 1) % rows
    if within > spacing // 2:
        # Seen from the other side, there are places up to the middle only.
        upper, lower, within = lower, upper, spacing - within
    row = row_key(key, upper)
    heights = [point_height(row, x % columns, mask) for x in range(count)]
    if within:
        fade = noise.octaves.fades[within * (noise.octaves.spacing // spacing) - 1]
        other = row_key(key, lower)
        heights = [
            blend(height, point_height(other, x % columns, mask), fade)
            for x, height in enumerate(heights)
        ]
    return heights


def add_octave(noise: Noise, row: list[int], octave: int, y: int) -> None:
    """Add an octave to the heights of row y."""
    spacing = noise.octaves.spacings[octave]
    points = lattice_heights(noise, octave, y)
    ratio = noise.octaves.spacing // spacing
    fades = [noise.octaves.fades[place * ratio - 1] for place in range(1, spacing // 2 + 1)]
    added: list[int] = []
    for first, last in pairwise(points):
        added.append(first)
        added += [blend(first, last, fade) for fade in fades]
        added += [blend(last, first, fade) for fade in fades[-2::-1]]
    for x, height in enumerate(added[: noise.width]):
        row[x] += height


def compute_row(noise: Noise, row: list[int], y: int) -> Steps:
    """Set the heights of row y; one step is some tiles of an octave, the last of which comes
    first."""
    row[:] = [0] * noise.width
    last = noise.octaves.octaves - 1
    for octave in range(last, -1, -1):
        for first in range(0, noise.width, TILES_AT_ONCE):
            if octave != last or first:
                yield "heights"
        add_octave(noise, row, octave, y)
