"""Choosing an option, by weight, for one of the cells with the fewest options."""

from __future__ import annotations

from pygen.engine.random.random16 import Random16
from pygen.kinds.pieces.cells import Cells, push_cell
from pygen.kinds.pieces.constants import LEAST_CHOICE, NO_CHOICE


def find_cell_row(cells: Cells, first: int) -> int:
    """The row with the least count, the first one from row `first` on; after the last row comes
    the first."""
    rows: list[int] = [*range(first, cells.model.rows), *range(first)]
    return min(rows, key=lambda y: cells.least_counts[y])


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


def choose_option(cells: Cells, cell: int, random: Random16) -> None:
    """Leave a cell only one of its options, chosen by weight, and let it wait."""
    options = cells.options[cell]
    weights = {n: weight for n, weight in enumerate(cells.model.weights) if options >> n & 1}
    left = random.below(sum(weights.values()))
    for n, weight in weights.items():
        if left < weight:
            cells.options[cell] = 1 << n
            break
        left -= weight
    cells.counts[cell] = 1
    push_cell(cells, cell)
