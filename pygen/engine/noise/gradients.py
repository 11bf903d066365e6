"""Noise tile by tile: gradients, and lattices that are moved.

A point of a gradient noise has a direction instead of a height: all points are at the same height,
and from each of them heights rise in its direction and fall in the other. A tile has the heights
that its four points give it there, blended, as in value noise, first from row to row, then from
column to column. Two points that are blended from row to row give a height that changes along the
row, everywhere by the same slope. (K. Perlin, "Improving Noise", SIGGRAPH 2002; he has twelve
directions.)

With `offsets` each lattice begins some tiles left of the map and above it, so points of different
octaves are not at the same tiles, and are elsewhere for another seed.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from pygen.engine.noise.directions import DIRECTIONS, MIDDLE, direction_rows
from pygen.engine.noise.lattices import Noise, blend, known_row, offset_of
from pygen.engine.noise.octaves import Octaves


@cache
def rows_of_octave(octaves: Octaves, octave: int) -> list[list[int]]:
    """What the directions of an octave mean, by place below a point; at the end, to its right."""
    return direction_rows(octaves.slopes[octave], octaves.spacings[octave])


def blended_points(noise: Noise, octave: int, y: int) -> list[tuple[int, int]]:
    """For row y of the map, in the columns of a lattice: the height there, and that which the point
    gives to the next point on the right, if the noise has gradients. MIDDLE is no height at all."""
    octaves, spacing = noise.octaves, noise.octaves.spacings[octave]
    upper, below = divmod(y + offset_of(noise, octave)[1], spacing)
    around = noise.height // spacing if octaves.wraps else 256
    first, other = upper % around, (upper + 1) % around
    # What a point gives to tiles above it, the opposite direction would give to those below.
    place, turned, other_place, other_turned = below, 0, spacing - below, DIRECTIONS // 2
    if below > spacing // 2:
        # Places behind the middle use the same tables, seen from the other side.
        first, other = other, first
        place, turned, other_place, other_turned = other_place, other_turned, place, turned
    fade = fade_of(octaves, octave, place)
    points = list(zip(known_row(noise, octave, first), known_row(noise, octave, other)))
    if octaves.form == "value":
        return [(blend(one, another, fade), MIDDLE) for one, another in points]
    rows = rows_of_octave(octaves, octave)
    rises, other_rises, slopes = rows[place], rows[other_place], rows[-1]
    return [
        (
            blend(rises[one ^ turned], other_rises[another ^ other_turned], fade),
            blend(slopes[one], slopes[another], fade),
        )
        for one, another in points
    ]


def fade_of(octaves: Octaves, octave: int, place: int) -> list[int]:
    """How far a height has come at a place of an octave, by the difference of two heights."""
    if place == 0:
        return [0] * (octaves.most_difference + 1)
    return octaves.fades[place * (octaves.spacing // octaves.spacings[octave]) - 1]


def add_tiles(noise: Noise, row: list[int], octave: int, y: int) -> None:
    """Add an octave to the heights of row y, tile by tile."""
    octaves, spacing = noise.octaves, noise.octaves.spacings[octave]
    pairs = list(pairwise(blended_points(noise, octave, y)))
    left_of_map = offset_of(noise, octave)[0]
    level = MIDDLE if octaves.form == "gradient" else 0
    for x in range(len(row)):
        column, place = divmod(x + left_of_map, spacing)
        (left, left_slope), (right, right_slope) = pairs[column]
        left += (left_slope - MIDDLE) * place // spacing
        right += (right_slope - MIDDLE) * (place - spacing) // spacing
        if place > spacing // 2:
            left, right, place = right, left, spacing - place
        row[x] += blend(left, right, fade_of(octaves, octave, place)) - level
