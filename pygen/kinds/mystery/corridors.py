"""The halls between linked cells."""

from __future__ import annotations

from pygen.kinds.mystery.connections import other_cell
from pygen.kinds.mystery.constants import CONNECTED, EAST, FLOOR, NORTH, ROOM, SOUTH, VALID, WEST
from pygen.kinds.mystery.ground import LINK_BIT, LONG, Floor, Work, cell_at, is_floor, set_terrain
from pygen.kinds.mystery.numbers import draw_below


def prepare_links(f: Floor) -> Work:
    """Take over the links that have to be dug: none of cells that are not valid, or to outside. A
    piece is a row."""
    for y in range(f.down):
        if y:
            yield
        for x in range(f.across):
            links = f.links[cell_at(x, y)]
            if x == 0:
                links &= ~LINK_BIT[WEST]
            if y == 0:
                links &= ~LINK_BIT[NORTH]
            if x == f.across - 1:
                links &= ~LINK_BIT[EAST]
            if y == f.down - 1:
                links &= ~LINK_BIT[SOUTH]
            if not f.state[cell_at(x, y)] & VALID:
                links = 0
            f.todo[cell_at(x, y)] = links


def inner_column(f: Floor, cell: int) -> int:
    """A column within a room, not its first or last one; that of an anchor."""
    if not f.state[cell] & ROOM:
        return f.left[cell]
    return f.left[cell] + 1 + draw_below(f, f.right[cell] - f.left[cell] - 2)


def inner_row(f: Floor, cell: int) -> int:
    """A row within a room, not its first or last one; that of an anchor."""
    if not f.state[cell] & ROOM:
        return f.top[cell]
    return f.top[cell] + 1 + draw_below(f, f.bottom[cell] - f.top[cell] - 2)


def dig_down(f: Floor, x: int, y: int, end_x: int, end_y: int, line: int) -> None:
    """Dig from (x, y) up or down to the line, along it, and on to (end_x, end_y)."""
    if not dig_leg(f, x, y, x, line, True):
        return
    if not dig_leg(f, x, line, end_x, line, y == line):
        return
    dig_leg(f, end_x, line, end_x, end_y, x == end_x and y == line)


def dig_across(f: Floor, x: int, y: int, end_x: int, end_y: int, line: int) -> None:
    """The same to the left or right."""
    if not dig_leg(f, x, y, line, y, True):
        return
    if not dig_leg(f, line, y, line, end_y, x == line):
        return
    dig_leg(f, line, end_y, end_x, end_y, x == line and y == end_y)


def bend_line(f: Floor, line: int, first: int, behind: int) -> int:
    """The line at which a hall bends: that between the cells, or a random one between the rooms, of
    which the first is that before `first`, and the other one begins at `behind`. It is beside
    neither of them."""
    if f.g.parameters.variants.bends == "lines" or behind < first + 3:
        return line
    return first + 1 + draw_below(f, behind - first - 2)


def dig_between(f: Floor, x: int, y: int, link: int, start: int, end: int) -> None:
    """Dig a hall from a cell's edge to its neighbour's; it bends between them.

    `start` and `end` are its columns if it leads up or down, else its rows.
    """
    cell, other = cell_at(x, y), other_cell(cell_at(x, y), link)
    if link == NORTH:
        line = bend_line(f, f.lines_y[y], f.bottom[other], f.top[cell])
        dig_down(f, start, f.top[cell], end, f.bottom[other] - 1, line)
    elif link == SOUTH:
        line = bend_line(f, f.lines_y[y + 1] - 1, f.bottom[cell], f.top[other])
        dig_down(f, start, f.bottom[cell] - 1, end, f.top[other], line)
    elif link == WEST:
        # It ends at the far side of the other room, but stops where it meets that room.
        line = bend_line(f, f.lines_x[x], f.right[other], f.left[cell])
        dig_across(f, f.left[cell], start, f.left[other] - 1, end, line)
    elif link == EAST:
        line = bend_line(f, f.lines_x[x + 1] - 1, f.right[cell], f.left[other])
        dig_across(f, f.right[cell] - 1, start, f.left[other], end, line)


def dig_link(f: Floor, x: int, y: int, link: int, inner_x: int, inner_y: int) -> None:
    """Dig the hall of a link, if there is a cell at its other end."""
    cell, other = cell_at(x, y), other_cell(cell_at(x, y), link)
    if f.state[other] & VALID:
        if link < WEST:
            dig_between(f, x, y, link, inner_x, inner_column(f, other))
        else:
            dig_between(f, x, y, link, inner_y, inner_row(f, other))
    f.todo[cell] &= ~LINK_BIT[link]
    f.todo[other] &= ~LINK_BIT[link ^ 1]
    f.state[cell] |= CONNECTED
    f.state[other] |= CONNECTED


def first_link(f: Floor, cell: int) -> int:
    """The first of the links of a cell that have still to be dug."""
    return next(link for link in range(4) if f.todo[cell] & LINK_BIT[link])


def dig_corridors(f: Floor) -> Work:
    """Dig the halls of all links, column by column; a piece is a cell, or a hall, which is long."""
    for x in range(f.across):
        for y in range(f.down):
            cell, is_long = cell_at(x, y), False
            if f.state[cell] & VALID:
                inner_x = inner_column(f, cell)
                inner_y = inner_row(f, cell)
                while f.todo[cell]:
                    yield LONG
                    dig_link(f, x, y, first_link(f, cell), inner_x, inner_y)
                    is_long = LONG
            yield is_long


def dig_leg(f: Floor, x: int, y: int, end_x: int, end_y: int, is_start: bool) -> bool:
    """Dig a straight line up to a tile, which is excluded; False if it met floor before.

    Floor at its first tile does not count where the hall starts, as `is_start` says.
    """
    while x != end_x or y != end_y:
        if is_floor(f, x, y):
            if not is_start:
                return False
        else:
            set_terrain(f, x, y, FLOOR)
        is_start = False
        x += (end_x > x) - (end_x < x)
        y += (end_y > y) - (end_y < y)
    return True
