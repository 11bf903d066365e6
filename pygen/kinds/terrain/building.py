"""The phase `terrain`: all of it but the stairs."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.engine.noise.noise import TILES_AT_ONCE, Noise, begin_noise, compute_row
from pygen.engine.pace import Work
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.kinds.terrain.classes import (
    HEIGHTS,
    Classes,
    assign_heights,
    begin_counts,
    count_tiles_of_heights,
)
from pygen.kinds.terrain.constants import HEIGHTS_AT_ONCE, TILES_DRAWN
from pygen.kinds.terrain.drawing import draw_part, redraw
from pygen.kinds.terrain.parameters import Terrain


def count_heights(classes: Classes, noise: Noise, rows: list[list[int]]) -> Work:
    """Compute all heights, row by row, and count them; one step counts some tiles of a row."""
    for y, row in enumerate(rows):
        if y:
            yield "count"
        yield from compute_row(noise, row, y)
        for first in range(0, noise.width, TILES_AT_ONCE):
            yield "heights"
            end = min(first + TILES_AT_ONCE, noise.width)
            count_tiles_of_heights(classes, row, first, end)


def draw_classes(
    classes: Classes, noise: Noise, plane: Plane, before: list[int], rows: list[list[int]]
) -> Work:
    """Draw all rows; one step draws some tiles. Heights that were not kept are computed again."""
    for y, row in enumerate(rows):
        if not classes.g.parameters.keeps_heights:
            if y:
                yield "draw"
            yield from compute_row(noise, row, y)
            yield "heights"
        elif y:
            yield "draw"
        for first in range(0, noise.width, TILES_DRAWN):
            if first:
                yield "draw"
            end = min(first + TILES_DRAWN, noise.width)
            draw_part(classes, plane, before, row, y, first, end)


def build_terrain(g: Generation[Terrain]) -> Work:
    """Compute heights, assign them to classes and draw those, drop small parts, join the others.

    The classes of a world have the same heights in all chunks, so there is nothing to count.
    """
    parts = g.parameters.parts
    noise, classes, plane = begin_noise(g, g.parameters.noise), Classes(g), Plane(g)
    g.figures["noise_key"] = noise.keys[0]
    before = list(plane.solid)
    rows: list[list[int]] = [[] for _ in range(noise.height)]
    yield "begin"
    if g.parameters.world:
        for _ in noise.keys:
            yield "begin"
    else:
        begin_counts(classes)
        yield "begin"
        yield from count_heights(classes, noise, rows)
        yield "count"
    for first in range(0, HEIGHTS, HEIGHTS_AT_ONCE):
        if first:
            yield "assign"
        assign_heights(classes, first)
    yield "assign"
    yield from draw_classes(classes, noise, plane, before, rows)
    if parts.least_size > 1:
        yield "draw"
        yield from keep_regions(plane, parts.least_size)
    if parts.join:
        yield "drop"
        yield from join_regions(plane)
    yield "join"
    yield from redraw(classes, plane, before)
