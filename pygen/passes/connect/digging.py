"""Corridors between rooms: their shapes, and how they are dug.

A corridor leads from a tile in one room to a tile in the other one, in three legs: level, upright
and level again, or the other way round. Tiles that it crosses become floor, and empty tiles beside
it become wall. Where it leaves the wall of one of its rooms, between two pieces of that wall, there
may be a door.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.around import ABOVE, BELOW, LEFT, RIGHT, read_around, wall_around
from pygen.engine.dungeon.generation import Generation
from pygen.passes.connect.parameters import Connect


@dataclass
class Joined:
    """The rooms: their first and last columns and rows, and their middles; in a tree or a chain,
    also the room to which each is joined, and the distance to it."""

    left: list[int] = field(default_factory=list)
    top: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    bottom: list[int] = field(default_factory=list)
    x: list[int] = field(default_factory=list)
    y: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    nearest: list[int] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of rooms."""
        return len(self.x)


@dataclass
class Course:
    """The course of a corridor: its two ends, whether its first leg is level, and the position of
    its second leg: a column if the first leg is level, otherwise a row."""

    x: int
    y: int
    end_x: int
    end_y: int
    is_level: bool
    turn: int


def choose_between(g: Generation[Any], low: int, high: int) -> int:
    """A random number from `low` to `high`, both included."""
    return low + g.random.below(high - low + 1)


def choose_off_walls(
    g: Generation[Any], low: int, high: int, other_low: int, other_high: int
) -> int:
    """A random column or row of a room. One in line with a wall of the other room is taken only if
    there is nothing else: a corridor along a wall would open it."""
    place = choose_between(g, low, high)
    if place in (other_low - 1, other_high + 1):
        return place + 1 if place < high else place - (low < high)
    return place


def gap_between(low: int, high: int, other_low: int, other_high: int) -> int:
    """The distance of two rooms along one axis: from the last tile of one room to the first tile of
    the other; 0 if they have a column or row in common."""
    if other_low > high:
        return other_low - high
    return low - other_high if low > other_high else 0


def face_rooms(g: Generation[Any], rooms: Joined, one: int, other: int) -> Course | None:
    """A straight corridor, if the rooms have a row or a column in common."""
    low = max(rooms.top[one], rooms.top[other])
    high = min(rooms.bottom[one], rooms.bottom[other])
    if low <= high:
        y = choose_between(g, low, high)
        return Course(rooms.x[one], y, rooms.x[other], y, True, rooms.x[other])
    low = max(rooms.left[one], rooms.left[other])
    high = min(rooms.right[one], rooms.right[other])
    if low <= high:
        x = choose_between(g, low, high)
        return Course(x, rooms.y[one], x, rooms.y[other], False, rooms.y[other])
    return None


def bend_once(g: Generation[Any], rooms: Joined, one: int, other: int) -> Course:
    """A corridor with one corner: level first, or upright."""
    left, right = rooms.left, rooms.right
    top, bottom = rooms.top, rooms.bottom
    if g.random.below(2):
        y = choose_off_walls(g, top[one], bottom[one], top[other], bottom[other])
        end = choose_off_walls(g, left[other], right[other], left[one], right[one])
        return Course(rooms.x[one], y, end, rooms.y[other], True, end)
    x = choose_off_walls(g, left[one], right[one], left[other], right[other])
    end = choose_off_walls(g, top[other], bottom[other], top[one], bottom[one])
    return Course(x, rooms.y[one], rooms.x[other], end, False, end)


def bend_twice(g: Generation[Any], rooms: Joined, one: int, other: int) -> Course:
    """A corridor with two corners, which turns in the middle between the rooms, along the axis on
    which they are farther apart."""
    left, right = rooms.left, rooms.right
    top, bottom = rooms.top, rooms.bottom
    across = gap_between(left[one], right[one], left[other], right[other])
    down = gap_between(top[one], bottom[one], top[other], bottom[other])
    if across >= down:
        y = choose_between(g, top[one], bottom[one])
        end = choose_between(g, top[other], bottom[other])
        turn = min(right[one], right[other]) + across // 2
        return Course(rooms.x[one], y, rooms.x[other], end, True, turn)
    x = choose_between(g, left[one], right[one])
    end = choose_between(g, left[other], right[other])
    turn = min(bottom[one], bottom[other]) + down // 2
    return Course(x, rooms.y[one], end, rooms.y[other], False, turn)


def plan_course(g: Generation[Any], p: Connect, rooms: Joined, one: int, other: int) -> Course:
    """The course of a corridor between two rooms."""
    if p.shape == "l":
        return bend_once(g, rooms, one, other)
    facing = face_rooms(g, rooms, one, other) if p.shape == "straight" else None
    return facing or bend_twice(g, rooms, one, other)


def is_in_wall(rooms: Joined, room: int, x: int, y: int) -> bool:
    """Whether a tile that is not floor is in the walls of a room."""
    if not rooms.left[room] <= x + 1 <= rooms.right[room] + 2:
        return False
    return rooms.top[room] <= y + 1 <= rooms.bottom[room] + 2


def may_have_door(g: Generation[Any], around: list[int], is_level: bool) -> bool:
    """Whether a tile of a corridor has walls on both sides; `is_level` says how it runs."""
    sides = (ABOVE, BELOW) if is_level else (LEFT, RIGHT)
    return not any(around[side] in g.walkable for side in sides)


def find_goal(course: Course, leg: int, x: int, y: int) -> tuple[int, bool, int]:
    """The number of the first leg from `leg` on that leads on from a tile, whether that leg is
    level, and the column or row to which it leads. The number is 3 behind the last leg."""
    while leg != 3:
        goes_level = course.is_level != (leg == 1)
        goal = course.end_x if goes_level else course.end_y
        if leg == 0:
            goal = course.turn
        if (x if goes_level else y) != goal:
            return leg, goes_level, goal
        leg += 1
    return leg, False, 0


def dig_course_tile(
    g: Generation[Any], p: Connect, rooms: Joined, pair: tuple[int, int], place: tuple[int, int],
    door_is_level: bool | None,
) -> None:  # fmt: skip
    """Dig a tile of the corridor between a pair of rooms. `door_is_level` says whether the corridor
    is level there; None at a corner, where no door can be."""
    x, y = place
    if g.tiles.get(x, y) in g.walkable:
        return
    around = read_around(g, x, y)
    tile = g.codes["floor"]
    if (
        door_is_level is not None
        and (is_in_wall(rooms, pair[0], x, y) or is_in_wall(rooms, pair[1], x, y))
        and may_have_door(g, around, door_is_level)
        and g.random.chance_of(p.doors)
    ):
        tile = g.codes["door"]
    g.tiles.set(x, y, tile)
    wall_around(g, x, y, around)


def dig_course(g: Generation[Any], p: Connect, rooms: Joined, one: int, other: int) -> Work:
    """Dig a corridor from one room to another: its course is planned, then dug tile by tile."""
    course = plan_course(g, p, rooms, one, other)
    x, y, leg = course.x, course.y, 0
    came_level = course.is_level
    while leg != 3:
        yield "dig"
        leg, goes_level, goal = find_goal(course, leg, x, y)
        is_corner = leg != 3 and came_level != goes_level
        door_is_level = None if is_corner else came_level
        dig_course_tile(g, p, rooms, (one, other), (x, y), door_is_level)
        came_level = goes_level
        if leg != 3 and goes_level:
            x += 1 if x < goal else -1
        elif leg != 3:
            y += 1 if y < goal else -1
    yield "dig"
