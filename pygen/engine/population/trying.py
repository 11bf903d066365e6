"""Trying tiles on which entities may be placed.

The twin is `c64src/core/population/trying.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area


def try_tile(g: Generation[Any], area: Area, from_stairs: int) -> tuple[int, int] | None:
    """A random tile of an area, if it is free floor and `from_stairs` tiles from the up stairs."""
    left, top, width, height = area
    x, y = left + g.random.below(width), top + g.random.below(height)
    is_far = abs(x - g.up[0]) + abs(y - g.up[1]) >= from_stairs
    fits = is_far and is_free_floor(g, x, y)
    g.tried("entity", x, y, fits=fits)
    return (x, y) if fits else None
