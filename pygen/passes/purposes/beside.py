"""Rooms that are beside others: those that a corridor joins to them by the records, or where there
are no such records those whose rectangles stand side by side.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import Rectangle, place_area
from pygen.passes.purposes.constants import SIDE_BY_SIDE

MARKED = Piece("mark", schedule("passes/purposes")["rooms_marked"])


def gap(start: int, size: int, other_start: int, other_size: int) -> int:
    """How many tiles are between two spans; -1 if they have one in common."""
    if other_start >= start + size:
        return other_start - start - size
    if start >= other_start + other_size:
        return start - other_start - other_size
    return -1


def stand_side_by_side(one: Rectangle, other: Rectangle) -> bool:
    """Whether two rectangles face each other, and are not far apart."""
    across = gap(one[0], one[2], other[0], other[2])
    down = gap(one[1], one[3], other[1], other[3])
    return min(across, down) < 0 and max(across, down) <= SIDE_BY_SIDE


def mark_beside(g: Generation[Any], marks: list[int], room: int, mark: int) -> Work:
    """Give a mark to all rooms beside a room."""
    if g.rooms:
        for end in g.rooms[room].connections:
            marks[end.room] |= mark
        return
    area = place_area(g, room)
    for other in range(len(g.places)):
        yield MARKED
        if stand_side_by_side(area, place_area(g, other)):
            marks[other] |= mark
