"""Whether a door divides the map: what is behind it can be reached only through it.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.reaching import PACE, Reach, is_reached, reached_in_row, reached_sides

CONTACT = Piece("contact", PACE["contacts_at_once"])
CONTACT_TESTED = Piece("contact", PACE["contacts_at_once"], PACE["contact_work"], is_extra=True)


def divides(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> bool:
    """Whether a lock makes sense at a door: only one of its sides was reached, enough tiles are
    behind it, the start is not behind it, and the down stairs are if the parameters say so. All
    tiles that can be reached while the door is closed have been reached."""
    if reached_sides(reach, door) != 1:
        return False
    # The door itself has not been reached either.
    if reach.total - reach.flood.size <= p.behind:
        return False
    if reach.start and not is_reached(reach, reach.start):
        return False
    return p.stairs == "anywhere" or not is_reached(reach, g.down)


def beside_reached(reach: Reach, y: int) -> int:
    """The tiles on the left and on the right of reached tiles in a row, as bits."""
    reached = reached_in_row(reach, y)
    return (reached << 1) | (reached >> 1)


def touched_tiles(reach: Reach, y: int) -> int:
    """The columns in which an open tile that was not reached touches a reached one at a corner: the
    former is in row y or in the row below, and the latter in the other one of these rows."""
    taken = reach.plane.taken
    touched = ~taken[y] & beside_reached(reach, y + 1)
    return touched | ~taken[y + 1] & beside_reached(reach, y)


def look_for_contact(reach: Reach) -> Finding[bool]:
    """Look for a diagonal step past the door. Returns whether there is one."""
    plane = reach.plane
    for y in range(1, plane.height - 2):
        missed, touched = ~(plane.taken[y] & plane.taken[y + 1]), touched_tiles(reach, y)
        for _ in range(plane.row_bytes):
            yield CONTACT
            if missed & 0xFF:
                if touched & 0xFF:
                    return True
                yield CONTACT_TESTED
            missed, touched = missed >> 8, touched >> 8
    return False
