"""Why a drawing cuts nothing off, whatever is around it.

A drawing that changes tiles is placed only where all of its own tiles are floor, and where the
tiles around it are walkable and not secret: on all four sides in the middle of a room, on three
sides at a wall, on two in a corner. These tiles around it are joined, one beside the other; at the
wall no tile beside the drawing is walkable. So whatever way led through the place of the drawing
came from the tiles around it and went back to them, and it can go along them instead. What is left
to be sure of is the drawing itself: each of its walkable places has a way to the tiles around it.
That does not depend on the room, nor on how the drawing is turned, and `cut_off` finds it out when
the spec is read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pygen.engine.drawings.legend import Thing
from pygen.passes.furnish.constants import AT_WALLS, IN_CORNERS

Filling = Sequence[Sequence[Thing | None]]


def cut_off(filling: Filling, walkable: Collection[str], place: int) -> tuple[int, int] | None:
    """The first walkable place of a drawing, as column and row, that has no way to the tiles around
    it; None if all have. `place` says where the drawing is: its first row is at a wall in a corner
    and at a wall, and its first column in a corner."""
    height, width = len(filling), len(filling[0])
    left = {
        (x, y)
        for y, row in enumerate(filling)
        for x, thing in enumerate(row)
        if thing is None or (thing.tile or "floor") in walkable
    }
    edge = [
        (x, y)
        for x, y in sorted(left)
        if y == height - 1
        or x == width - 1
        or (x == 0 and place != IN_CORNERS)
        or (y == 0 and place not in (IN_CORNERS, AT_WALLS))
    ]
    left.difference_update(edge)
    for x, y in edge:
        beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & left
        left -= beside
        edge.extend(beside)
    return min(left, key=lambda at: (at[1], at[0])) if left else None
