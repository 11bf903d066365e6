"""Junctions: the tiles of rooms beside which halls end."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, IN_ROOM, JUNCTION, TERRAIN, WATER
from pygen.kinds.mystery.ground import Floor, Work


def mark_junction(f: Floor, place: int) -> bool:
    """Mark a tile of a room; True if it was water."""
    ground = f.ground[place]
    if ground & TERRAIN != WATER:
        f.ground[place] = ground | JUNCTION
        return False
    f.ground[place] = ground & ~TERRAIN & 0xFF | JUNCTION | FLOOR
    return True


def find_hall(f: Floor, y: int, x: int) -> tuple[int, int]:
    """The next tile of a hall in row y that has a tile of a room beside it, from column x on, or
    the last column; and how many tiles are open up to it."""
    found = 0
    for place in range(y * f.width + x, (y + 1) * f.width - 1):
        ground = f.ground[place]
        # Floor and moats have odd numbers.
        found += ground & FLOOR
        if ground & (TERRAIN | IN_ROOM) != FLOOR:
            continue
        beside = f.ground[place - 1] | f.ground[place + 1]
        beside |= f.ground[place - f.width] | f.ground[place + f.width]
        if beside & IN_ROOM:
            return place - y * f.width, found
    return f.width - 1, found


def mark_junctions(f: Floor) -> Work:
    """Mark the tiles of rooms that have a tile of a hall beside them, and count what is open; a
    piece is a row. Water at a junction becomes floor."""
    f.open_tiles = 0
    for y in range(1, f.height - 1):
        if y != 1:
            yield
        x, found = find_hall(f, y, 1)
        f.open_tiles += found
        while x != f.width - 1:
            place = y * f.width + x
            for near in (place - 1, place - f.width, place + 1, place + f.width):
                if f.ground[near] & IN_ROOM:
                    was_water = mark_junction(f, near)
                    # What becomes floor behind this tile is counted when it is looked at.
                    f.open_tiles += was_water and near < place
            x, found = find_hall(f, y, x + 1)
            f.open_tiles += found
