"""The corridors in the records of rooms, as a judge reads them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

Tile = tuple[int, int]
OUTWARD = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}
CORNERS_OF_TYPE = (0, 1, 2, 2, 1)

End = tuple[int, int, Tile, int, tuple[Tile, ...]]
"""An end of a corridor: the other room, the type, the door, its wall, and the corners."""


def ends_of(room: Mapping[str, Any]) -> list[End]:
    """The ends of all corridors in a room's record."""
    found = []
    for slot in range(room["connections"]):
        one, door = room["conn_data"][slot], room["doors"][slot]
        corners = room["breakpoints"][slot][: CORNERS_OF_TYPE[one["corridor_type"]]]
        turns = tuple((corner["x"], corner["y"]) for corner in corners)
        place = door["x"], door["y"]
        found.append((one["room_id"], one["corridor_type"], place, door["wall_side"], turns))
    return found


def walls_of(room: Mapping[str, Any], wall: int) -> set[Tile]:
    """The tiles of a wall of a room in which a door may be."""
    x, y, w, h = room["x"], room["y"], room["w"], room["h"]
    if wall < 2:
        return {((x - 1, x + w)[wall], y + n) for n in range(h)}
    return {(x + n, (y - 1, y + h)[wall - 2]) for n in range(w)}


def course_of(end: End, far: End) -> list[Tile]:
    """All tiles of a corridor from door to door."""
    points = [end[2], *end[4], far[2]]
    assert len(end[4]) == end[1] <= 2, "a type that is not that of its corners"
    tiles = [points[0]]
    for (x, y), (goal_x, goal_y) in itertools.pairwise(points):
        if (x, y) == (goal_x, goal_y):
            continue
        assert (x == goal_x) != (y == goal_y), "a leg that is not straight"
        length = abs(goal_x - x) + abs(goal_y - y)
        across, down = (goal_x - x) // length, (goal_y - y) // length
        tiles += [(x + n * across, y + n * down) for n in range(1, length + 1)]
    assert len(set(tiles)) == len(tiles), "a corridor that crosses itself"
    return tiles
