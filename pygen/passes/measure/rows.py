"""Figures of rows: dead ends, and the largest empty square.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.plane.dead_ends import ends_in_row
from pygen.engine.plane.plane import Plane

PACE = schedule("passes/measure")
ENDS = Piece("ends", PACE["end_bytes"], is_divisible=True)
SQUARES = Piece("square", PACE["square_bytes"], is_divisible=True)


def count_dead_ends(plane: Plane) -> Finding[int]:
    """The number of dead ends: open tiles with one open tile beside them, above or below."""
    yield ENDS.weighing(plane.row_bytes * (plane.height - 2))
    rows = plane.solid
    return sum(
        ends_in_row(rows[y - 1], rows[y], rows[y + 1]).bit_count()
        for y in range(1, plane.height - 1)
    )


def find_square(plane: Plane) -> Finding[int]:
    """The side of the largest square of solid tiles.

    `opened` has for each column how many rows there are down to its last open tile so far. A row is
    the last one of a larger square if enough columns beside each other have no open tile in enough
    rows. From one row to the next the side grows by 1 at most.
    """
    yield SQUARES.weighing(plane.row_bytes * plane.height)
    opened = [0] * plane.width
    side = 0
    for y, row in enumerate(plane.solid):
        columns = 0
        for x in range(plane.width):
            if not row >> x & 1:
                opened[x] = y + 1
            columns = columns + 1 if y + 1 - opened[x] > side else 0
            if columns > side:
                side += 1
                columns = 0
    return side
