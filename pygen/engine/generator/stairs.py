"""The phase `stairs` of the kinds that place none themselves: stairs far apart, in a straight line.

All floor of such a dungeon is connected.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from pygen.engine.constants import (
    STAIRS_PROBES,
    STATUS_NO_DOWN_STAIRS,
    STATUS_NO_UP_STAIRS,
)
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation

PACE = schedule("core")
PROBE = Piece("probe", PACE["stairs_probes_at_once"])
TILE = Piece("scan", PACE["stairs_tiles_at_once"])

NOWHERE = (0, 0)
"""Stands for missing stairs: a tile at the edge of the map."""

Fits = Callable[[Generation[Any], int, int], bool]
"""Whether stairs may be at a tile."""


def fits_stairs(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is floor."""
    return g.tiles.get(x, y) == g.codes["floor"]


def columns_to_exceed(down: int, distance: int) -> int:
    """The fewest columns between a tile and the up stairs that put it farther away than `distance`,
    if it is `down` rows away.

    Distances are approximate straight lines, in half tiles: twice the greater number of the columns
    and the rows between both tiles, plus the smaller one.
    """
    if 2 * down > distance:
        return 0
    across = distance - 2 * down + 1
    return across if across <= down else (distance - down) // 2 + 1


def find_up_stairs(
    g: Generation[Any], fits: Fits, probe: Piece = PROBE, tile: Piece = TILE
) -> Finding[Tile]:
    """A tile that is fit for the up stairs: a random one, or else the first one row by row; NOWHERE
    if there is none. `probe` is the piece for looking at a random tile, `tile` the piece for
    looking at any other one."""
    width, height = g.tiles.width, g.tiles.height
    for _ in range(STAIRS_PROBES):
        yield probe
        x, y = g.random_tile()
        is_fit = fits(g, x, y)
        g.tried("up stairs", x, y, fits=is_fit)
        if is_fit:
            return x, y
    yield "scan"
    for y, x in product(range(1, height - 1), range(1, width - 1)):
        yield tile
        if fits(g, x, y):
            return x, y
    return NOWHERE


def find_down_stairs(g: Generation[Any], fits: Fits) -> Work:
    """Find the floor tile that is farthest from the up stairs; of several, the first one row by
    row, and in a row the left one. Without any, the down stairs stay at (0, 0).

    In a row the farthest tile is the first or the last one. So each row is searched from both
    ends, as far as its tiles are farther away than the best tile so far.
    """
    width, height = g.tiles.width, g.tiles.height
    up_x, up_y = g.up
    farthest = 0
    for y in range(1, height - 1):
        down = abs(y - up_y)
        for x, step in ((1, 1), (width - 2, -1)):
            needed = columns_to_exceed(down, farthest)
            end = up_x - needed if step == 1 else up_x + needed
            while True:
                yield TILE
                if (x > end) if step == 1 else (x < end):
                    break
                is_fit = fits(g, x, y)
                g.tried("down stairs", x, y, fits=is_fit)
                if is_fit:
                    across = abs(x - up_x)
                    farthest = across + down + max(across, down)
                    g.down = (x, y)
                    break
                x += step


def place_far_stairs(g: Generation[Any], fits: Fits = fits_stairs) -> Work:
    """Place up stairs at a random floor tile, and down stairs at the floor tile farthest away.

    A kind with other walkable tiles than floor says with `fits` where stairs may be.
    """
    g.up = yield from find_up_stairs(g, fits)
    yield "up"
    if g.up == NOWHERE:
        g.status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS
        return
    g.tiles.set(*g.up, g.codes["up_stairs"])
    yield from find_down_stairs(g, fits)
    if g.down == NOWHERE:
        g.status |= STATUS_NO_DOWN_STAIRS
        return
    g.tiles.set(*g.down, g.codes["down_stairs"])
