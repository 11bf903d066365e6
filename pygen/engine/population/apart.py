"""Whether a tile is far enough from what the pass has placed before.

The twin is `c64src/core/population/apart.h`. What a `yield` means is described in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation

ENTITY = Piece("apart", schedule("core/population")["distances_compared"])


def is_apart(g: Generation[Any], tile: Tile, first: int, apart: int) -> Finding[bool]:
    """Whether a tile is at least `apart` tiles, across plus down, from all entities from number
    `first` on."""
    x, y = tile
    for row in g.tables[ENTITIES][first:]:
        yield ENTITY
        if abs(row["x"] - x) + abs(row["y"] - y) < apart:
            return False
    return True
