"""The phase `stairs`: stairs up and down, far apart and never in a secret room."""

from __future__ import annotations

from pygen.engine.constants import NO_ROOM, STATUS_NO_DOWN_STAIRS, STATUS_NO_UP_STAIRS
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.connect import distance_to
from pygen.kinds.grid_rooms.parameters import GridRooms


def room_for_stairs(g: Generation[GridRooms], other: int, least: int) -> int:
    """The room of the highest priority that is far enough for stairs; if none is, the farthest one.

    The room is not secret and not `other`; NO_ROOM if there is no such room. Far enough means at
    least `least` tiles away from `other`, if that is a room. Of equal rooms the first is taken.
    """
    best, farthest, highest, most = NO_ROOM, NO_ROOM, 0, 0
    for index in range(len(g.rooms) - 1, -1, -1):
        room = g.rooms[index]
        if room.is_secret or index == other:
            continue
        start = room if other == NO_ROOM else g.rooms[other]
        distance = distance_to(start.centre, room.centre)
        if distance >= most:
            farthest, most = index, distance
        g.tried("stairs", room.x, room.y, room.w, room.h, distance >= least)
        if distance >= least and room.priority >= highest:
            best, highest = index, room.priority
    return farthest if best == NO_ROOM else best


def place_stairs(g: Generation[GridRooms]) -> None:
    """Up stairs in the room of the highest priority, down stairs in the next one far enough away.

    If none is far enough, the farthest takes the down stairs.
    """
    up = room_for_stairs(g, NO_ROOM, 0)
    if up == NO_ROOM:
        g.status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS
        return
    g.up = g.rooms[up].centre
    g.tiles.set(*g.up, g.codes["up_stairs"])
    down = room_for_stairs(g, up, g.parameters.stairs.least_distance(len(g.rooms)))
    if down == NO_ROOM:
        g.status |= STATUS_NO_DOWN_STAIRS
        return
    g.down = g.rooms[down].centre
    g.tiles.set(*g.down, g.codes["down_stairs"])
