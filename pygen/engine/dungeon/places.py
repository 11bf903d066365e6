"""The table `places`: a row for each room of the kind's table, in the same order.

These are the rooms of `rooms`, the chambers of `chambers`, or the features of `features`, corridors
among them. Passes note there what they make of a room. The twin is `c64src/core/places.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygen.engine.definition.places import NOT_KNOWN, ZONE_NAMES, Place
from pygen.engine.dungeon.chambers import PLAIN
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.engine.dungeon.shapes import inner_area
from pygen.engine.generator.kind import TABLES_OF_PLACES

Rectangle = tuple[int, int, int, int]
"""Column and row of the upper left tile, width and height."""

CORRIDOR, HIDDEN = 1, 1
"""What the record of a feature says: the kind of corridors, and the bit of its state if it is
hidden. In C they are constants of the kind `accretion`."""

BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""Where `zone_of_room` looks: at the middle of a room, then right, left, below and above of it."""


def rows_of_rooms(g: Generation[Any]) -> Sequence[Any]:
    """The rows of the kind's table of rooms, chambers or features."""
    return next((g.tables[name] for name in TABLES_OF_PLACES if name in g.tables), [])


def add_places(g: Generation[Any]) -> None:
    """Begin the table: a row for each room, of which nothing is known."""
    g.places += [Place() for _ in rows_of_rooms(g)]


def place_area(g: Generation[Any], number: int) -> Rectangle:
    """The rectangle of a room, by the kind's table."""
    room = rows_of_rooms(g)[number]
    if isinstance(room, Room):
        return room.x, room.y, room.w, room.h
    return room["x"], room["y"], room["w"], room["h"]


def is_room(g: Generation[Any], number: int) -> bool:
    """Whether a row is a room of no use of its own: neither a corridor nor a shop, a monster house
    or a labyrinth."""
    room = rows_of_rooms(g)[number]
    if isinstance(room, Room):
        return True
    if "use" in room:
        return bool(room["use"] == PLAIN)
    return bool(room["kind"] != CORRIDOR)


def is_secret_room(g: Generation[Any], number: int) -> bool:
    """Whether the kind has hidden a room."""
    room = rows_of_rooms(g)[number]
    if isinstance(room, Room):
        return room.is_secret
    return bool(room.get("state", 0) & HIDDEN)


def zone_of_room(g: Generation[Any], number: int) -> int:
    """The zone in which a room is, and note it in its place: that of the tile in its middle, or of
    one beside this if the middle is in none; NOT_KNOWN if these are in none, too.

    The pass that asks `looks_at_zones`.
    """
    left, top, width, height = place_area(g, number)
    x, y = left + width // 2, top + height // 2
    found = (_zone_at(g, x + dx, y + dy) for dx, dy in BESIDE)
    zone = next((one for one in found if one != NOT_KNOWN), NOT_KNOWN)
    g.places[number].distance = zone
    return zone


def _zone_at(g: Generation[Any], x: int, y: int) -> int:
    """The zone of a tile; NOT_KNOWN if it is in none."""
    for zone, name in enumerate(ZONE_NAMES):
        if g.zones[name][y] >> x & 1:
            return zone
    return NOT_KNOWN


def inner_rectangle(g: Generation[Any], number: int) -> Rectangle:
    """The rectangle round the middle of a room in which its shape leaves only floor: all of it if
    the room is plain."""
    left, top, width, height = place_area(g, number)
    shape = g.places[number].shape
    across, down, inner_width, inner_height = inner_area(shape, width, height)
    return left + across, top + down, inner_width, inner_height
