"""The amount of drawing in one step, by the size of a dungeon's map."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import schedule

PACE = schedule("kinds/bsp")


def rows_at_once(size: MapSize, width: int) -> int:
    """The number of rows (1 to 255) in a slice of a rectangle that is `width` tiles wide.

    In a map whose rows do not all begin with whole bytes, each row is a rectangle of its own.
    """
    row = PACE["row_cycles" if size.rows_are_aligned else "uneven_row_cycles"]
    row += PACE["byte_cycles"] * (width * size.bits_per_tile // 8)
    return max(1, min(255, PACE["slice_cycles"] // row))


def slices_at_once(size: MapSize) -> int:
    """The number of slices that one step draws: one if a single row may be longer than a slice."""
    row = PACE["uneven_row_cycles"]
    row += PACE["byte_cycles"] * (size.width * size.bits_per_tile // 8)
    return PACE["most_slices"] if row <= PACE["slice_cycles"] else 1
