"""The amount of work in one step, by the size of a dungeon's map."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import schedule


def moves_at_once(size: MapSize) -> int:
    """The number of moves in one step: fewer where the C64 makes them in C."""
    return schedule("kinds/walk")["moves_of_kernel" if size.rows_are_aligned else "moves_of_c"]
