"""Rooms that no hall reaches: they get one, or are filled."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.connections import is_inside
from pygen.kinds.mystery.corridors import dig_between, inner_column, inner_row
from pygen.kinds.mystery.ground import (
    AWAY,
    CONNECTED,
    EAST,
    IN_ROOM,
    LINK_X,
    LINK_Y,
    MERGED,
    NORTH,
    ROOM,
    SOUTH,
    TERRAIN,
    VALID,
    WEST,
    Floor,
    at,
    set_rectangle,
)

REPAIR_LINKS = (NORTH, SOUTH, WEST, EAST)


def repair_cells(f: Floor) -> Steps:
    """Connect each room that is not with a neighbour that is, then fill what remains; a cell is
    a step."""
    for x in range(f.across):
        for y in range(f.down):
            if f.state[at(x, y)] & (VALID | CONNECTED | AWAY) == VALID:
                if f.state[at(x, y)] & ROOM:
                    connect_room(f, x, y)
                else:
                    fill_cell(f, at(x, y))
                yield "repair"
    for y in range(f.down):
        for x in range(f.across):
            if f.state[at(x, y)] & (VALID | CONNECTED | AWAY) == VALID:
                fill_cell(f, at(x, y))
                yield "fill"


def connect_room(f: Floor, x: int, y: int) -> None:
    """Dig a hall from a room to the first neighbour that is connected and not merged."""
    inner_x = inner_column(f, at(x, y))
    inner_y = inner_row(f, at(x, y))
    for link in REPAIR_LINKS:
        if not is_inside(f, x, y, link):
            continue
        other = at(x + LINK_X[link], y + LINK_Y[link])
        if f.state[other] & (VALID | CONNECTED | MERGED) != VALID | CONNECTED:
            continue
        # Both are drawn, although only one is needed.
        other_x, other_y = inner_column(f, other), inner_row(f, other)
        if link in (NORTH, SOUTH):
            dig_between(f, x, y, link, inner_x, other_x)
        else:
            dig_between(f, x, y, link, inner_y, other_y)
        f.state[at(x, y)] |= CONNECTED
        return


def fill_cell(f: Floor, cell: int) -> None:
    """Fill a room or an anchor with wall again."""
    kept = ~(TERRAIN | IN_ROOM) & 0xFF
    set_rectangle(f, f.left[cell], f.top[cell], f.right[cell], f.bottom[cell], kept, 0)
