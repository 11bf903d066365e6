"""The phase `secret rooms`: some rooms with a single connection become secret."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.kinds.grid_rooms.pace import PACE
from pygen.kinds.grid_rooms.parameters import GridRooms

ROOM = Piece("secret rooms", PACE["hidden_at_once"])


def hide_room(g: Generation[GridRooms], index: int, room: Room) -> None:
    """Perhaps hide a room with one connection, behind a secret path in the neighbour's wall.

    The neighbour must not be secret itself, and must have no other door in that wall.
    """
    is_end = len(room.connections) == 1
    g.tried("secret room", room.x, room.y, room.w, room.h, is_end)
    if not is_end:
        return
    neighbour = g.rooms[room.connections[0].room]
    if neighbour.is_secret:
        return
    door = neighbour.connections[neighbour.connection_slot(index)]
    if any(end.wall == door.wall and end is not door for end in neighbour.connections):
        return
    if g.random.chance_of(g.parameters.secrets.room_chance):
        room.is_secret = True
        g.figures["secret_rooms"] += 1
        door.is_secret = True
        g.tiles.set(door.door_x, door.door_y, g.codes["secret_path"])


def place_secret_rooms(g: Generation[GridRooms]) -> Work:
    """Hide some of the rooms with one connection."""
    for index, room in enumerate(g.rooms):
        yield ROOM
        hide_room(g, index, room)
