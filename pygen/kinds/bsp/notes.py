"""The wishes of the parameters that a dungeon does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.bsp.parameters import Bsp


def notes(g: Generation[Bsp]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met.

    A map without its rooms, as a saved file may hold, has no notes.
    """
    if not g.rooms:
        return []
    found = []
    wanted = g.parameters.record_count()
    if len(g.rooms) < wanted:
        found.append(f"{len(g.rooms)} of {wanted} rooms: no part of the map can be cut further")
    dropped = g.figures["dropped"]
    if dropped and g.parameters.connect == "adjacent":
        found.append(
            f"{dropped} pairs of neighbours are not joined: one of their rooms already had "
            f"{g.parameters.corridors.max_connections} corridors"
        )
    return found
