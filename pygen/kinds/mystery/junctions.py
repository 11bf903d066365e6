"""Junctions: the tiles of rooms beside which halls end."""

from __future__ import annotations

from pygen.kinds.mystery.ground import FLOOR, IN_ROOM, JUNCTION, TERRAIN, WATER, Floor, Work


def mark_junction(f: Floor, place: int) -> bool:
    """Mark a tile of a room; True if it was water."""
    ground = f.ground[place]
    if ground & TERRAIN != WATER:
        f.ground[place] = ground | JUNCTION
        return False
    f.ground[place] = ground & ~TERRAIN & 0xFF | JUNCTION | FLOOR
    return True


def mark_junctions(f: Floor) -> Work:
    """Mark the tiles of rooms that have a tile of a hall beside them, and count what is open; a
    piece is a row. Water at a junction becomes floor."""
    f.open_tiles = 0
    for y in range(1, f.height - 1):
        if y != 1:
            yield
        for place in range(y * f.width + 1, (y + 1) * f.width - 1):
            ground = f.ground[place]
            # Floor and moats have odd numbers.
            f.open_tiles += ground & FLOOR
            if ground & (TERRAIN | IN_ROOM) != FLOOR:
                continue
            for near in (place - 1, place - f.width, place + 1, place + f.width):
                if f.ground[near] & IN_ROOM:
                    was_water = mark_junction(f, near)
                    # What becomes floor behind this tile is counted when it is looked at.
                    f.open_tiles += was_water and near < place
