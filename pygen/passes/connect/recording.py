"""The corridors in the records of rooms, for passes that come later.

The openings of a corridor are the first tile outside one room and the last one outside the other.
Corners inside the rooms do not count.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import LEFT, TOP, Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.recording import Opening, has_free_slot, write_corridor
from pygen.passes.connect.digging import (
    LEVEL,
    UPRIGHT,
    Course,
    JoinedRoom,
    dig_course,
    plan_course,
)
from pygen.passes.connect.parameters import Connect


def points_of(course: Course) -> tuple[Tile, Tile, Tile, Tile]:
    """Where a corridor begins, where it turns into its second and into its third leg, and where it
    ends. Some of these points may be equal."""
    if course.along == LEVEL:
        turns = (course.turn, course.start[UPRIGHT]), (course.turn, course.end[UPRIGHT])
    else:
        turns = (course.start[LEVEL], course.turn), (course.end[LEVEL], course.turn)
    return course.start, *turns, course.end


def is_on_floor(room: JoinedRoom, tile: Tile) -> bool:
    """Whether a tile is in the rectangle of a room."""
    return all(low <= at <= high for low, at, high in zip(room.first, tile, room.last))


def opening_of(room: JoinedRoom, axis: int, outside: Tile) -> Opening:
    """The opening of a room on a leg along an axis, by a tile of the leg that is outside."""
    is_behind = outside[axis] > room.last[axis]
    line = room.last[axis] + 1 if is_behind else room.first[axis] - 1
    x, y = (line, outside[UPRIGHT]) if axis == LEVEL else (outside[LEVEL], line)
    return Opening(room.number, x, y, (LEFT if axis == LEVEL else TOP) + is_behind)


def record_course(g: Generation[Any], course: Course, one: JoinedRoom, other: JoinedRoom) -> None:
    """Write a corridor into the records of both rooms, if each has a free slot; else count it."""
    if not has_free_slot(g, one.number) or not has_free_slot(g, other.number):
        g.leave_out(0)
        return
    points = points_of(course)
    leg = next(leg for leg in range(3) if not is_on_floor(one, points[leg + 1]))
    last = next(leg for leg in (2, 1, 0) if not is_on_floor(other, points[leg]))
    first = opening_of(one, course.along ^ (leg == 1), points[leg + 1])
    second = opening_of(other, course.along ^ (last == 1), points[last])
    # Without a second leg the third one goes on in the same direction.
    corners = points[leg + 1 : last + 1] if points[1] != points[2] else ()
    write_corridor(g, first, second, len(corners), corners)


def join_two(g: Generation[Any], p: Connect, one: JoinedRoom, other: JoinedRoom) -> Work:
    """Join two rooms: the course of a corridor is planned, perhaps recorded, and then dug."""
    course = plan_course(g, p, one, other)
    if p.records:
        record_course(g, course, one, other)
    yield from dig_course(g, p, one, other, course)
