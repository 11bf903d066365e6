"""The tiles that are too near for a key, on foot and with all doors open.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from copy import copy

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.plane.regions import COPIED
from pygen.engine.plane.walk import Way, walk_on
from pygen.passes.locks.reaching import PACE, Reach

WALK = Piece("walk", PACE["tiles_walked_near"])


def find_near(reach: Reach, start: Tile, steps: int) -> Finding[list[int]]:
    """The tiles that are fewer than `steps` steps (1 to 255) from a tile, and the solid ones, for
    each row as bits."""
    plane = copy(reach.plane)
    plane.solid = list(reach.plane.solid)
    for x, y in (start, *(lock.door for lock in reach.locks)):
        plane.solid[y] &= ~(1 << x)
    yield COPIED.weighing(plane.row_bytes * plane.height)
    way = Way(plane, start)
    while way.steps != steps - 1 and way.first != way.behind:
        yield "near"
        yield from walk_on(way, WALK)
    return plane.solid


def is_near(reach: Reach, tile: Tile) -> bool:
    """Whether a tile is too near to the start, or to the door that is tried."""
    x, y = tile
    return bool((reach.near_start[y] | reach.near_door[y]) >> x & 1)
