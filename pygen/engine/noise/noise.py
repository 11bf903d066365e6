"""Noise, row by row.

Every octave has a lattice of points with random heights (lattices.py). Between four points heights
are blended, first from row to row, then from column to column. (Such noise is K. Perlin's idea with
heights instead of gradients: "An Image Synthesizer", SIGGRAPH 1985. Gradients are in gradients.py.)

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pygen.engine.definition.pace import FULL, Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.noise.directions import MIDDLE
from pygen.engine.noise.gradients import add_tiles
from pygen.engine.noise.lattices import Noise, blend, known_row
from pygen.engine.noise.octaves import Octaves
from pygen.engine.random.random16 import Random16

TILES_AT_ONCE = schedule("core/noise")["noise_tiles_at_once"]
OCTAVE = Piece("heights", TILES_AT_ONCE, is_divisible=True)
TILE = Piece("heights", schedule("core/noise")["noise_tiles_by_tiles"], is_divisible=True)


def begin_noise(g: Generation[Any], octaves: Octaves, has_line: bool = False) -> Noise:
    """Begin the noise of a map: draw the keys of its octaves, and of its line if it has one.

    The keys of a world are the first random numbers of its floor, the same for all chunks. They do
    not count as draws of the chunk.
    """
    random, chunk = g.random, None
    if g.parameters.world:
        random, chunk = Random16(g.blueprint.random, g.world), g.chunk
    keys = [random.draw() for _ in range(octaves.octaves + has_line)]
    return Noise(g.tiles.width, g.tiles.height, octaves, keys, chunk)


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
    yield from add_octaves(noise, row, y, range(noise.octaves.octaves))


def add_octaves(noise: Noise, row: list[int], y: int, octaves: Sequence[int]) -> Work:
    """Set the heights of row y to the sum of some octaves: the last one comes first."""
    has_slopes, by_tiles = noise.octaves.form == "gradient", noise.octaves.by_tiles
    row[:] = [MIDDLE if has_slopes else 0] * noise.width
    tiles = (TILE if by_tiles else OCTAVE).weighing(noise.width)
    for octave in reversed(octaves):
        yield tiles
        if by_tiles:
            add_tiles(noise, row, octave, y)
        else:
            add_octave(noise, row, octave, y)
        yield FULL


def line_of(noise: Noise) -> Noise:
    """The line of a noise that has one: a noise of a single octave, like the first one, but with
    the last key. Where its heights are in the middle there are lines without ends."""
    return replace(noise, keys=noise.keys[-1:], points={})


def compute_line(line: Noise, row: list[int], y: int) -> Work:
    """Set row y to the heights of a line."""
    yield from add_octaves(line, row, y, range(1))
