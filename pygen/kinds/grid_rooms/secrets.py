"""Phase 3: secret rooms and secret treasures."""

from __future__ import annotations

from pygen.engine.generation import FEWER_TREASURES, Generation, Room
from pygen.kinds.grid_rooms.corridors import LEFT, TOP
from pygen.kinds.grid_rooms.parameters import GridRooms


def place_secret_rooms(g: Generation[GridRooms]) -> None:
    """Hide some of the rooms with one connection, behind a secret path in the neighbour's wall."""
    for index, room in enumerate(g.rooms):
        if len(room.connections) != 1:
            continue
        neighbour = g.rooms[room.connections[0].room]
        slot = slot_to(neighbour, index)
        door = neighbour.connections[slot]
        if neighbour.is_secret or has_second_door(neighbour, slot):
            continue
        if g.random.chance(g.parameters.secret_room_threshold):
            room.is_secret = True
            door.is_secret = True
            g.tiles.set(door.door_x, door.door_y, g.codes["secret_path"])


def slot_to(room: Room, other: int) -> int:
    """The place among a room's connections of the one that leads to room `other`."""
    return next(slot for slot, end in enumerate(room.connections) if end.room == other)


def has_second_door(room: Room, slot: int) -> bool:
    """Does any other connection leave by the same wall."""
    wall = room.connections[slot].wall
    return any(end.wall == wall for n, end in enumerate(room.connections) if n != slot)


def place_treasures(g: Generation[GridRooms]) -> None:
    """Put treasure chambers behind walls without doors, each of another room."""
    candidates = [index for index, room in enumerate(g.rooms) if not room.is_secret]
    placed = 0
    while placed < g.parameters.secrets.treasures and candidates:
        chosen = g.random.below(len(candidates))
        placed += place_treasure(g, g.rooms[candidates[chosen]])
        # The last candidate takes the place of the one that is done with.
        candidates[chosen] = candidates[-1]
        candidates.pop()
    if placed < g.parameters.secrets.treasures:
        g.status |= FEWER_TREASURES


def place_treasure(g: Generation[GridRooms], room: Room) -> bool:
    """Try a room's walls and all places along them, from random ones onwards; True if it fits."""
    wall = g.random.below(4)
    for _ in range(4):
        if not any(end.wall == wall for end in room.connections):
            length = room.h if wall < TOP else room.w
            place = g.random.below(length)
            for _ in range(length):
                if place_chamber(g, room, wall, place):
                    return True
                place = place + 1 if place + 1 < length else 0
        wall = wall + 1 & 3
    return False


def place_chamber(g: Generation[GridRooms], room: Room, wall: int, place: int) -> bool:
    """Build a chamber behind a wall, `place` tiles from its upper or left end.

    False if the ground there is not empty. Empty ground never touches a walkable tile, so the
    chamber opens no short cut.
    """
    if wall < TOP:
        y = chamber_y = room.y + place
        x = room.x - 1 if wall == LEFT else room.x + room.w
        chamber_x = x - 1 if wall == LEFT else x + 1
    else:
        x = chamber_x = room.x + place
        y = room.y - 1 if wall == TOP else room.y + room.h
        chamber_y = y - 1 if wall == TOP else y + 1
    if not 1 <= chamber_x <= g.tiles.width - 2 or not 1 <= chamber_y <= g.tiles.height - 2:
        return False
    if g.tiles.get(chamber_x, chamber_y) != g.codes["empty"]:
        return False
    g.tiles.fill(chamber_x - 1, chamber_y - 1, 3, 3, g.codes["wall"])
    g.tiles.set(chamber_x, chamber_y, g.codes["floor"])
    g.tiles.set(x, y, g.codes["secret_path"])
    room.treasure_wall = (x, y)
    return True
