"""The phase `stairs` of the kinds that place none themselves: stairs far apart, in a straight line.

All floor of such a dungeon is connected.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import NO_DOWN_STAIRS, NO_UP_STAIRS, Generation
from pygen.engine.kind import Steps

STAIRS_PROBES = 60
"""How many random tiles may be tried for the up stairs before the first floor tile is taken."""

STAIRS_PROBES_AT_ONCE = 6
"""How many of them one step tries."""

STAIRS_TILES_AT_ONCE = 10
"""At how many tiles one step of a search looks."""


def fits_stairs(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is floor."""
    return g.tiles.get(x, y) == g.codes["floor"]


def stairs_distance(g: Generation[Any], x: int, y: int) -> int:
    """How far a tile is from the up stairs, about: in half tiles, the longer side of the rectangle
    between both twice, and the shorter one."""
    across, down = abs(x - g.up[0]), abs(y - g.up[1])
    return across + down + max(across, down)


def find_up_stairs(g: Generation[Any]) -> Steps:
    """Find a floor tile for the up stairs: a random one, or the first one row by row. Without any
    they stay at (0, 0)."""
    width, height = g.tiles.width, g.tiles.height
    for number in range(STAIRS_PROBES):
        if number > 0 and number % STAIRS_PROBES_AT_ONCE == 0:
            yield "probe"
        x, y = 1 + g.random.below(width - 2), 1 + g.random.below(height - 2)
        if fits_stairs(g, x, y):
            g.up = (x, y)
            return
    places = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    for number, (x, y) in enumerate(places):
        if number % STAIRS_TILES_AT_ONCE == 0:
            yield "scan"
        if fits_stairs(g, x, y):
            g.up = (x, y)
            return


def find_down_stairs(g: Generation[Any]) -> Steps:
    """Find the floor tile that is farthest from the up stairs, the first one row by row, and in a
    row the left one. Without any, the down stairs stay at (0, 0).

    In a row the farthest tile is the first or the last one. So each row is searched from both
    ends, as far as its tiles are farther away than what was found.
    """
    width, height = g.tiles.width, g.tiles.height
    farthest, left = 0, STAIRS_TILES_AT_ONCE
    for y in range(1, height - 1):
        for x, end, step in ((1, g.up[0] + 1, 1), (width - 2, g.up[0], -1)):
            while True:
                if left == 0:
                    yield "scan"
                    left = STAIRS_TILES_AT_ONCE
                left -= 1
                if x == end or stairs_distance(g, x, y) <= farthest:
                    break
                if fits_stairs(g, x, y):
                    farthest = stairs_distance(g, x, y)
                    g.down = (x, y)
                    break
                x += step


def place_far_stairs(g: Generation[Any]) -> Steps:
    """Up stairs at a random floor tile, down stairs at the one that is farthest away."""
    yield from find_up_stairs(g)
    yield "up"
    if g.up == (0, 0):
        g.status |= NO_UP_STAIRS | NO_DOWN_STAIRS
        return
    g.tiles.set(*g.up, g.codes["up_stairs"])
    yield from find_down_stairs(g)
    if g.down == (0, 0):
        g.status |= NO_DOWN_STAIRS
        return
    g.tiles.set(*g.down, g.codes["down_stairs"])
