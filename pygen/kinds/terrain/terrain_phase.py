"""The phase `terrain`: everything except the stairs.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.noise.lattices import Noise
from pygen.engine.noise.noise import (
    TILES_AT_ONCE,
    begin_noise,
    compute_line,
    compute_row,
    line_of,
)
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.kinds.terrain.classes import Classes, assign_heights
from pygen.kinds.terrain.drawing import draw_row, redraw
from pygen.kinds.terrain.falloff import lower_row
from pygen.kinds.terrain.parameters import Terrain
from pygen.kinds.terrain.rivers import draw_line, run_rivers
from pygen.kinds.terrain.roads import build_roads

COUNT = Piece("heights", TILES_AT_ONCE)


def compute_heights(g: Generation[Terrain], noise: Noise, row: list[int], y: int) -> Work:
    """Compute the heights of row y, lower near the edge if that is wanted."""
    yield from compute_row(noise, row, y)
    yield "heights"
    if g.parameters.falloff.width:
        lower_row(g.parameters.falloff, row, y, noise.height)
        yield "lower"


def count_heights(classes: Classes, noise: Noise, rows: list[list[int]]) -> Work:
    """Compute all heights, row by row, and count them."""
    for y, row in enumerate(rows):
        if y:
            yield "count"
        yield from compute_heights(classes.g, noise, row, y)
        yield from (COUNT,) * len(row)
        for height in row:
            classes.count[height] += 1


def draw_classes(
    classes: Classes, noise: Noise, plane: Plane, before: list[int], rows: list[list[int]]
) -> Work:
    """Draw all rows. Heights that were not kept are computed again; in a world rivers run through
    them."""
    parameters = classes.g.parameters
    line = line_of(noise)
    for y, row in enumerate(rows):
        if y:
            yield "draw"
        if not parameters.keeps_heights:
            yield from compute_heights(classes.g, noise, row, y)
        if parameters.has_line:
            heights: list[int] = []
            yield from compute_line(line, heights, y)
            yield "line"
            draw_line(parameters, row, heights)
            yield "river"
        yield from draw_row(classes, plane, before, row, y)


def build_terrain(g: Generation[Terrain]) -> Work:
    """Compute heights, assign them to classes and draw those, drop small parts, join the others.

    The classes of a world have the same heights in all chunks, so there is nothing to count.
    """
    parts = g.parameters.parts
    noise = begin_noise(g, g.parameters.noise, g.parameters.has_line)
    classes, plane = Classes(g), Plane(g)
    g.figures["noise_key"] = noise.keys[0]
    before = list(plane.solid)
    rows: list[list[int]] = [[] for _ in range(noise.height)]
    yield "begin"
    if g.parameters.world:
        for _ in noise.keys:
            yield "begin"
    else:
        yield "begin"
        yield from count_heights(classes, noise, rows)
        yield "count"
    yield from assign_heights(classes)
    yield "assign"
    if g.parameters.rivers.count:
        yield from run_rivers(g, classes, rows)
        yield "river"
    if g.parameters.roads.sites:
        yield from build_roads(g, classes, rows)
        yield "road"
    yield from draw_classes(classes, noise, plane, before, rows)
    if parts.least_size > 1:
        yield "draw"
        yield from keep_regions(plane, parts.least_size)
    if parts.join:
        yield "drop"
        yield from join_regions(plane)
    yield "join"
    yield from redraw(classes, plane, before)
