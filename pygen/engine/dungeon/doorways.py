"""The tiles where things may be put: floor, or tiles as good as floor, but not in doorways.

The twin of `c64src/core/doorways.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.generation import Generation


def is_free_floor(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is floor, or as good as floor, and not in a doorway: no door, secret or not,
    is beside it."""
    tiles, width = g.tiles.tiles, g.tiles.width
    at = y * width + x
    if tiles[at] not in g.ground:
        return False
    return g.doors.isdisjoint((tiles[at - 1], tiles[at + 1], tiles[at - width], tiles[at + width]))
