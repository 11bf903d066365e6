"""The tiles that fit, for passes that pick among them: those with `where`, or a share of the floor.

Each tile is a bit: 1 if it can be walked on, does not look like a wall, and is where the pass wants
it. A tile is picked by its number among all that are left, and is left no longer. So a pass finds a
tile whenever there is one, however few there are. Whether something may lie there is seen when it
is picked. The twin is `c64src/core/population/fitting.h`.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.dead_ends import ends_in_row
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.engine.population.areas import count_of_rooms, room_area, wants_room
from pygen.engine.population.values import AT_DEAD_ENDS, IN_CORRIDORS, IN_ROOMS, ZONE_BITS

PACE = schedule("core/population")
EMPTIED = Piece("empty", PACE["fitting_emptied"], is_divisible=True)
MARKED = Piece("rooms", PACE["room_rows_marked"])


class Fitting:
    """The tiles that fit: `rows` of bits, how many there are in each row, and in all."""

    def __init__(self, plane: Plane) -> None:
        self.plane = plane
        self.rows = [0] * plane.height
        self.counts = [0] * plane.height
        self.count = 0


def mark_rooms(g: Generation[Any], purposes: int, fitting: Fitting) -> Work:
    """Mark the tiles of all rooms, or of those with these purposes."""
    yield EMPTIED.weighing(fitting.plane.row_bytes * fitting.plane.height)
    yield "empty"
    for number in range(count_of_rooms(g)):
        if not wants_room(g, number, purposes):
            yield MARKED
            continue
        left, top, width, height = room_area(g, number)
        for y in range(top, top + height):
            yield MARKED
            fitting.rows[y] |= ((1 << width) - 1) << left


def in_zones(g: Generation[Any], zones: int, y: int) -> int:
    """The tiles of a row that are in one of the zones that are wanted."""
    return sum(g.zones[zone][y] for zone, bit in ZONE_BITS.items() if zones & bit)


def fit_row(g: Generation[Any], part: int, zones: int, fitting: Fitting, y: int) -> None:
    """Find the tiles of a row that fit. Before, it has the tiles of rooms."""
    solid = fitting.plane.solid
    row = fitting.plane.all & ~solid[y]
    if part == AT_DEAD_ENDS and row:
        row = ends_in_row(solid[y - 1], solid[y], solid[y + 1])
    elif part == IN_ROOMS:
        row &= fitting.rows[y]
    elif part == IN_CORRIDORS:
        row &= ~fitting.rows[y]
    if zones:
        row &= in_zones(g, zones, y)
    fitting.rows[y] = row
    fitting.counts[y] = row.bit_count()
    fitting.count += row.bit_count()


def find_fitting(
    g: Generation[Any], part: int, zones: int, fitting: Fitting, purposes: int = 0
) -> Work:
    """Find all tiles that fit: in a part of the map (0: all of it), in zones (0: anywhere), and in
    rooms with some purposes (0: in all rooms)."""
    yield "begin"
    if part in (IN_ROOMS, IN_CORRIDORS):
        yield from mark_rooms(g, purposes, fitting)
        yield "rooms"
    plane = fitting.plane
    yield from read_plane_as_seen(plane)
    yield "read"
    piece = Piece("fit", max(1, PACE["fitting_bytes"] // plane.row_bytes))
    for y in range(plane.height):
        yield piece
        fit_row(g, part, zones, fitting, y)


def pick_fitting(g: Generation[Any], fitting: Fitting) -> Tile:
    """Pick one of the tiles that are left, of which there is one. One draw."""
    number = g.random.draw() % fitting.count
    y = 0
    while number >= fitting.counts[y]:
        number -= fitting.counts[y]
        y += 1
    row = fitting.rows[y]
    for _ in range(number):
        row &= row - 1
    tile = row & -row
    fitting.rows[y] ^= tile
    fitting.counts[y] -= 1
    fitting.count -= 1
    return tile.bit_length() - 1, y
