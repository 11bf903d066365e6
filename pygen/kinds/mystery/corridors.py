"""The halls between linked cells."""

from __future__ import annotations

from itertools import pairwise

from pygen.kinds.mystery.constants import EAST, FLOOR, SOUTH, WEST
from pygen.kinds.mystery.grid import Cell, Place, opposite
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PIECE, Pieces


def prepare_links(floor: Floor) -> Pieces:
    """Note the links whose halls have to be dug: all links of valid cells, except those that lead
    outside the grid. A piece is a row of cells."""
    for row in floor.grid.rows:
        if row[0].y:
            yield PIECE
        for cell in row:
            inner = (link for link in cell.links if floor.grid.beside(cell, link))
            cell.to_dig = set(inner) if cell.is_valid else set()


def inner_line(floor: Floor, cell: Cell, axis: int) -> int:
    """The column (axis 0) or the row (axis 1) at which a hall leaves a cell: a random inner one of
    the cell's room, or the one of its anchor."""
    first, behind = cell.rect[axis::2]
    return first + 1 + floor.numbers.below(behind - first - 2) if cell.has_room else first


def inner_tile(floor: Floor, cell: Cell) -> Place:
    """The column and the row at which halls leave a cell."""
    x = inner_line(floor, cell, 0)
    return x, inner_line(floor, cell, 1)


def bend_line(floor: Floor, line: int, first: int, behind: int) -> int:
    """The column or row in which a hall bends.

    By default it is `line`, which lies between the cells. A variant draws any line between both
    rooms that is beside neither of them: the left or upper room ends before `first`, the other one
    begins at `behind`.
    """
    if floor.parameters.variants.bends == "lines" or behind < first + 3:
        return line
    return first + 1 + floor.numbers.below(behind - first - 2)


def dig_hall(floor: Floor, points: list[Place]) -> None:
    """Dig a hall from the first point straight to each next one; the last one is not dug. The hall
    ends where it meets floor, except at its first tile."""
    is_first = True
    for (x, y), (end_x, end_y) in pairwise(points):
        while x != end_x or y != end_y:
            if not floor.ground.is_floor(x, y):
                floor.ground.set_terrain(x, y, FLOOR)
            elif not is_first:
                return
            is_first = False
            x += (end_x > x) - (end_x < x)
            y += (end_y > y) - (end_y < y)


def dig_between(floor: Floor, cell: Cell, other: Cell, link: int, start: int, end: int) -> None:
    """Dig a hall from a cell's edge to its neighbour's; it bends between them.

    `start` and `end` are its columns if it leads up or down, else its rows.
    """
    axis = 1 if link < WEST else 0
    room_first, room_behind = cell.rect[axis::2]
    goal_first, goal_behind = other.rect[axis::2]
    first_line, behind_line = cell.bounds[axis::2]
    if link in (SOUTH, EAST):
        bend = bend_line(floor, behind_line - 1, room_behind, goal_first)
        first, last = room_behind - 1, goal_first
    else:
        bend = bend_line(floor, first_line, goal_behind, room_first)
        # To the left, the last tile is at the far side of the other room: the hall stops before,
        # where it meets that room.
        first, last = room_first, (goal_first if link == WEST else goal_behind) - 1
    points = [(start, first), (start, bend), (end, bend), (end, last)]
    if axis == 0:
        points = [(x, y) for y, x in points]
    dig_hall(floor, points)


def dig_link(floor: Floor, cell: Cell, link: int, inner: Place) -> None:
    """Dig the hall of a link from a tile within the cell, if the cell at its other end is valid."""
    other = floor.grid.beside(cell, link)
    assert other, "links to outside were left out"
    if other.is_valid:
        axis = 0 if link < WEST else 1
        dig_between(floor, cell, other, link, inner[axis], inner_line(floor, other, axis))
    cell.to_dig.discard(link)
    other.to_dig.discard(opposite(link))
    cell.is_connected = other.is_connected = True


def dig_corridors(floor: Floor) -> Pieces:
    """Dig the halls of all links, column by column; a piece is a cell, or a hall, which is long."""
    for cell in floor.grid.by_columns:
        last = PIECE
        if cell.is_valid:
            inner = inner_tile(floor, cell)
            while cell.to_dig:
                yield LONG
                dig_link(floor, cell, min(cell.to_dig), inner)
                last = LONG
        yield last
