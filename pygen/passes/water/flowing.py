"""The pass `water`: rivers, then lakes, then spots. Their shapes do not depend on the map; the map
only decides which of their tiles become water.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.passes.water.flooding import wet_tile, wreathe_tile
from pygen.passes.water.parameters import Water, half_rows
from pygen.passes.water.squares import pour_square

TILE = Piece("river", 1)

LEAST_RUN, RUNS = 4, 8
"""The fewest rows for which a river keeps its direction, and how many numbers of rows there are."""

STRAIGHT = 1
"""The direction of a river that keeps its place; 0 and 2 lead to the two sides."""


class River:
    """A river: how far it has come, the place of its first tile across, and the last place that
    this tile may have.

    `turns_in` is the number of rows for which it keeps its `direction`.
    """

    def __init__(self, is_upright: bool, aside: int, last_aside: int) -> None:
        self.is_upright = is_upright
        self.along, self.aside, self.last_aside = 1, aside, last_aside
        self.direction = STRAIGHT
        self.turns_in = 0


def begin_course(g: Generation[Any], p: Water) -> River:
    """A river at the upper side of the map or at its left side."""
    is_upright = g.random.below(2) == 0
    across = g.tiles.width if is_upright else g.tiles.height
    last_aside = across - 1 - p.river_width
    return River(is_upright, 1 + g.random.below(last_aside), last_aside)


def flow_on(g: Generation[Any], river: River) -> None:
    """Go on to the next row of a river, or move aside in the same row."""
    if river.turns_in == 0:
        river.direction = g.random.below(3)
        river.turns_in = LEAST_RUN + g.random.below(RUNS)
    river.turns_in -= 1
    if river.direction != STRAIGHT and g.random.below(2):
        aside = river.aside + river.direction - STRAIGHT
        if 1 <= aside <= river.last_aside:
            river.aside = aside
            return
    river.along += 1


def dig_row(g: Generation[Any], p: Water, river: River) -> Work:
    """Place the tiles of a row of a river."""
    along = river.along
    for aside in range(river.aside, river.aside + p.river_width):
        yield TILE
        wet_tile(g, p, *((aside, along) if river.is_upright else (along, aside)))


def dig_squares(g: Generation[Any], p: Water, river: River, end: int) -> Work:
    """Place the squares whose first tiles are in a row of a river, unless the river ends before
    the last row of them."""
    along = river.along
    if along + p.least_width > end:
        return
    for aside in range(river.aside, river.aside + p.river_width + 1 - p.least_width):
        if aside != river.aside:
            yield "river"
        yield from pour_square(g, p, *((aside, along) if river.is_upright else (along, aside)))


def dig_river(g: Generation[Any], p: Water) -> Work:
    """Place a river from one side of the map to the other."""
    river = begin_course(g, p)
    yield "river"
    end = (g.tiles.height if river.is_upright else g.tiles.width) - 1
    while river.along != end:
        yield from dig_row(g, p, river) if p.least_width == 1 else dig_squares(g, p, river, end)
        flow_on(g, river)
        yield "river"


def begin_lake_row(g: Generation[Any], x: int, half: int) -> tuple[int, int]:
    """The first and the last column of a row of a lake: on each side up to one tile more or less
    than in a disc."""
    first = max(1, x + g.random.below(3) - half - 1)
    return first, min(g.tiles.width - 2, x + half - 1 + g.random.below(3))


def dig_lake(g: Generation[Any], p: Water, radius: int, wreath: int = 0) -> Work:
    """Place a lake, or a spot, around a random tile, and its wreath."""
    x, y = g.random_tile()
    yield "lake"
    if p.least_width == 1:
        yield from fill_disc(g, x, y, radius, partial(wet_tile, g, p))
    else:
        yield from fill_with_squares(g, p, x, y, radius)
    if wreath:
        yield from fill_disc(g, x, y, radius + wreath, partial(wreathe_tile, g))


def fill_disc(
    g: Generation[Any], x: int, y: int, radius: int, fill: Callable[[int, int], None]
) -> Work:
    """Fill the tiles of a disc with frayed ends."""
    rows = half_rows(radius)
    for row in range(max(1, y - radius), min(g.tiles.height - 2, y + radius) + 1):
        first, last = begin_lake_row(g, x, rows[abs(row - y)])
        yield "row"
        for column in range(first, last + 1):
            fill(column, row)
            yield "lake"


def fill_with_squares(g: Generation[Any], p: Water, x: int, y: int, radius: int) -> Work:
    """Fill a disc with frayed ends with squares that are in it, but for some of their corners."""
    rows, more = half_rows(radius), p.least_width - 1
    for row in range(max(1, y - radius), min(g.tiles.height - 2, y + radius) + 1 - more):
        first, last = begin_lake_row(g, x, rows[abs(row - y)])
        yield "row"
        for column in range(first, last + 1 - more):
            yield from pour_square(g, p, column, row)
            yield "lake"


def let_water_in(g: Generation[Any], p: Water) -> Work:
    """Place rivers, lakes and spots."""
    for _ in range(p.rivers):
        yield from dig_river(g, p)
    for _ in range(p.lakes):
        yield from dig_lake(g, p, p.lake_radius, p.wreath)
    for _ in range(p.spots):
        yield from dig_lake(g, p, p.spot_radius)
