"""Neighbouring rooms become one, with the rectangle that covers both."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.connections import is_inside
from pygen.kinds.mystery.ground import (
    AWAY,
    CONNECTED,
    EAST,
    LINK_X,
    LINK_Y,
    MERGED,
    NORTH,
    ROOM,
    SOUTH,
    VALID,
    WEST,
    Floor,
    at,
)
from pygen.kinds.mystery.numbers import draw_below, draw_percent
from pygen.kinds.mystery.rooms import open_room

MERGE_LINKS = (WEST, NORTH, EAST, SOUTH)


def merge_rooms(f: Floor) -> Steps:
    """Let each cell's room merge by chance with one of its neighbours; a cell is a step."""
    for x in range(f.across):
        for y in range(f.down):
            if x or y:
                yield "merge"
            if not draw_percent(f, f.g.parameters.rooms.merging) or not can_merge(f, at(x, y)):
                continue
            link = MERGE_LINKS[draw_below(f, 4)]
            if is_inside(f, x, y, link):
                other = at(x + LINK_X[link], y + LINK_Y[link])
                if can_merge(f, other):
                    merge_into(f, at(x, y), other)


def can_merge(f: Floor, cell: int) -> bool:
    """Whether a cell has a room that is linked and not merged yet."""
    needed = VALID | ROOM | CONNECTED
    return f.state[cell] & (needed | MERGED) == needed


def merge_into(f: Floor, cell: int, other: int) -> None:
    """Let another cell have the rectangle that covers its room and this one's."""
    f.left[other] = min(f.left[cell], f.left[other])
    f.top[other] = min(f.top[cell], f.top[other])
    f.right[other] = max(f.right[cell], f.right[other])
    f.bottom[other] = max(f.bottom[cell], f.bottom[other])
    f.state[other] |= MERGED
    f.state[cell] = f.state[cell] & ~CONNECTED | MERGED | AWAY
    open_room(f, other)


def merge_column(f: Floor) -> Steps:
    """Merge the rooms of the middle column into one."""
    merge_into(f, at(1, 1), at(1, 0))
    yield "merge"
    merge_into(f, at(1, 2), at(1, 0))
