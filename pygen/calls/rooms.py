"""What a dungeon's rooms are. The twin of c64src/calls/rooms.

A room is what a record of the table `rooms`, `chambers` or `features` says, as
`StructLayout.unpack` reads it; `rooms` are those in use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE, CALL_IS_REFUSED
from pygen.engine.constants import NO_ROOM

Room = Mapping[str, Any]


def room_at(rooms: Sequence[Room], x: int, y: int) -> int:
    """The number of the first room whose floor's rectangle has a tile, or NO_ROOM."""
    for number, room in enumerate(rooms):
        across, down = x - room["x"], y - room["y"]
        if 0 <= across < room["w"] and 0 <= down < room["h"]:
            return number
    return NO_ROOM


def room_info(rooms: Sequence[Room], number: int) -> bytes | None:
    """The place and size of a room's floor, and its number of connections, its state, its distance
    from the hub and its priority, or 0 if it has none, a byte each; None if there is no such
    room."""
    if number >= len(rooms):
        return None
    room = rooms[number]
    place = [room[name] for name in ("x", "y", "w", "h")]
    more = ("connections", "state", "hub_distance", "priority")
    return bytes([*place, *(room[name] if "connections" in room else 0 for name in more)])


def connection_info(rooms: Sequence[Room], number: int, target: int) -> tuple[int, int, bytes]:
    """How a room is connected to another: a status, the slot in its record (NO_ROOM if they are not
    connected), and the place of its door, the door's wall and the type of the corridor, a byte
    each."""
    if max(number, target) >= len(rooms):
        return CALL_IS_REFUSED, number, b""
    room = rooms[number]
    for slot in range(room["connections"]):
        if room["conn_data"][slot]["room_id"] == target:
            door, connection = room["doors"][slot], room["conn_data"][slot]
            found = (door["x"], door["y"], door["wall_side"], connection["corridor_type"])
            return CALL_IS_DONE, slot, bytes(found)
    return CALL_FINDS_NOTHING, NO_ROOM, b""
