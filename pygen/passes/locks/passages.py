"""Passages: open tiles with two opposite solid sides and two open ones, which may have a locked
door.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.places import random_place, tiles_from
from pygen.passes.locks.reaching import PACE, Reach

PASSAGE = Piece("passages", PACE["passages_at_once"])


def passages_of_row(plane: Plane, y: int) -> int:
    """The open tiles in a row that have two opposite solid sides and two open ones, as bits."""
    row, above, below = plane.solid[y], plane.solid[y - 1], plane.solid[y + 1]
    left, right = (row << 1) | 1, row >> 1
    upright = left & right & ~(above | below)
    level = above & below & ~(left | right)
    return (upright | level) & ~row


def passages_of_byte(reach: Reach, y: int, at: int) -> int:
    """The passages in a byte of the plane, as eight bits."""
    return (passages_of_row(reach.plane, y) >> (8 * at)) & 0xFF


def dividing_in_byte(reach: Reach, y: int, at: int) -> int:
    """The passages in a byte of the plane whose doors may divide the map, as eight bits."""
    return (reach.passages[y] >> (8 * at)) & 0xFF


def drop_passage(reach: Reach, tile: Tile) -> None:
    """Try a passage no more."""
    x, y = tile
    reach.passages[y] &= ~(1 << x)


def is_lockable(g: Generation[Any], p: Locks, x: int, y: int) -> bool:
    """Whether a tile may have a locked door: ground or a door, or only a door."""
    code = g.tiles.get(x, y)
    return code == g.codes.get("door") or (p.at == "passages" and code in g.ground)


def is_apart(p: Locks, reach: Reach, tile: Tile) -> bool:
    """Whether a tile is far enough from all locked doors."""
    x, y = tile
    doors = [lock.door for lock in reach.locks]
    return all(abs(x - door[0]) + abs(y - door[1]) >= p.apart for door in doors)


def fits_door(g: Generation[Any], p: Locks, reach: Reach, x: int, y: int) -> bool:
    """Whether a passage may have a lock: it is far enough from all other locked doors. Of a door
    and the floor beside it, only the door may have one."""
    if g.tiles.get(x, y) != g.codes.get("door") and not is_free_floor(g, x, y):
        return False
    return is_apart(p, reach, (x, y))


def passages_from_random(g: Generation[Any], p: Locks, reach: Reach) -> Iterator[Tile | None]:
    """The passages for a door, from a random byte of the plane on, as `tiles_from` has them."""
    of_byte = dividing_in_byte if p.search == "all" else passages_of_byte
    return tiles_from(reach, random_place(g, reach), of_byte)


def find_passage(
    g: Generation[Any], p: Locks, reach: Reach, tiles: Iterator[Tile | None]
) -> Finding[Tile | None]:
    """The next of these tiles that may have a lock; None if there is none."""
    for tile in tiles:
        yield PASSAGE
        if tile and is_lockable(g, p, *tile):
            yield "tile"
            if fits_door(g, p, reach, *tile):
                return tile
            yield "tile"
    return None
