"""Neighbouring rooms become one, with the rectangle that covers both."""

from __future__ import annotations

from pygen.kinds.mystery.connections import is_inside, other_cell
from pygen.kinds.mystery.constants import AWAY, CONNECTED, EAST, LIVE, MERGED, NORTH, SOUTH, WEST
from pygen.kinds.mystery.ground import Floor, Work, cell_at
from pygen.kinds.mystery.numbers import draw_below, draw_percent
from pygen.kinds.mystery.rooms import open_room

MERGE_LINKS = (WEST, NORTH, EAST, SOUTH)


def merge_into(f: Floor, cell: int, other: int) -> None:
    """Let another cell have the rectangle that covers its room and this one's."""
    f.left[other] = min(f.left[cell], f.left[other])
    f.top[other] = min(f.top[cell], f.top[other])
    f.right[other] = max(f.right[cell], f.right[other])
    f.bottom[other] = max(f.bottom[cell], f.bottom[other])
    f.state[other] |= MERGED
    f.state[cell] = f.state[cell] & ~CONNECTED | MERGED | AWAY
    open_room(f, other)


def can_merge(f: Floor, cell: int) -> bool:
    """Whether a cell has a room that is linked and not merged yet."""
    return f.state[cell] & (LIVE | MERGED) == LIVE


def merge_room(f: Floor, x: int, y: int) -> None:
    """Let a cell's room merge by chance with a random neighbour."""
    if not draw_percent(f, f.g.parameters.rooms.merging) or not can_merge(f, cell_at(x, y)):
        return
    link = MERGE_LINKS[draw_below(f, 4)]
    if is_inside(f, x, y, link) and can_merge(f, other_cell(cell_at(x, y), link)):
        merge_into(f, cell_at(x, y), other_cell(cell_at(x, y), link))


def merge_pair(f: Floor, x: int, y: int, link: int) -> bool:
    """Let a cell's room merge by chance with its next one in a direction; whether it does."""
    if not is_inside(f, x, y, link) or not draw_percent(f, f.g.parameters.rooms.merging):
        return False
    cell, other = cell_at(x, y), other_cell(cell_at(x, y), link)
    if not can_merge(f, cell) or not can_merge(f, other):
        return False
    merge_into(f, cell, other)
    return True


def merge_pairs(f: Floor, x: int, y: int) -> None:
    """Let a cell's room merge by chance with the next one to the right, else with the next one
    below."""
    if not merge_pair(f, x, y, EAST):
        merge_pair(f, x, y, SOUTH)


def merge_rooms(f: Floor) -> Work:
    """Let each cell's room merge by chance with one of its neighbours; a piece is a cell."""
    has_pairs = f.g.parameters.variants.merging == "pairs"
    for x in range(f.across):
        for y in range(f.down):
            if has_pairs:
                merge_pairs(f, x, y)
            else:
                merge_room(f, x, y)
            yield


def merge_column(f: Floor) -> Work:
    """Merge the rooms of the middle column into one; a piece is a room."""
    merge_into(f, cell_at(1, 1), cell_at(1, 0))
    yield
    merge_into(f, cell_at(1, 2), cell_at(1, 0))
