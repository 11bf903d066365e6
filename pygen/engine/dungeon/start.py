"""Where the player starts. The twin is `c64src/core/find_start.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES, START
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation

ENTITY = Piece("start", schedule("core")["entities_sought"])


def look_for_start(g: Generation[Any]) -> Finding[Tile]:
    """The tile where the player starts: that of the pass `start`, if it has placed one, else the up
    stairs, which are at (0, 0) if there are none."""
    for row in g.tables.get(ENTITIES, []):
        yield ENTITY
        if row["kind"] == START:
            return row["x"], row["y"]
    return g.up
