"""The amount of work in one step, by the sizes of a dungeon's map and cells."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import schedule

PACE = schedule("kinds/mazes")


def grown_at_once(from_newest: bool) -> int:
    """The number of tries to grow in one step: from the newest cell, or from any cell."""
    return PACE["newest_at_once" if from_newest else "any_at_once"]


def rectangle_cycles(size: MapSize, rows: int) -> int:
    """The approximate cycles of a rectangle that is a few bytes wide.

    In a map whose rows do not all begin with whole bytes, each row is a rectangle of its own.
    """
    row = PACE["row_cycles" if size.rows_are_aligned else "uneven_row_cycles"]
    return PACE["rectangle_cycles"] + row * rows


def drawn_at_once(size: MapSize, cell: int) -> int:
    """The most cells whose floor one step draws; a cell is `cell` tiles wide.

    A cell takes two rectangles, if it is not a single tile.
    """
    if cell == 1:
        return PACE["most_dug"]
    cycles = rectangle_cycles(size, cell) + rectangle_cycles(size, 1)
    return min(PACE["most_drawn"] - cell, PACE["drawing_cycles"] // cycles)


def walled_at_once(size: MapSize, cell: int, has_gaps: bool) -> int:
    """The most cells whose walls one step draws; a cell is `cell` tiles wide.

    Each run of cells without gaps is a rectangle. If there are gaps, at most every other cell
    begins one.
    """
    bits = (cell + 2) * (cell + 1) * size.bits_per_tile
    most = min(PACE["most_walled"], max(1, PACE["walled_bits"] // bits))
    if has_gaps:
        rectangles = PACE["drawing_cycles"] // rectangle_cycles(size, cell + 2)
        most = min(most, max(1, 2 * rectangles))
    return most
