"""Junctions: the tiles of rooms beside which halls end."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import FLOOR, IN_ROOM, JUNCTION, TERRAIN, WATER, Floor

ROWS_AT_ONCE = 3


def mark_junctions(f: Floor) -> Steps:
    """Mark the tiles of rooms that have a tile of a hall beside them; water there becomes floor."""
    for y in range(1, f.height - 1):
        if y > 1 and y % ROWS_AT_ONCE == 0:
            yield "junctions"
        for place in range(y * f.width + 1, (y + 1) * f.width - 1):
            if f.ground[place] & (TERRAIN | IN_ROOM) == FLOOR:
                mark_junction(f, place - 1)
                mark_junction(f, place - f.width)
                mark_junction(f, place + f.width)
                mark_junction(f, place + 1)


def mark_junction(f: Floor, place: int) -> None:
    """Mark a tile, if it is in a room."""
    if f.ground[place] & IN_ROOM:
        f.ground[place] |= JUNCTION
        if f.ground[place] & TERRAIN == WATER:
            f.ground[place] = f.ground[place] & ~TERRAIN & 0xFF | FLOOR
