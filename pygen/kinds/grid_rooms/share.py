"""Connections served by an existing corridor: `connect: rules`, document 004's older variant."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.kinds.grid_rooms.corridors import (
    LEFT,
    RIGHT,
    SHARED,
    TOP,
    WINDING,
    Corridor,
    End,
    Geometry,
    Rectangle,
    span,
)
from pygen.kinds.grid_rooms.parameters import GridRooms


def share_corridor(
    g: Generation[GridRooms],
    geometry: Geometry,
    corridors: list[Corridor],
    inside: int,
    outside: int,
) -> Corridor | None:
    """Join `outside` to `inside` by a corridor that `inside` has already, if one is near enough.

    The rule: a straight spur of at most `spur_length` tiles leads from a wall of `outside` that
    faces `inside` to the corridor (of no tiles, if the corridor passes right before the door).
    The connection's corner is the tile where the spur meets the corridor.
    """
    for corridor in corridors:
        if corridor.kind in (WINDING, SHARED):
            continue
        if corridor.first.room == inside:
            first = corridor.first
        elif corridor.second.room == inside:
            first = corridor.second
        else:
            continue
        for wall in geometry.facing_walls(outside, inside):
            second = geometry.door(outside, wall)
            length = spur_to(second, corridor.runs, g.parameters.corridors.spur_length)
            if length is None:
                continue
            join = second.beyond(length + 1)
            runs = [span(second.beyond(1), second.beyond(length))] if length else []
            if all(geometry.is_clear(run) for run in runs):
                return Corridor(first, second, SHARED, [join], runs)
    return None


def spur_to(door: End, runs: list[Rectangle], most: int) -> int | None:
    """Tiles between a door and the nearest of the runs straight before it; None beyond `most`."""
    x, y = door.beyond(1)
    nearest = None
    for left, top, right, bottom in runs:
        if door.wall in (LEFT, RIGHT):
            if not top <= y <= bottom:
                continue
            length = left - x if door.wall == RIGHT else x - right
            passed = x > right if door.wall == RIGHT else x < left
        else:
            if not left <= x <= right:
                continue
            length = y - bottom if door.wall == TOP else top - y
            passed = y < top if door.wall == TOP else y > bottom
        if passed:
            continue
        length = max(0, length)
        if length <= most and (nearest is None or length < nearest):
            nearest = length
    return nearest
