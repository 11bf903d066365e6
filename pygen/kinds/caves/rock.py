"""Random rock: what the automaton begins with."""

from __future__ import annotations

from pygen.engine.pace import Work
from pygen.engine.plane.plane import Plane
from pygen.kinds.caves.constants import BYTES_FILLED


def fill_bytes(plane: Plane, y: int, first: int, end: int, threshold: int) -> None:
    """Fill the bytes of row y from number `first` to that before `end`: a tile is solid if a random
    byte is below the threshold. Each random number is two such bytes, the upper one first."""
    random = plane.g.random
    bits = 0
    for x in range(8 * first, 8 * end, 2):
        number = random.draw()
        bits |= (number >> 8 < threshold) << x | (number & 0xFF < threshold) << x + 1
    part = (1 << 8 * end) - (1 << 8 * first)
    plane.solid[y] = plane.solid[y] & ~part | bits & plane.all


def fill_rock(plane: Plane, threshold: int) -> Work:
    """Fill the plane, a few bytes in each step; the edge is what `edge` says."""
    plane.close_row(0, plane.edge)
    plane.close_row(plane.height - 1, plane.edge)
    for y in range(1, plane.height - 1):
        for first in range(0, plane.row_bytes, BYTES_FILLED):
            if y > 1 or first:
                yield "rock"
            fill_bytes(plane, y, first, min(first + BYTES_FILLED, plane.row_bytes), threshold)
        plane.close_row(y, plane.edge)
