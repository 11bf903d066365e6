"""The phase `stairs`: stairs up and down, far apart and never in a secret room."""

from __future__ import annotations

from pygen.engine.generation import NO_DOWN_STAIRS, NO_UP_STAIRS, Generation
from pygen.engine.rooms import NO_ROOM
from pygen.kinds.grid_rooms.connect import distance_to
from pygen.kinds.grid_rooms.parameters import GridRooms


def highest_priority(g: Generation[GridRooms], other: int, least: int) -> int:
    """The room of the highest priority that may take stairs; NO_ROOM if there is none.

    It is not secret and not `other`, and, if `other` is a room, at least `least` tiles away from
    it. Of equal priorities the first room is taken.
    """
    best = NO_ROOM
    for index, room in enumerate(g.rooms):
        if room.is_secret or index == other:
            continue
        if other != NO_ROOM and distance_to(g.rooms[other].centre, room.centre) < least:
            continue
        if best == NO_ROOM or room.priority > g.rooms[best].priority:
            best = index
    return best


def farthest_room(g: Generation[GridRooms], other: int) -> int:
    """The room farthest from `other` that is neither it nor secret; NO_ROOM if there is none.

    Of equal distances the first room is taken.
    """
    best, most = NO_ROOM, 0
    for index, room in enumerate(g.rooms):
        if room.is_secret or index == other:
            continue
        distance = distance_to(g.rooms[other].centre, room.centre)
        if best == NO_ROOM or distance > most:
            best, most = index, distance
    return best


def place_stairs(g: Generation[GridRooms]) -> None:
    """Up stairs in the room of the highest priority, down stairs in the next one far enough away.

    If none is far enough, the farthest takes the down stairs.
    """
    up = highest_priority(g, NO_ROOM, 0)
    if up == NO_ROOM:
        g.status |= NO_UP_STAIRS | NO_DOWN_STAIRS
        return
    g.up = g.rooms[up].centre
    g.tiles.set(*g.up, g.codes["up_stairs"])
    stairs = g.parameters.stairs
    is_few = len(g.rooms) <= stairs.few_rooms
    down = highest_priority(g, up, stairs.distance_few if is_few else stairs.distance_many)
    if down == NO_ROOM:
        down = farthest_room(g, up)
    if down == NO_ROOM:
        g.status |= NO_DOWN_STAIRS
        return
    g.down = g.rooms[down].centre
    g.tiles.set(*g.down, g.codes["down_stairs"])
