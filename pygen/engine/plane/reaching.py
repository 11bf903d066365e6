"""What a flood has reached from a tile, whatever is around that one.

The twin is `c64src/core/plane/reach_from.h`. The bits of rows are described in
`pygen.engine.plane.plane`.
"""

from __future__ import annotations

from pygen.engine.definition.sides import Tile
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import Flood, push_entry


def reached_in_row(plane: Plane, y: int) -> int:
    """The tiles of a row that were reached, as bits. In `taken` solid tiles are set as well."""
    return plane.taken[y] & ~plane.solid[y]


def reached_in_byte(plane: Plane, y: int, at: int) -> int:
    """The tiles in a byte of the plane that were reached, as eight bits."""
    return (reached_in_row(plane, y) >> (8 * at)) & 0xFF


def is_reached(plane: Plane, tile: Tile) -> bool:
    """Whether a tile was reached."""
    x, y = tile
    return bool((reached_in_row(plane, y) >> x) & 1)


def reach_from(plane: Plane, flood: Flood, tile: Tile) -> None:
    """Let the flood begin at an open tile, unless it has been there.

    The flood goes down from the tile, as if it had come from the row above. So in that row it will
    not look at the tile above and at the two beside that one: these three get entries of their own.
    """
    x, y = tile
    if (plane.taken[y] >> x) & 1:
        return
    push_entry(flood, x, x, y, 1)
    for side in (x - 1, x, x + 1):
        if not (plane.taken[y] >> side) & 1:
            push_entry(flood, side, side, y - 1, -1)
