"""Connections that use an existing corridor: only with `connect: rules`, the older rules."""

from __future__ import annotations

from pygen.engine.constants import SHARED, WINDING
from pygen.engine.definition.pace import Finding
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.corridors import (
    Corridor,
    End,
    Geometry,
    add_runs,
    beyond_door,
    find_facing_walls,
    place_door,
    runs_are_clear,
)
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import Rectangle


def spur_to(door: End, runs: list[Rectangle], most: int) -> int | None:
    """Tiles between a door and the nearest of the runs straight before it; None beyond `most`."""
    x, y = beyond_door(door, 1)
    lengths = []
    for left, top, right, bottom in runs:
        near, far, is_ahead = {
            LEFT: (x - right, x - left, top <= y <= bottom),
            RIGHT: (left - x, right - x, top <= y <= bottom),
            TOP: (y - bottom, y - top, left <= x <= right),
            BOTTOM: (top - y, bottom - y, left <= x <= right),
        }[door.wall]
        if is_ahead and far >= 0 and near <= most:
            lengths.append(max(0, near))
    return min(lengths, default=None)


def spur_if_clear(geometry: Geometry, first: End, second: End, length: int) -> Corridor | None:
    """A spur of `length` tiles from the door `second`, or None if it is not clear.

    `first` is the end of the corridor that it joins. The only corner is the tile where they meet.
    """
    runs: list[Rectangle] = []
    if length != 0:
        runs = add_runs([beyond_door(second, 1), beyond_door(second, length)])
        if not runs_are_clear(geometry, range(len(geometry.rings)), runs):
            return None
    return Corridor(first, second, SHARED, [beyond_door(second, length + 1)], runs)


def share_corridor(
    g: Generation[GridRooms],
    geometry: Geometry,
    corridors: list[Corridor],
    inside: int,
    outside: int,
) -> Finding[Corridor | None]:
    """Join `outside` to `inside` by a corridor that `inside` already has, or None.

    Yields after every corridor of `inside`.

    The rule: a straight spur of at most `spur_length` tiles leads from a wall of `outside` that
    faces `inside` to the corridor (of no tiles if the corridor passes directly before the door).
    """
    for corridor in corridors:
        ends = corridor.first, corridor.second
        first = next((end for end in ends if end.room == inside), None)
        if not first or corridor.kind in (WINDING, SHARED):
            continue
        for wall in find_facing_walls(geometry, outside, inside):
            second = place_door(geometry, outside, wall)
            length = spur_to(second, corridor.runs, g.parameters.corridors.spur_length)
            if length is None:
                continue
            shared = spur_if_clear(geometry, first, second, length)
            if shared is not None:
                return shared
        yield "share"
    return None
