"""Stalagmites: solid tiles alone in open floor.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.plane.plane import Plane

TRY = Piece("stalagmites", schedule("kinds/caves")["stalagmites_tried"])


def is_open_around(plane: Plane, x: int, y: int) -> bool:
    """Whether a tile and the eight around it are open."""
    square = 7 << (x - 1)
    return not any(row & square for row in plane.solid[y - 1 : y + 2])


def place_stalagmites(plane: Plane, tries: int) -> Work:
    """Try random places. Floor stays connected: there is a way round each stalagmite."""
    for _ in range(tries):
        yield TRY
        x, y = plane.g.random_tile()
        if is_open_around(plane, x, y):
            plane.solid[y] |= 1 << x
