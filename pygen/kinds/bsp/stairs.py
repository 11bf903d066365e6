"""The phase `stairs`: the distance of each room from the first one, and both stairs.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.bsp.constants import PRIORITY_DOWN, PRIORITY_UP
from pygen.kinds.bsp.pace import PACE
from pygen.kinds.bsp.parameters import Bsp

ROOM = Piece("distances", PACE["rooms_at_once"])


def measure_distances(g: Generation[Bsp]) -> Work:
    """Count the corridors on the shortest way from the first room to each room."""
    reached = [0]
    for room in reached:
        yield ROOM
        for end in g.rooms[room].connections:
            if end.room not in reached:
                g.rooms[end.room].hub_distance = g.rooms[room].hub_distance + 1
                reached.append(end.room)


def room_for_down_stairs(g: Generation[Bsp]) -> int:
    """The last room; or the farthest one, of several the last of them."""
    last = len(g.rooms) - 1
    if g.parameters.stairs.down == "last":
        return last
    return max(range(last, -1, -1), key=lambda room: g.rooms[room].hub_distance)


def place_stairs(g: Generation[Bsp]) -> Work:
    """Put the up stairs in the middle of the first room, the down stairs far from there."""
    yield from measure_distances(g)
    down = room_for_down_stairs(g)
    g.figures["way_length"] = g.rooms[down].hub_distance
    g.rooms[0].priority, g.rooms[down].priority = PRIORITY_UP, PRIORITY_DOWN
    g.up, g.down = g.rooms[0].centre, g.rooms[down].centre
    g.tiles.set(*g.up, g.codes["up_stairs"])
    g.tiles.set(*g.down, g.codes["down_stairs"])
