"""The drawing of rooms and corridors: all walls first, so that no wall can seal a floor.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.bsp.constants import NO_DOOR
from pygen.kinds.bsp.corridors import Corridor, Halls, beside_wall
from pygen.kinds.bsp.pace import PACE, rows_at_once, slices_at_once
from pygen.kinds.bsp.parameters import Bsp

WALL = Piece("doors", PACE["doors_at_once"])

Rectangle = tuple[int, int, int, int]
"""The first column, the first row, the last column and the last row."""


def runs_of(corridor: Corridor) -> Iterator[Rectangle]:
    """The runs of a corridor from door to door, one for each of its legs."""
    here = [corridor.x[0], corridor.y[0]]
    axis = 0 if corridor.is_level else 1
    for run in range(corridor.kind + 1):
        goal = (corridor.x, corridor.y)[axis][1] if run else corridor.turn
        before = list(here)
        here[axis] = goal
        left, right = sorted((before[0], here[0]))
        top, bottom = sorted((before[1], here[1]))
        yield left, top, right, bottom
        axis ^= 1


def next_rectangle(g: Generation[Bsp], halls: Halls) -> Iterator[Rectangle]:
    """The floors of all rooms, then the runs of all corridors."""
    for room in g.rooms:
        yield room.x, room.y, room.x + room.w - 1, room.y + room.h - 1
    for corridor in halls.corridors:
        yield from runs_of(corridor)


def draw_rectangles(g: Generation[Bsp], halls: Halls, tile: int) -> Work:
    """Draw all floors or, one tile wider all round, all walls, in slices of a few rows."""
    slices = Piece("draw", slices_at_once(g.parameters.map))
    for left, top, right, bottom in next_rectangle(g, halls):
        if tile == g.codes["wall"]:
            left, top, right, bottom = left - 1, top - 1, right + 1, bottom + 1
        width = right - left + 1
        rows = rows_at_once(g.parameters.map, (width - 1 & ~7) + 8)
        for start in range(top, bottom + 1, rows):
            yield slices
            g.tiles.fill(left, start, width, min(rows, bottom + 1 - start), tile)


def draw_doors(g: Generation[Bsp], halls: Halls) -> Work:
    """Put doors into the openings of walls, each by chance; the others stay open."""
    for room, wall in product(range(len(g.rooms)), range(4)):
        yield WALL
        place = halls.doors[room][wall]
        if place != NO_DOOR and g.random.chance_of(g.parameters.doors.chance):
            beside = beside_wall(g.rooms[room], wall)
            at = (beside, place) if wall < TOP else (place, beside)
            g.tiles.set(*at, g.codes["door"])
