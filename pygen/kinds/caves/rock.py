"""Random rock, with which the automaton begins.

A row of the plane is an integer whose bits are tiles (see `pygen.engine.plane.plane`).

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Callable

from pygen.engine.definition.pace import FULL, Piece, Work, schedule
from pygen.engine.plane.plane import Plane

BYTE = Piece("rock", schedule("kinds/caves")["bytes_filled"])


def fill_byte(plane: Plane, y: int, at: int, threshold: int) -> None:
    """Fill eight tiles of row y, from column 8 * `at` on. A tile is solid if a random byte is below
    the threshold. Each random number gives the bytes of two tiles, the upper one first."""
    random = plane.g.random
    bits = 0
    for x in range(0, 8, 2):
        number = random.draw()
        if number >> 8 < threshold:
            bits |= 1 << x
        if number & 0xFF < threshold:
            bits |= 2 << x
    shift = 8 * at
    plane.solid[y] = (plane.solid[y] & ~(0xFF << shift)) | (bits << shift)


def fill_rock(plane: Plane, threshold_at: Callable[[int, int], int]) -> Work:
    """Fill the plane, row by row; the edge is as the plane's `edge` says. `threshold_at` gives the
    threshold for a byte of a row, by its number and the row."""
    plane.close_row(0, plane.edge)
    plane.close_row(plane.height - 1, plane.edge)
    for y in range(1, plane.height - 1):
        for at in range(plane.row_bytes):
            yield BYTE
            fill_byte(plane, y, at, threshold_at(at, y))
        plane.close_row(y, plane.edge)
        yield FULL
