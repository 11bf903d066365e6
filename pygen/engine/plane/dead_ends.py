"""Dead ends: tiles with one way on.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations


def ends_in_row(above: int, row: int, below: int) -> int:
    """The open tiles of a row that have exactly one open tile beside them, above or below; `above`
    and `below` are the rows beside it."""
    left, right = row << 1, row >> 1
    odd = left ^ right ^ above ^ below
    return ~row & odd & (left | right) & (above | below)
