"""Trying tiles on which entities may be placed.

The twin is `c64src/core/population/trying.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Piece, schedule
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area

OCCUPIED = Piece("look", schedule("core/population")["entities_at_once"], is_divisible=True)
"""Looking at an entity, whether it is at a tile."""


def is_far(g: Generation[Any], x: int, y: int, from_stairs: int) -> bool:
    """Whether a tile is at least so many tiles, across plus down, from the up stairs."""
    return abs(x - g.up[0]) + abs(y - g.up[1]) >= from_stairs


def try_tile(g: Generation[Any], area: Area, from_stairs: int) -> tuple[int, int] | None:
    """A random tile of an area, if it is free floor and `from_stairs` tiles from the up stairs."""
    left, top, width, height = area
    x, y = left + g.random.below(width), top + g.random.below(height)
    fits = is_far(g, x, y, from_stairs) and is_free_floor(g, x, y)
    g.tried("entity", x, y, fits=fits)
    return (x, y) if fits else None
