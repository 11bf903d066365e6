"""Junctions: the tiles of rooms beside which halls end."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, IN_ROOM, JUNCTION, MOAT, TERRAIN, WATER
from pygen.kinds.mystery.ground import Floor, Ground
from pygen.kinds.mystery.pace import PIECE, Pieces

IS_HALL = bytes(byte & (TERRAIN | IN_ROOM) == FLOOR for byte in range(256))
"""By the byte of a tile, whether it is floor outside rooms."""

IS_OPEN = bytes(byte & TERRAIN in (FLOOR, MOAT) for byte in range(256))
"""By the byte of a tile, whether it is open."""


def mark_junction(ground: Ground, place: int) -> bool:
    """Mark a tile of a room; True if it was water, which becomes floor."""
    was_water = ground[place] & TERRAIN == WATER
    if was_water:
        ground[place] = ground[place] & ~TERRAIN | FLOOR
    ground[place] |= JUNCTION
    return was_water


def find_hall(ground: Ground, y: int, x: int) -> tuple[int, int]:
    """Find the next tile of a hall in row `y`, from column `x` on, that has a tile of a room beside
    it.

    Returns the column of that tile, or the last column of the map if there is none, and the number
    of open tiles up to there.
    """
    width, first = ground.width, y * ground.width + x
    tiles = ground[first : first + width - 1 - x]
    halls = tiles.translate(IS_HALL)
    found = halls.find(True)
    while found >= 0:
        place = first + found
        beside = ground[place - 1] | ground[place + 1]
        beside |= ground[place - width] | ground[place + width]
        if beside & IN_ROOM:
            return x + found, tiles[: found + 1].translate(IS_OPEN).count(True)
        found = halls.find(True, found + 1)
    return width - 1, tiles.translate(IS_OPEN).count(True)


def mark_junctions(floor: Floor) -> Pieces:
    """Mark the tiles of rooms that have a tile of a hall beside them, and count what is open; a
    piece is a row. Water at a junction becomes floor."""
    ground, last = floor.ground, floor.width - 1
    floor.unreached = 0
    for y in range(1, floor.height - 1):
        if y != 1:
            yield PIECE
        x, opened = find_hall(ground, y, 1)
        floor.unreached += opened
        while x != last:
            place = y * floor.width + x
            for near in (place - 1, place - floor.width, place + 1, place + floor.width):
                if ground[near] & IN_ROOM:
                    was_water = mark_junction(ground, near)
                    # What becomes floor behind this tile is counted when it is looked at.
                    floor.unreached += was_water and near < place
            x, opened = find_hall(ground, y, x + 1)
            floor.unreached += opened
