"""Winding corridors: the last resort, for a room that no corridor of two or three segments joins.

A winding corridor exists for every pair of rooms. It is routed anew each time it is drawn, so that
it needs no memory for its turns.
"""

from __future__ import annotations

from pygen.engine.constants import NO_ROOM, WINDING
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.corridors import (
    Corridor,
    End,
    Geometry,
    Point,
    beyond_door,
    find_facing_walls,
    place_door,
    spot_is_interior,
)
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import draw_runs


def open_door(geometry: Geometry, room: int, other: int) -> End:
    """The first door of `room` with ground before it: the facing walls, then their opposites."""
    near, far = find_facing_walls(geometry, room, other)
    for wall in (near, far, far ^ 1):
        end = place_door(geometry, room, wall)
        if spot_is_interior(geometry, *beyond_door(end, 1)):
            return end
    return place_door(geometry, room, near ^ 1)


def dig_winding_corridor(geometry: Geometry, a: int, b: int) -> Corridor:
    """A corridor of any number of turns from room `a` to room `b`."""
    first, second = open_door(geometry, a, b), open_door(geometry, b, a)
    ends = [beyond_door(first, 1), beyond_door(second, 1)]
    return Corridor(first, second, WINDING, ends, [])


def wind_to(g: Generation[GridRooms], position: list[int], axis: int, to: int, tile: int) -> None:
    """Draw the tiles from `position` to the column (axis 0) or row (axis 1) `to`, and go there."""
    before = list(position)
    position[axis] = to
    left, right = sorted((before[0], position[0]))
    top, bottom = sorted((before[1], position[1]))
    draw_runs(g, [(left, top, right, bottom)], tile)


def room_on_way(geometry: Geometry, position: list[int], goal: Point, axis: int) -> int:
    """The first room on the way along an axis to the goal's column or row; NO_ROOM if none.

    A way to the left or up is seen in a mirror, where coordinate n is 255 - n: there it leads to
    the right or down, too.
    """
    here, there, across = position[axis], goal[axis], position[axis ^ 1]
    is_mirrored = there < here
    if is_mirrored:
        here, there = 255 - here, 255 - there
    first, end = NO_ROOM, there + 1
    for room, ring in enumerate(geometry.rings):
        low, high, side, other_side = ring if axis == 0 else (*ring[2:], *ring[:2])
        if not side <= across <= other_side:
            continue
        low = 255 - high if is_mirrored else low
        if here < low < end:
            first, end = room, low
    return first


def draw_winding(
    g: Generation[GridRooms], geometry: Geometry, start: Point, goal: Point, tile: int
) -> Work:
    """Draw a winding corridor from `start` to `goal`, as walls or as floor.

    It runs along the row of `start` to the goal's column, then along that column, and around every
    room in its way. The ground next to a room's walls is always free: rooms are at least three
    tiles apart, and the spec forbids rooms that reach across the map.
    """
    position = list(start)
    for axis in (0, 1):
        while (room := room_on_way(geometry, position, goal, axis)) != NO_ROOM:
            ring = geometry.rings[room]
            low, high, side, other_side = ring if axis == 0 else (*ring[2:], *ring[:2])
            front, back = low - 1, high + 1
            if goal[axis] < position[axis]:
                front, back = back, front
            aside = side - 1
            kept = position[axis ^ 1]
            is_beside_goal = low <= goal[axis] <= high
            if is_beside_goal:
                # Pass the room on the goal's side.
                back = goal[axis]
            if goal[axis ^ 1] > aside if is_beside_goal else aside == 0:
                aside = other_side + 1
            wind_to(g, position, axis, front, tile)
            wind_to(g, position, axis ^ 1, aside, tile)
            wind_to(g, position, axis, back, tile)
            if axis != 0:
                wind_to(g, position, 0, kept, tile)
            yield "draw"
        wind_to(g, position, axis, goal[axis], tile)
