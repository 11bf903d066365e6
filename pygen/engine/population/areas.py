"""Where entities are placed: in rooms.

The twin is `c64src/core/population/areas.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygen.engine.definition.places import PLACES
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.engine.generator.kind import TABLES_OF_PLACES, TABLES_OF_ROOMS

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


def wants_room(g: Generation[Any], number: int, purposes: int) -> bool:
    """Whether a room has a purpose that is wanted: `purposes` has a bit for each; 0: all do."""
    return not purposes or bool(purposes >> g.places[number].purpose & 1)


def _rooms(g: Generation[Any]) -> Sequence[Any]:
    """The rows of the kind's table of rooms, or of features if they are places, too; none if it has
    no such table."""
    tables = TABLES_OF_PLACES if PLACES in g.tables else TABLES_OF_ROOMS
    return next((g.tables[name] for name in tables if name in g.tables), [])
