"""The tiles where things may be put: floor, or tiles as good as floor, but not in doorways.

The twin of `c64src/core/doorways.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.sides import neighbours
from pygen.engine.dungeon.generation import Generation


def is_door(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is a door, or a secret one."""
    return g.tiles.get(x, y) in (g.codes.get("door"), g.codes.get("secret_path"))


def is_free_floor(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is floor, or as good as floor, and not in a doorway."""
    if g.tiles.get(x, y) not in g.ground:
        return False
    return not any(is_door(g, *beside) for beside in neighbours(x, y))
