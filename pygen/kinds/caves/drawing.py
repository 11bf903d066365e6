"""Drawing the caves on the map."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.engine.plane.plane import Plane, near_open

BYTES_DRAWN = 7
"""How many bytes of a row one step draws, at most."""


def draw_bytes(plane: Plane, y: int, first: int, end: int) -> None:
    """Draw the bytes of row y from number `first` to that before `end` on the empty map: open tiles
    as floor, solid ones beside them as wall."""
    g, near = plane.g, near_open(plane, y)
    wall, floor = g.codes["wall"], g.codes["floor"]
    for x in range(8 * first, min(8 * end, plane.width)):
        if near >> x & 1:
            g.tiles.set(x, y, wall if plane.solid[y] >> x & 1 else floor)


def draw_caves(plane: Plane) -> Steps:
    """Draw all rows, a few bytes in each step."""
    for y in range(plane.height):
        for first in range(0, plane.row_bytes, BYTES_DRAWN):
            if y or first:
                yield "draw"
            draw_bytes(plane, y, first, min(first + BYTES_DRAWN, plane.row_bytes))
