"""Choosing an option, by weight, for one of the cells with the fewest options."""

from __future__ import annotations

from pygen.engine.random.random16 import Random16
from pygen.kinds.pieces.cells import Cells, push_cell
from pygen.kinds.pieces.constants import LEAST_CHOICE, NO_CHOICE


def find_cell_row(cells: Cells, first: int) -> int:
    """The row with the least count, the first one from row `first` on; after the last row comes
    the first."""
    rows = cells.model.rows
    best = first
    for y in (*range(first, rows), *range(first)):
        if cells.least_counts[y] < cells.least_counts[best]:
            best = y
    return best


def find_cell(cells: Cells, y: int) -> int:
    """A cell with as many options as the least count of row y says: the cell that is known to have
    had this number, or the first one from the left.

    If there is none, the result is 0, and the least count is corrected.
    """
    if cells.counts[cells.least_cells[y]] == cells.least_counts[y]:
        return cells.least_cells[y]
    least, least_cell = NO_CHOICE, cells.least_cells[y]
    for x in range(cells.model.columns):
        cell = cells.number(x, y)
        count = cells.counts[cell]
        if count == cells.least_counts[y]:
            return cell
        if LEAST_CHOICE <= count < least:
            least, least_cell = count, cell
    cells.least_counts[y], cells.least_cells[y] = least, least_cell
    return 0


def weigh_options(cells: Cells, cell: int) -> int:
    """The sum of the weights of all options of a cell."""
    options = cells.options[cell]
    return sum(weight for n, weight in enumerate(cells.model.weights) if options >> n & 1)


def pick_option(cells: Cells, cell: int, left: int) -> None:
    """Leave a cell only one of its options: the first one with which the sum of the weights up to
    it is more than `left`."""
    options = cells.options[cell]
    for n, weight in enumerate(cells.model.weights):
        if options >> n & 1:
            if left < weight:
                break
            left -= weight
    cells.options[cell] = 1 << n
    cells.counts[cell] = 1


def choose_option(cells: Cells, cell: int, random: Random16) -> None:
    """Choose one of a cell's options by weight."""
    pick_option(cells, cell, random.below(weigh_options(cells, cell)))
    push_cell(cells, cell)
