"""A new corridor: its course, and whether the ground there is free.

Its shape is one of those that kinds dig: straight, an L, or a Z. It leads through rock that touches
nothing but rock, so it meets no other corridor.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import STEPS, TOP, Tile
from pygen.engine.dungeon.around import read_around
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.recording import Opening
from pygen.engine.dungeon.rooms import Room
from pygen.passes.loops.constants import LEAST_GAP, STRAIGHT_OF
from pygen.passes.loops.parameters import Loops
from pygen.passes.loops.ways import PACE

TESTED = Piece("test", PACE["loop_tiles_tested"])
SLICE = PACE["loop_rows_drawn"]

LEVEL, UPRIGHT = 0, 1
"""The axes: the place of the column and of the row in a tile."""


@dataclass(frozen=True)
class Course:
    """The course of a corridor: its two openings, and its corners, two at most, from the first
    opening on. The number of corners is its type in the records."""

    first: Opening
    second: Opening
    corners: list[Tile]

    @property
    def points(self) -> list[Tile]:
        """The openings, and the corners between them."""
        first, second = self.first, self.second
        return [(first.x, first.y), *self.corners, (second.x, second.y)]

    @property
    def legs(self) -> list[tuple[Tile, Tile]]:
        """Both ends of each leg of the corridor, without the openings."""
        return [*pairwise([beyond(self.first), *self.corners, beyond(self.second)])]


def beyond(end: Opening) -> Tile:
    """The tile outside an opening."""
    across, down = STEPS[end.wall]
    return end.x + across, end.y + down


def tiles_of(course: Course) -> Iterator[Tile]:
    """All tiles of a course between its openings."""
    x, y = beyond(course.first)
    yield x, y
    for _, (goal_x, goal_y) in course.legs:
        while (x, y) != (goal_x, goal_y):
            x += (goal_x > x) - (goal_x < x)
            y += (goal_y > y) - (goal_y < y)
            yield x, y


def loop_span(room: Room, axis: int) -> tuple[int, int]:
    """The first and the last column of a room's floor, or row."""
    return (room.x, room.x + room.w - 1) if axis == LEVEL else (room.y, room.y + room.h - 1)


def loop_gap(room: Room, other: Room, axis: int) -> int:
    """The number of tiles between the floors of two rooms along an axis; 0 if they have a column or
    row in common."""
    (low, high), (other_low, other_high) = loop_span(room, axis), loop_span(other, axis)
    return max(0, other_low - high - 1, low - other_high - 1)


def tile_at(axis: int, place: int, across: int) -> Tile:
    """The tile at a place along an axis and a place along the other one."""
    return (place, across) if axis == LEVEL else (across, place)


def place_opening(g: Generation[Any], number: int, other: int, axis: int, across: int) -> Opening:
    """The opening in the wall of a room that faces another room along an axis, at a place across
    that axis."""
    (low, high), other_low = loop_span(g.rooms[number], axis), loop_span(g.rooms[other], axis)[0]
    is_behind = other_low > high
    x, y = tile_at(axis, high + 1 if is_behind else low - 1, across)
    return Opening(number, x, y, 2 * axis + is_behind)


def choose_loop_place(g: Generation[Any], low: int, high: int) -> int:
    """A random number from `low` to `high`, both included."""
    return low + g.random.below(high - low + 1)


def bend_loop(g: Generation[Any], one: int, other: int, along: int) -> Course:
    """A random L, which leaves the first room along an axis and comes to the other one along the
    other axis."""
    across = along ^ 1
    place = choose_loop_place(g, *loop_span(g.rooms[one], across))
    goal = choose_loop_place(g, *loop_span(g.rooms[other], along))
    first = place_opening(g, one, other, along, place)
    second = place_opening(g, other, one, across, goal)
    return Course(first, second, [tile_at(along, goal, place)])


def cross_loop(g: Generation[Any], one: int, other: int, along: int) -> Course:
    """A random straight corridor or Z along an axis. Where the rooms face each other it is straight
    except for one of STRAIGHT_OF times."""
    across = along ^ 1
    (low, high), (other_low, other_high) = (loop_span(g.rooms[n], across) for n in (one, other))
    last, start = min(high, other_high), max(low, other_low)
    if start <= last and g.random.below(STRAIGHT_OF):
        place = goal = choose_loop_place(g, start, last)
    else:
        place = choose_loop_place(g, low, high)
        goal = choose_loop_place(g, other_low, other_high)
    first = place_opening(g, one, other, along, place)
    second = place_opening(g, other, one, along, goal)
    if place == goal:
        return Course(first, second, [])
    ends = (first.x, second.x) if along == LEVEL else (first.y, second.y)
    turn = choose_loop_place(g, min(ends) + 1, max(ends) - 1)
    return Course(first, second, [tile_at(along, turn, place), tile_at(along, turn, goal)])


def plan_loop(g: Generation[Any], one: int, other: int) -> Course:
    """A random course between two rooms, with LEAST_GAP tiles or more between their floors."""
    level, upright = (loop_gap(g.rooms[one], g.rooms[other], axis) for axis in (LEVEL, UPRIGHT))
    if not level or not upright:
        return cross_loop(g, one, other, LEVEL if level else UPRIGHT)
    along, bends = g.random.below(2), g.random.below(2)
    if bends or (upright if along else level) < LEAST_GAP:
        return bend_loop(g, one, other, along)
    return cross_loop(g, one, other, along)


def may_be_opened(g: Generation[Any], end: Opening) -> bool:
    """Whether a wall may be opened: there is ground on its inside, and no treasure in this wall of
    the room."""
    across, down = STEPS[end.wall ^ 1]
    if g.tiles.get(end.x, end.y) != g.codes["wall"]:
        return False
    if g.tiles.get(end.x + across, end.y + down) not in g.ground:
        return False
    treasure = g.rooms[end.room].treasure_wall
    axis = UPRIGHT if end.wall >= TOP else LEVEL
    return treasure is None or treasure[axis] != (end.x, end.y)[axis]


def rock_is_free(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile is rock that touches nothing but rock. An empty tile never does: there are
    walls around all that is no rock."""
    code, rock = g.tiles.get(x, y), (g.codes["empty"], g.codes["wall"])
    if code != g.codes["wall"]:
        return code == g.codes["empty"]
    return all(other in rock for other in read_around(g, x, y))


def loop_is_clear(g: Generation[Any], course: Course) -> Finding[bool]:
    """Whether all tiles of a course between its openings are free."""
    for tile in tiles_of(course):
        yield TESTED
        if not rock_is_free(g, *tile):
            return False
    return True


def draw_legs(g: Generation[Any], course: Course, margin: int, tile: int) -> Work:
    """Draw all legs of a corridor, so many tiles wider on all sides, in slices of a few rows."""
    for ends in course.legs:
        xs, ys = zip(*ends)
        left, right = min(xs) - margin, max(xs) + margin
        top, behind = min(ys) - margin, max(ys) + margin + 1
        for row in range(top, behind, SLICE):
            yield "draw"
            g.tiles.fill(left, row, right - left + 1, min(SLICE, behind - row), tile)


def dig_loop(g: Generation[Any], p: Loops, course: Course) -> Work:
    """Dig a corridor: its walls, its floor, and its openings, with doors by chance."""
    yield from draw_legs(g, course, 1, g.codes["wall"])
    yield from draw_legs(g, course, 0, g.codes["floor"])
    yield "draw"
    for end in (course.first, course.second):
        name = "door" if g.random.chance_of(p.doors) else "floor"
        g.tiles.set(end.x, end.y, g.codes[name])
