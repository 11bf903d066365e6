"""Passages: open tiles with two opposite solid sides and two open ones, which may have a locked
door.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.reaching import PACE, Reach

BytePlace = tuple[int, int]
"""A byte of the plane: its number in its row (the column of its first tile is 8 times as much), and
the row."""

PASSAGE = Piece("passages", PACE["passages_at_once"])


def passages_of_byte(reach: Reach, y: int, at: int) -> int:
    """The open tiles in a byte of the plane that have two opposite solid sides and two open ones,
    as eight bits."""
    plane = reach.plane
    row, above, below = plane.solid[y], plane.solid[y - 1], plane.solid[y + 1]
    left, right = (row << 1) | 1, row >> 1
    upright = left & right & ~(above | below)
    level = above & below & ~(left | right)
    return (((upright | level) & ~row) >> (8 * at)) & 0xFF


def is_lockable(g: Generation[Any], p: Locks, x: int, y: int) -> bool:
    """Whether a tile may have a locked door: ground or a door, or only a door."""
    code = g.tiles.get(x, y)
    return code == g.codes.get("door") or (p.at == "passages" and code in g.ground)


def fits_door(g: Generation[Any], p: Locks, reach: Reach, x: int, y: int) -> bool:
    """Whether a passage may have a lock: it is far enough from all other locked doors. Of a door
    and the floor beside it, only the door may have one."""
    if g.tiles.get(x, y) != g.codes.get("door") and not is_free_floor(g, x, y):
        return False
    doors = [lock.door for lock in reach.locks]
    return all(abs(x - door[0]) + abs(y - door[1]) >= p.apart for door in doors)


def tiles_from(
    reach: Reach, place: BytePlace, bits_of_byte: Callable[[Reach, int, int], int]
) -> Iterator[Tile | None]:
    """The tiles whose bits `bits_of_byte` finds, given the row and the number of a byte in it. The
    search goes once through all bytes of the plane, from the one at `place` on. Before the tiles of
    each byte comes None, because looking at a byte is a piece of work, even if nothing is found.
    """
    plane = reach.plane
    at, y = place
    for _ in range((plane.height - 2) * plane.row_bytes):
        yield None
        bits = bits_of_byte(reach, y, at)
        while bits:
            yield 8 * at + (bits & -bits).bit_length() - 1, y
            bits &= bits - 1
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0


def find_passage(g: Generation[Any], p: Locks, reach: Reach) -> Finding[Tile | None]:
    """A passage for a door: the first one from a random byte of the plane on; None if there is
    none."""
    y, at = 1 + g.random.below(reach.plane.height - 2), g.random.below(reach.plane.row_bytes)
    for tile in tiles_from(reach, (at, y), passages_of_byte):
        yield PASSAGE
        if tile and is_lockable(g, p, *tile):
            yield "tile"
            if fits_door(g, p, reach, *tile):
                return tile
            yield "tile"
    return None
