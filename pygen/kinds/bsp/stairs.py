"""The phase `stairs`: the distance of each room from the first one, and both stairs."""

from __future__ import annotations

from pygen.engine.constants import NO_ROOM
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.bsp.constants import PRIORITY_DOWN, PRIORITY_UP
from pygen.kinds.bsp.pace import PACE
from pygen.kinds.bsp.parameters import Bsp

ROOM = Piece("distances", PACE["rooms_at_once"])


def reach_neighbours(
    g: Generation[Bsp], distances: list[int], waiting: list[int], room: int
) -> None:
    """Set the unknown distances of a room's neighbours to one corridor more than the room's own,
    and let these neighbours wait."""
    for end in g.rooms[room].connections:
        if distances[end.room] == NO_ROOM:
            distances[end.room] = distances[room] + 1
            g.rooms[end.room].hub_distance = distances[end.room]
            waiting.append(end.room)


def measure_distances(g: Generation[Bsp]) -> Work:
    """Count the corridors on the shortest way from the first room to each room."""
    distances = [NO_ROOM] * len(g.rooms)
    distances[0] = 0
    waiting = [0]
    for room in waiting:
        yield ROOM
        reach_neighbours(g, distances, waiting, room)


def room_for_down_stairs(g: Generation[Bsp]) -> int:
    """The farthest room, of several the last one; or just the last one."""
    rooms = range(len(g.rooms))
    if g.parameters.stairs.down == "last":
        return rooms[-1]
    return max(rooms, key=lambda room: (g.rooms[room].hub_distance, room))


def place_stairs(g: Generation[Bsp]) -> Work:
    """Put the up stairs in the middle of the first room, the down stairs far from there."""
    yield from measure_distances(g)
    down = room_for_down_stairs(g)
    g.figures["way_length"] = g.rooms[down].hub_distance
    g.rooms[0].priority, g.rooms[down].priority = PRIORITY_UP, PRIORITY_DOWN
    g.up, g.down = g.rooms[0].centre, g.rooms[down].centre
    g.tiles.set(*g.up, g.codes["up_stairs"])
    g.tiles.set(*g.down, g.codes["down_stairs"])
