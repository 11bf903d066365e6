"""Figures of rows: dead ends, and the largest empty square.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.plane.dead_ends import ends_in_row
from pygen.engine.plane.plane import Plane
from pygen.passes.measure.walking import COMBINED, Ways

PACE = schedule("passes/measure")


def rows_at_once(plane: Plane, step: str, most_bytes: int) -> Piece:
    """The piece for a row, if a step looks at so many bytes."""
    return Piece(step, max(1, most_bytes // plane.row_bytes))


def find_unreached(ways: Ways) -> Work:
    """Make all tiles of the plane solid that were not reached, and no others."""
    plane = ways.plane
    yield COMBINED.weighing(plane.row_bytes * plane.height)
    plane.solid = [even & odd for even, odd in zip(ways.even, ways.odd, strict=True)]


def count_dead_ends(plane: Plane) -> Finding[int]:
    """The number of dead ends: open tiles with one open tile beside them, above or below."""
    piece = rows_at_once(plane, "ends", PACE["end_bytes"])
    rows, count = plane.solid, 0
    for y in range(1, plane.height - 1):
        yield piece
        count += ends_in_row(rows[y - 1], rows[y], rows[y + 1]).bit_count()
    return count


def find_square(plane: Plane) -> Finding[int]:
    """The side of the largest square of solid tiles.

    In each round squares grow by a column and a row: the tile at the upper left corner of one stays
    if those on the right of it, below it and below that one have stayed, too.
    """
    piece = rows_at_once(plane, "square", PACE["square_bytes"])
    left = [row & ((1 << plane.width) - 1) for row in plane.solid]
    side = 0
    while any(left):
        side += 1
        for y in range(plane.height):
            yield piece
            both = left[y] & left[y + 1] if y + 1 < plane.height else 0
            left[y] = both & (both >> 1)
    return side
