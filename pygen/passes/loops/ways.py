"""The graph of rooms: the ways along the corridors in the records, and how far rooms are apart.

The way of a corridor leads from the middle of one of its rooms through both doors and round all
corners to the middle of the other room, in steps: columns plus rows. How far two rooms are apart is
the shortest chain of such ways.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.passes.loops.constants import FARTHEST

PACE = schedule("passes/loops")
ROOM = Piece("rooms", PACE["loop_rooms_read"])
READ = Piece("read", PACE["loop_ways_read"])
REACHED = Piece("measure", PACE["loop_rooms_reached"])


class Network:
    """The graph of rooms, by their numbers.

    `middles` are the middles of the rooms. `ways` has for each room its corridors: the room at the
    other end, and the steps of the way to its middle. `is_closed` says whether no corridor may be
    added to a room. Rooms with the same number in `side` are on the same side of all locked doors.
    `distance` says how far each room is from the one from which it was measured last. `longest` is
    the longest way of the loops.
    """

    def __init__(self, g: Generation[Any]) -> None:
        self.middles: list[Tile] = []
        self.ways: list[list[tuple[int, int]]] = [[] for _ in g.rooms]
        self.is_closed: list[bool] = []
        self.side = [0] * len(g.rooms)
        self.distance = [FARTHEST] * len(g.rooms)
        self.longest = 0


def steps_between(start: Tile, goal: Tile) -> int:
    """The steps from one tile to another one: columns plus rows."""
    return abs(start[0] - goal[0]) + abs(start[1] - goal[1])


def way_through(points: list[Tile]) -> int:
    """The steps of a way through these points, FARTHEST at most."""
    return min(FARTHEST, sum(steps_between(*leg) for leg in pairwise(points)))


def read_middles(g: Generation[Any], network: Network) -> Work:
    """Read where the middles of the rooms are, and which rooms are secret."""
    for room in g.rooms:
        yield ROOM
        network.middles.append(room.centre)
        network.is_closed.append(room.is_secret)


def read_ways_of_rooms(g: Generation[Any], network: Network) -> Work:
    """Read the corridors of all rooms. A room behind a secret path is closed; a room with the door
    to a secret room is not."""
    for number, room in enumerate(g.rooms):
        for end in room.connections:
            yield READ
            door = end.door_x, end.door_y
            middle, goal = network.middles[number], network.middles[end.room]
            way = way_through([middle, door, *end.corners, goal])
            network.ways[number].append((end.room, way))
            if not end.is_secret and g.tiles.get(*door) == g.codes.get("secret_path"):
                network.is_closed[number] = True


def measure_rooms(network: Network, start: int, limit: int) -> Work:
    """Measure how far each room is from one of them; FARTHEST if it is `limit` steps or more."""
    distance = network.distance = [FARTHEST] * len(network.ways)
    distance[start] = 0
    waiting = [start]
    while waiting:
        yield REACHED
        room = waiting.pop(0)
        for other, way in network.ways[room]:
            there = distance[room] + way
            if there < min(limit, distance[other]):
                distance[other] = there
                if other not in waiting:
                    waiting.append(other)
