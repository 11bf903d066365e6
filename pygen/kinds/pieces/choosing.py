"""Choosing an option, by weight, for one of the cells with the fewest options."""

from __future__ import annotations

from pygen.engine.random.random16 import Random16
from pygen.kinds.pieces.cells import Cells, push_cell
from pygen.kinds.pieces.constants import LEAST_CHOICE, NO_CHOICE


def find_cell_row(cells: Cells, first: int) -> int:
    """The row with the least count, the first one from row `first` on; after the last row comes
    the first."""
    counts = cells.least_counts[first:] + cells.least_counts[:first]
    return (first + counts.index(min(counts))) % len(counts)


def find_cell(cells: Cells, y: int) -> int:
    """A cell with as many options as the least count of row y says: the cell that is known to have
    had this number, or the first one from the left.

    If there is none, the result is 0, and the least count is corrected.
    """
    least = cells.least_counts[y]
    if cells.counts[cells.least_cells[y]] == least:
        return cells.least_cells[y]
    first = cells.number(0, y)
    counts = cells.counts[first : first + cells.model.columns]
    if least in counts:
        return first + counts.index(least)
    least = min(set(counts).difference(range(LEAST_CHOICE)), default=NO_CHOICE)
    cells.least_counts[y] = least
    if least != NO_CHOICE:
        cells.least_cells[y] = first + counts.index(least)
    return 0


def numbers_of(options: int) -> list[int]:
    """The numbers of the options in a set, in ascending order."""
    numbers = []
    while options:
        numbers.append((options & -options).bit_length() - 1)
        options &= options - 1
    return numbers


def choose_option(cells: Cells, cell: int, random: Random16) -> None:
    """Leave a cell only one of its options, chosen by weight, and let it wait."""
    weights = cells.model.weights
    numbers = numbers_of(cells.options[cell])
    left = random.below(sum(weights[n] for n in numbers))
    for n in numbers:
        if left < weights[n]:
            cells.options[cell] = 1 << n
            break
        left -= weights[n]
    cells.counts[cell] = 1
    push_cell(cells, cell)
