"""Choosing which tile is decided next: the undecided one with the fewest possible looks."""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece
from pygen.passes.tile_rules.constants import NONE_LEFT
from pygen.passes.tile_rules.deciding import PACE, Deciding, is_undecided

ROW, LOOKS = Piece("choose", PACE["rows_compared"]), Piece("choose", PACE["looks_compared"])


def compare_rows(d: Deciding) -> Finding[tuple[int, int]]:
    """The least of the lower bounds of all rows, and the first row that has it."""
    fewest, found = NONE_LEFT, 0
    for y in range(d.first_undecided, d.plane.height):
        yield ROW
        if d.least[y] < fewest:
            fewest, found = d.least[y], y
    return fewest, found


def least_in_row(d: Deciding, y: int) -> Finding[tuple[int, int]]:
    """The fewest possible looks of an undecided tile of a row, and the first tile with this number.
    A tile that reaches the lower bound of the row ends the search."""
    least, found = NONE_LEFT, 0
    for at in range(d.plane.row_bytes):
        yield LOOKS
        for x in range(8 * at, 8 * at + 8):
            if is_undecided(d, x, y):
                count = d.g.looks.get(x, y)
                if count < least:
                    least, found = count, x
                    if least == d.least[y]:
                        return least, found
    return least, found


def find_least(d: Deciding) -> Finding[tuple[int, int] | None]:
    """Find the undecided tile with the fewest possible looks, the first one row by row."""
    while True:
        while d.first_undecided < d.plane.height - 1 and d.least[d.first_undecided] == NONE_LEFT:
            d.first_undecided += 1
        fewest, y = yield from compare_rows(d)
        if fewest == NONE_LEFT:
            return None
        least, x = yield from least_in_row(d, y)
        if least == fewest:
            return x, y
        # The number has grown, or no undecided tile is left in the row.
        d.least[y] = least
        yield "choose"
