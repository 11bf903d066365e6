"""The tiles that can be reached from the up stairs on foot, obeying locks and without secret paths:
a door opens when its own key is reached.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import Flood, copy_plane, fill_region, push_entry

PACE = schedule("passes/locks")
LOCK = Piece("unlock", PACE["locks_at_once"])

NOWHERE = (0, 0)
"""Stands for a missing key or start: a tile at the edge of the map, which is never reached."""

Tile = tuple[int, int]


class Lock:
    """A locked door and its key; `is_open` while a flood has come through it."""

    def __init__(self, door: Tile, key: Tile) -> None:
        self.door, self.key = door, key
        self.is_open = True


class Ways:
    """The ways of a dungeon: its plane, in which locked doors are solid, with the tiles that a
    flood has taken; its locks; and the start of the player.

    `total` is the number of tiles that can be reached in all.
    """

    def __init__(self, g: Generation[Any]) -> None:
        self.plane = Plane(g)
        self.locks: list[Lock] = []
        self.start = NOWHERE
        self.flood = Flood(self.plane.taken)
        self.total = 0


def is_reached(ways: Ways, tile: Tile) -> bool:
    """Whether a tile was reached."""
    x, y = tile
    return bool(ways.plane.taken[y] & ~ways.plane.solid[y] & 1 << x)


def close_tile(ways: Ways, tile: Tile) -> None:
    """Make a tile solid."""
    x, y = tile
    ways.plane.solid[y] |= 1 << x


def open_tile(ways: Ways, tile: Tile) -> None:
    """Make a tile open, and not taken."""
    x, y = tile
    ways.plane.solid[y] &= ~(1 << x)
    ways.plane.taken[y] &= ~(1 << x)


def reach_from(ways: Ways, tile: Tile) -> None:
    """Put entries on the stack for all tiles that can be reached from an open tile.

    The entry for its own row leaves out the tiles above the tile and its two neighbours, as if the
    flood had come from there.
    """
    x, y = tile
    if ways.plane.taken[y] >> x & 1:
        return
    push_entry(ways.flood, x, x, y, 1)
    for side in (x - 1, x, x + 1):
        if not ways.plane.taken[y] >> side & 1:
            push_entry(ways.flood, side, side, y - 1, -1)


def is_beside_reached(ways: Ways, tile: Tile) -> bool:
    """Whether a way leads to a tile from one of its sides."""
    x, y = tile
    sides = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(is_reached(ways, side) for side in sides)


def can_be_opened(ways: Ways, lock: Lock) -> bool:
    """Whether a lock can be opened now: a way leads to its door, and its key was reached."""
    return not lock.is_open and is_reached(ways, lock.key) and is_beside_reached(ways, lock.door)


def unlock_door(ways: Ways) -> Finding[bool]:
    """Open the first door that can be opened. Returns whether there was one."""
    for lock in ways.locks:
        yield LOCK
        if can_be_opened(ways, lock):
            lock.is_open = True
            open_tile(ways, lock.door)
            reach_from(ways, lock.door)
            return True
    return False


def lock_doors(ways: Ways) -> None:
    """Close all doors."""
    for lock in ways.locks:
        lock.is_open = False
        close_tile(ways, lock.door)


def reach_all(g: Generation[Any], ways: Ways) -> Work:
    """Reach all tiles that can be reached from the up stairs."""
    yield from copy_plane(ways.plane)
    ways.flood = Flood(ways.plane.taken)
    reach_from(ways, g.up)
    yield "copy"
    while True:
        yield from fill_region(ways.plane, ways.flood)
        yield "fill"
        if not (yield from unlock_door(ways)):
            return
        yield "unlock"
