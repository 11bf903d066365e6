"""On which sides of locked doors rooms are.

Two rooms are on the same side if a chain of corridors without locked doors joins them. Where a
record does not say for sure where a corridor runs, it counts as locked if it may have such a door.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pygen.engine.constants import WINDING
from pygen.engine.definition.entity_kinds import ENTITIES, LOCKED_DOOR
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Connection, Room
from pygen.passes.loops.ways import PACE, Network

ENTITY = Piece("locks", PACE["loop_entities_read"])
JOINED = Piece("sides", PACE["loop_sides_joined"])


def read_locked_doors(g: Generation[Any], locks: list[Tile]) -> Work:
    """Find all locked doors."""
    for row in g.tables[ENTITIES]:
        yield ENTITY
        if row["kind"] == LOCKED_DOOR:
            locks.append((row["x"], row["y"]))


def is_between(tile: Tile, start: Tile, goal: Tile) -> bool:
    """Whether a tile is in the rectangle of which two tiles are opposite corners."""
    return all(min(ends) <= at <= max(ends) for at, *ends in zip(tile, start, goal))


def nearest_of(room: Room, tile: Tile) -> Tile:
    """The tile of a room and its walls that is nearest to a tile."""
    x = max(room.x - 1, min(tile[0], room.x + room.w))
    return x, max(room.y - 1, min(tile[1], room.y + room.h))


def may_be_locked(g: Generation[Any], locks: list[Tile], room: Room, end: Connection) -> bool:
    """Whether a locked door may be in the corridor of an end, or in one of its rooms. From the last
    corner the corridor leads straight to the other room, unless it is shared: then it may be
    anywhere in the rectangle up to there. Of a winding corridor nothing is known."""
    if end.kind == WINDING:
        return bool(locks)
    other = g.rooms[end.room]
    points = [(end.door_x, end.door_y), *end.corners]
    points.append(nearest_of(other, points[-1]))
    floors = [((one.x, one.y), (one.x + one.w - 1, one.y + one.h - 1)) for one in (room, other)]
    parts = [*pairwise(points), *floors]
    return any(is_between(lock, *part) for lock in locks for part in parts)


def join_sides(network: Network, one: int, other: int) -> None:
    """Note that two rooms are on the same side."""
    kept, gone = network.side[one], network.side[other]
    network.side = [kept if side == gone else side for side in network.side]


def find_sides(g: Generation[Any], network: Network) -> Work:
    """Find out which rooms are on the same side of all locked doors."""
    locks: list[Tile] = []
    yield from read_locked_doors(g, locks)
    yield "locks"
    network.side = list(range(len(g.rooms)))
    for number, room in enumerate(g.rooms):
        for end in room.connections:
            yield JOINED
            if number < end.room and not may_be_locked(g, locks, room, end):
                join_sides(network, number, end.room)
