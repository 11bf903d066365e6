"""The wishes of the parameters that a dungeon does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.constants import (
    STATUS_FEWER_TREASURES,
    STATUS_NO_DOWN_STAIRS,
    STATUS_NO_UP_STAIRS,
)
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.parameters import GridRooms


def notes(g: Generation[GridRooms]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met.

    A map without its rooms, as a saved file may hold, has no notes.
    """
    if not g.rooms:
        return []
    found = []
    if g.status & STATUS_FEWER_TREASURES and "treasures" not in g.parameters.without:
        found.append(
            f"fewer treasures than asked for: {g.figures['treasures']} of "
            f"{g.parameters.secrets.treasures}"
        )
    cells = g.parameters.record_count()
    if len(g.rooms) < cells:
        found.append(
            f"{len(g.rooms)} of {cells} rooms were placed: the other cells had no space for one"
        )
    least = g.parameters.stairs.least_distance(len(g.rooms))
    apart = abs(g.up[0] - g.down[0]) + abs(g.up[1] - g.down[1])
    has_stairs = (
        not g.status & (STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS) and not g.parameters.world
    )
    if has_stairs and apart < least and "stairs" not in g.parameters.without:
        found.append(
            f"the stairs are {apart} tiles apart, {least} were asked for: no room that can take "
            "stairs is farther away"
        )
    return found
