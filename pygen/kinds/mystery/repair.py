"""Rooms that no hall reaches: they get one, or are filled."""

from __future__ import annotations

from pygen.kinds.mystery.connections import is_inside, other_cell
from pygen.kinds.mystery.constants import (
    AWAY,
    CONNECTED,
    IN_ROOM,
    MERGED,
    ROOM,
    TERRAIN,
    VALID,
    WEST,
)
from pygen.kinds.mystery.corridors import dig_between, inner_column, inner_row
from pygen.kinds.mystery.ground import LONG, Floor, Work, begin_cell_area, cell_at


def is_unconnected(f: Floor, cell: int) -> bool:
    """Whether no hall leads to a cell."""
    return f.state[cell] & (VALID | CONNECTED | AWAY) == VALID


def connect_room(f: Floor, x: int, y: int) -> None:
    """Dig a hall from a room to the first neighbour that is connected and not merged."""
    inner_x = inner_column(f, cell_at(x, y))
    inner_y = inner_row(f, cell_at(x, y))
    for link in range(4):
        if not is_inside(f, x, y, link):
            continue
        other = other_cell(cell_at(x, y), link)
        if f.state[other] & (VALID | CONNECTED | MERGED) != VALID | CONNECTED:
            continue
        # Both are drawn, although only one is needed.
        other_x = inner_column(f, other)
        other_y = inner_row(f, other)
        if link < WEST:
            dig_between(f, x, y, link, inner_x, other_x)
        else:
            dig_between(f, x, y, link, inner_y, other_y)
        f.state[cell_at(x, y)] |= CONNECTED
        return


def fill_cell(f: Floor, cell: int) -> None:
    """Begin to fill a room or an anchor with wall again."""
    begin_cell_area(f, cell, ~(TERRAIN | IN_ROOM) & 0xFF, 0)


def repair_cells(f: Floor) -> Work:
    """Connect each room that is not with a neighbour that is; a piece is a cell, or a hall, which
    is long."""
    for x in range(f.across):
        for y in range(f.down):
            is_long = False
            if is_unconnected(f, cell_at(x, y)):
                if f.state[cell_at(x, y)] & ROOM:
                    yield LONG
                    connect_room(f, x, y)
                    is_long = LONG
                else:
                    fill_cell(f, cell_at(x, y))
            yield is_long


def fill_cells(f: Floor) -> Work:
    """Fill all rooms and anchors that are still not connected; a piece is a cell."""
    for y in range(f.down):
        for x in range(f.across):
            if is_unconnected(f, cell_at(x, y)):
                fill_cell(f, cell_at(x, y))
            yield
