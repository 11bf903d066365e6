"""The halls between linked cells."""

from __future__ import annotations

from itertools import pairwise

from pygen.kinds.mystery.constants import FLOOR, NORTH, SOUTH, WEST
from pygen.kinds.mystery.grid import Cell, Place, opposite
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PIECE, Pieces


def prepare_links(floor: Floor) -> Pieces:
    """Take over the links that have to be dug: none of cells that are not valid, or to outside. A
    piece is a row."""
    for row in floor.grid.rows:
        if row[0].y:
            yield PIECE
        for cell in row:
            inner = (link for link in cell.links if floor.grid.beside(cell, link))
            cell.to_dig = set(inner) if cell.is_valid else set()


def inner_column(floor: Floor, cell: Cell) -> int:
    """The column at which a hall leaves a cell: a random inner one of its room, or its anchor's."""
    if not cell.has_room:
        return cell.rect.left
    return cell.rect.left + 1 + floor.numbers.below(cell.rect.width - 2)


def inner_row(floor: Floor, cell: Cell) -> int:
    """The row at which a hall leaves a cell: a random inner one of its room, or its anchor's."""
    if not cell.has_room:
        return cell.rect.top
    return cell.rect.top + 1 + floor.numbers.below(cell.rect.height - 2)


def inner_tile(floor: Floor, cell: Cell) -> Place:
    """The column and the row at which halls leave a cell."""
    x = inner_column(floor, cell)
    return x, inner_row(floor, cell)


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
    room, lines, goal = cell.rect, cell.bounds, other.rect
    if link == NORTH:
        bend = bend_line(floor, lines.top, goal.bottom, room.top)
        first, last = room.top, goal.bottom - 1
    elif link == SOUTH:
        bend = bend_line(floor, lines.bottom - 1, room.bottom, goal.top)
        first, last = room.bottom - 1, goal.top
    elif link == WEST:
        # It ends at the far side of the other room, but stops where it meets that room.
        bend = bend_line(floor, lines.left, goal.right, room.left)
        first, last = room.left, goal.left - 1
    else:
        bend = bend_line(floor, lines.right - 1, room.right, goal.left)
        first, last = room.right - 1, goal.left
    points = [(start, first), (start, bend), (end, bend), (end, last)]
    if link >= WEST:
        points = [(x, y) for y, x in points]
    dig_hall(floor, points)


def dig_link(floor: Floor, cell: Cell, link: int, inner: Place) -> None:
    """Dig the hall of a link from a tile within the cell, if the cell at its other end is valid."""
    other = floor.grid.beside(cell, link)
    assert other, "links to outside were left out"
    if other.is_valid and link < WEST:
        dig_between(floor, cell, other, link, inner[0], inner_column(floor, other))
    elif other.is_valid:
        dig_between(floor, cell, other, link, inner[1], inner_row(floor, other))
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
