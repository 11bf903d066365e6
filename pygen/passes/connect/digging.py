"""Corridors between rooms: their shapes, and how they are dug.

A corridor leads from a tile in one room to a tile in the other one, in three legs: level, upright
and level again, or the other way round. Tiles that it crosses become floor, and empty tiles beside
it become wall. Where it leaves the wall of one of its rooms, between two pieces of that wall, there
may be a door.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.around import ABOVE, BELOW, LEFT, RIGHT, read_around, wall_around
from pygen.engine.dungeon.generation import Generation
from pygen.passes.connect.parameters import Connect

LEVEL, UPRIGHT = 0, 1
"""The axes: the place of the column and of the row in a tile."""


@dataclass(eq=False)
class JoinedRoom:
    """A room: its number, and the upper left, the lower right and the middle tile of its floor. In
    a tree or a chain also the number of the room to which it is joined, and the distance to the
    tree."""

    number: int
    first: Tile
    last: Tile
    middle: Tile
    parent: int
    nearest: int


@dataclass
class Course:
    """The course of a corridor: its two ends, the axis of its first leg, and where it turns into
    its second leg: a column if the first leg is level, otherwise a row."""

    start: Tile
    end: Tile
    along: int
    turn: int


def course_along(along: int, start: Tile, end: Tile, turn: int) -> Course:
    """A course whose ends are given as places along the axis of its first leg, and across it."""
    if along == UPRIGHT:
        start, end = start[::-1], end[::-1]
    return Course(start, end, along, turn)


def choose_between(g: Generation[Any], low: int, high: int) -> int:
    """A random number from `low` to `high`, both included."""
    return low + g.random.below(high - low + 1)


def choose_off_walls(g: Generation[Any], axis: int, room: JoinedRoom, other: JoinedRoom) -> int:
    """A random column or row of a room. One in line with a wall of the other room is taken only if
    there is nothing else: a corridor along a wall would open it."""
    low, high = room.first[axis], room.last[axis]
    place = choose_between(g, low, high)
    if place in (other.first[axis] - 1, other.last[axis] + 1):
        return place + 1 if place < high else place - (low < high)
    return place


def gap_between(axis: int, one: JoinedRoom, other: JoinedRoom) -> int:
    """The distance of two rooms along an axis: from the last tile of one room to the first tile of
    the other; 0 if they have a column or row in common."""
    return max(0, other.first[axis] - one.last[axis], one.first[axis] - other.last[axis])


def face_rooms(g: Generation[Any], one: JoinedRoom, other: JoinedRoom) -> Course | None:
    """A straight corridor, if the rooms have a row or a column in common."""
    for along, across in ((LEVEL, UPRIGHT), (UPRIGHT, LEVEL)):
        low = max(one.first[across], other.first[across])
        high = min(one.last[across], other.last[across])
        if low <= high:
            place, end = choose_between(g, low, high), other.middle[along]
            return course_along(along, (one.middle[along], place), (end, place), end)
    return None


def bend_once(g: Generation[Any], one: JoinedRoom, other: JoinedRoom) -> Course:
    """A corridor with one corner: level first, or upright."""
    along, across = (LEVEL, UPRIGHT) if g.random.below(2) else (UPRIGHT, LEVEL)
    place = choose_off_walls(g, across, one, other)
    end = choose_off_walls(g, along, other, one)
    return course_along(along, (one.middle[along], place), (end, other.middle[across]), end)


def bend_twice(g: Generation[Any], one: JoinedRoom, other: JoinedRoom) -> Course:
    """A corridor with two corners, which turns in the middle between the rooms, along the axis on
    which they are farther apart."""
    gaps = gap_between(LEVEL, one, other), gap_between(UPRIGHT, one, other)
    along, across = (LEVEL, UPRIGHT) if gaps[LEVEL] >= gaps[UPRIGHT] else (UPRIGHT, LEVEL)
    place = choose_between(g, one.first[across], one.last[across])
    end = choose_between(g, other.first[across], other.last[across])
    turn = min(one.last[along], other.last[along]) + gaps[along] // 2
    return course_along(along, (one.middle[along], place), (other.middle[along], end), turn)


def plan_course(g: Generation[Any], p: Connect, one: JoinedRoom, other: JoinedRoom) -> Course:
    """The course of a corridor between two rooms."""
    if p.shape == "l":
        return bend_once(g, one, other)
    facing = face_rooms(g, one, other) if p.shape == "straight" else None
    return facing or bend_twice(g, one, other)


def is_in_wall(room: JoinedRoom, tile: Tile) -> bool:
    """Whether a tile that is not floor is in the walls of a room."""
    sides = zip(room.first, tile, room.last)
    return all(first - 1 <= place <= last + 1 for first, place, last in sides)


def may_have_door(g: Generation[Any], around: list[int], along: int) -> bool:
    """Whether a tile of a corridor that runs along an axis has walls on both sides."""
    sides = (ABOVE, BELOW) if along == LEVEL else (LEFT, RIGHT)
    return not any(around[side] in g.walkable for side in sides)


def find_goal(course: Course, leg: int, tile: Sequence[int]) -> tuple[int, int, int]:
    """The number of the first leg from `leg` on that leads on from a tile, its axis, and the column
    or row to which it leads. The number is 3 behind the last leg."""
    while leg != 3:
        axis = course.along ^ (leg == 1)
        goal = course.turn if leg == 0 else course.end[axis]
        if tile[axis] != goal:
            return leg, axis, goal
        leg += 1
    return leg, UPRIGHT, 0


def dig_course_tile(
    g: Generation[Any], p: Connect, rooms: tuple[JoinedRoom, JoinedRoom], tile: Tile,
    along: int | None,
) -> None:  # fmt: skip
    """Dig a tile of the corridor between two rooms. `along` is the axis along which the corridor
    runs there; None at a corner, where no door can be."""
    if g.tiles.get(*tile) in g.walkable:
        return
    around = read_around(g, *tile)
    code = g.codes["floor"]
    if (
        along is not None
        and any(is_in_wall(room, tile) for room in rooms)
        and may_have_door(g, around, along)
        and g.random.chance_of(p.doors)
    ):
        code = g.codes["door"]
    g.tiles.set(*tile, code)
    wall_around(g, *tile, around)


def dig_course(
    g: Generation[Any], p: Connect, one: JoinedRoom, other: JoinedRoom, course: Course
) -> Work:
    """Dig a corridor from one room to another tile by tile."""
    tile, leg, came_along = list(course.start), 0, course.along
    while leg != 3:
        yield "dig"
        leg, axis, goal = find_goal(course, leg, tile)
        is_corner = leg != 3 and axis != came_along
        x, y = tile
        dig_course_tile(g, p, (one, other), (x, y), None if is_corner else came_along)
        came_along = axis
        if leg != 3:
            tile[axis] += 1 if tile[axis] < goal else -1
    yield "dig"
