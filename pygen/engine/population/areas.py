"""Where entities are placed: in rooms.

The twin is `c64src/core/population/areas.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.engine.generator.kind import TABLES_OF_ROOMS

Area = tuple[int, int, int, int]
"""Column and row of the upper left tile, width and height."""


def room_area(g: Generation[Any], number: int) -> Area:
    """The area of a room, from the kind's table of rooms."""
    room = _rooms(g)[number]
    if isinstance(room, Room):
        return room.x, room.y, room.w, room.h
    return room["x"], room["y"], room["w"], room["h"]


def count_of_rooms(g: Generation[Any]) -> int:
    """The number of rooms."""
    return len(_rooms(g))


def _rooms(g: Generation[Any]) -> Sequence[Any]:
    """The rows of the kind's table of rooms; none if it has no such table."""
    return next((g.tables[name] for name in TABLES_OF_ROOMS if name in g.tables), [])
