"""The amount of work in one step, by the size of a dungeon's map and its walk."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import schedule


def moves_at_once(size: MapSize, pull: str) -> int:
    """The number of moves in one step: fewer where the C64 makes them in C, or where the weights of
    many tiles differ."""
    name = "moves_pulled_inward" if pull == "inward" else "moves_of_kernel"
    return schedule("kinds/walk")[name if size.rows_are_aligned else "moves_of_c"]
