"""Corridors: where they may run, and the shapes that are tried for a pair of rooms.

A corridor runs from a door in the middle of one room's wall to such a door of another room. All
decisions are made on rectangles: a run of floor tiles must not touch any room's floor or wall.
Rooms are at least three tiles apart and corridors never take a wall tile of a room, so a corridor
cannot cross a door or a third room. As all floors are drawn after all walls, it cannot seal
another corridor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from pygen.engine.constants import L_SHAPED, STRAIGHT, Z_SHAPED
from pygen.engine.definition.pace import ANEW, Finding, Piece
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.pace import PACE
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import Rectangle

LEG = Piece("other Z", PACE["legs_at_once"], is_done=True)

Point = tuple[int, int]


@dataclass(frozen=True)
class End:
    """One end of a corridor: the door (x, y) in the wall `wall` of `room`."""

    room: int
    x: int
    y: int
    wall: int


@dataclass(frozen=True)
class Corridor:
    """A corridor between two ends: its turns from the first end on, and its floor in runs.

    A winding corridor has no runs. Its two corners are the tiles outside its doors, between which
    it is routed when it is drawn.
    """

    first: End
    second: End
    kind: int
    corners: list[Point]
    runs: list[Rectangle]


@dataclass(frozen=True)
class Pair:
    """Two rooms that are to be joined: one in the tree, one outside; `bars` are the rooms that may
    be in the way."""

    inside: int
    outside: int
    bars: list[int]


class Geometry:
    """The rooms as corridors see them: their centres, and their rings of walls.

    A ring is the columns of the left and right wall and the rows of the upper and lower wall, in
    the order of the sides.
    """

    def __init__(self, g: Generation[GridRooms]) -> None:
        self.centres = [room.centre for room in g.rooms]
        self.rings = [(r.x - 1, r.x + r.w, r.y - 1, r.y + r.h) for r in g.rooms]
        self.by_rules = g.parameters.connect == "rules"
        self.divisor = g.parameters.corridors.first_leg_divisor
        self.last_x, self.last_y = g.tiles.width - 2, g.tiles.height - 2


def place_door(geometry: Geometry, room: int, wall: int) -> End:
    """A door in the middle of a room's wall."""
    (x, y), line = geometry.centres[room], geometry.rings[room][wall]
    return End(room, line, y, wall) if wall < TOP else End(room, x, line, wall)


def beyond_door(end: End, tiles: int) -> Point:
    """The tile that lies `tiles` tiles outside a door."""
    step = tiles if end.wall in (RIGHT, BOTTOM) else -tiles
    return (end.x + step, end.y) if end.wall < TOP else (end.x, end.y + step)


def spot_is_interior(geometry: Geometry, x: int, y: int) -> bool:
    """Whether a tile is not at the map's edge."""
    return 1 <= x <= geometry.last_x and 1 <= y <= geometry.last_y


def wall_faces(geometry: Geometry, room: int, wall: int, other: int) -> bool:
    """Whether a door in a wall of `room` leads towards the middle of `other`: whether the wall is
    before the middle's column for a left or right wall, or its row for another wall.
    """
    x, y = geometry.centres[other]
    line, goal = geometry.rings[room][wall], x if wall < TOP else y
    return goal > line if wall in (RIGHT, BOTTOM) else goal < line


def find_facing_walls(geometry: Geometry, a: int, b: int) -> tuple[int, int]:
    """The walls of room `a` that face room `b`: first the wall along the larger distance.

    Left or right comes first only if that distance is strictly larger.
    """
    (ax, ay), (bx, by) = geometry.centres[a], geometry.centres[b]
    across = RIGHT if bx > ax else LEFT
    down = BOTTOM if by > ay else TOP
    return (across, down) if abs(bx - ax) > abs(by - ay) else (down, across)


def find_bars(geometry: Geometry, inside: int, outside: int) -> list[int]:
    """The rooms that may bar a corridor between two others.

    A corridor never leaves the rectangle between the middles of its rooms, and never touches these
    two rooms.
    """
    (x0, y0), (x1, y1) = geometry.centres[inside], geometry.centres[outside]
    low_x, high_x, low_y, high_y = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return [
        room
        for room, (left, right, top, bottom) in enumerate(geometry.rings)
        if right >= low_x and left <= high_x and bottom >= low_y and top <= high_y
        if room not in (inside, outside)
    ]


def add_runs(points: list[Point]) -> list[Rectangle]:
    """The tiles of the rows and columns between each point and the next one, both included."""
    return [
        (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        for (x0, y0), (x1, y1) in pairwise(points)
    ]


def runs_are_clear(geometry: Geometry, bars: Iterable[int], runs: list[Rectangle]) -> bool:
    """Whether all runs keep out of the rooms that may bar them, and of their walls."""
    for room in bars:
        ring_left, ring_right, ring_top, ring_bottom = geometry.rings[room]
        for left, top, right, bottom in runs:
            is_beside = left > ring_right or right < ring_left
            if not is_beside and top <= ring_bottom and bottom >= ring_top:
                return False
    return True


def corridor_if_clear(
    geometry: Geometry, pair: Pair, ends: tuple[End, End], kind: int, corners: list[Point]
) -> Corridor | None:
    """The corridor through these corners if every tile of it is clear, else None."""
    first, second = ends
    runs = add_runs([beyond_door(first, 1), *corners, beyond_door(second, 1)])
    if not runs_are_clear(geometry, pair.bars, runs):
        return None
    return Corridor(first, second, kind, corners, runs)


def place_doors(geometry: Geometry, pair: Pair, wall: int, other_wall: int) -> tuple[End, End]:
    """The doors in a wall of the room inside and in a wall of the room outside."""
    first = place_door(geometry, pair.inside, wall)
    return first, place_door(geometry, pair.outside, other_wall)


def dig_straight(geometry: Geometry, pair: Pair, wall: int) -> Corridor | None:
    """One segment between rooms whose centres share a row or column."""
    across = int(wall < TOP)
    if geometry.centres[pair.inside][across] != geometry.centres[pair.outside][across]:
        return None
    ends = place_doors(geometry, pair, wall, wall ^ 1)
    return corridor_if_clear(geometry, pair, ends, STRAIGHT, [])


def dig_l(geometry: Geometry, pair: Pair, wall: int, across: int) -> Corridor | None:
    """Two segments: out of the inside room's `wall`, then into the other room's wall.

    The other room's wall is the one that faces back along the other axis. Both segments must lead
    outward from their doors, so that the corner lies outside both rooms.
    """
    if not wall_faces(geometry, pair.inside, wall, pair.outside):
        return None
    if not wall_faces(geometry, pair.outside, across ^ 1, pair.inside):
        return None
    first, second = place_doors(geometry, pair, wall, across ^ 1)
    corner = (second.x, first.y) if wall < TOP else (first.x, second.y)
    return corridor_if_clear(geometry, pair, (first, second), L_SHAPED, [corner])


def place_opposite_doors(geometry: Geometry, pair: Pair, wall: int) -> tuple[tuple[End, End], int]:
    """Doors in the inside room's `wall` and in the other room's wall opposite, and their distance.

    The distance is in tiles along that axis, 0 if the doors do not face each other.
    """
    first, second = place_doors(geometry, pair, wall, wall ^ 1)
    distance = second.x - first.x if wall < TOP else second.y - first.y
    return (first, second), max(0, distance if wall & 1 else -distance)


def preferred_leg(geometry: Geometry, distance: int) -> int:
    """The first leg of a Z between doors at this distance: a part of it, rounded down, at least 1.

    With `connect: rules` it reaches as far as the row or column just outside b's door.
    """
    if geometry.by_rules:
        return max(1, distance - 1)
    return max(1, distance // geometry.divisor)


def dig_z(geometry: Geometry, pair: Pair, ends: tuple[End, End], leg: int) -> Corridor | None:
    """Three segments between doors in opposite walls, the first one `leg` tiles long.

    The leg is shorter than the distance of the doors. If the doors are in line there is no Z.
    """
    first, second = ends
    turn = x, y = beyond_door(first, leg)
    next_turn = (x, second.y) if first.wall < TOP else (second.x, y)
    if turn == next_turn:
        return None
    return corridor_if_clear(geometry, pair, ends, Z_SHAPED, [turn, next_turn])


def dig_corridor(geometry: Geometry, inside: int, outside: int) -> Finding[Corridor | None]:
    """The first allowed corridor from the inside room to the outside one, or None.

    Tried in this order: straight; L from either of the inside room's walls that face the other; Z
    with the preferred first leg from either wall; Z with every first leg from either wall.
    Yields between these steps.
    """
    near, far = walls = find_facing_walls(geometry, inside, outside)
    pair = Pair(inside, outside, find_bars(geometry, inside, outside))
    corridor = (
        dig_straight(geometry, pair, near)
        or dig_l(geometry, pair, near, far)
        or dig_l(geometry, pair, far, near)
    )
    if corridor:
        return corridor
    yield "straight, L"
    doors = [place_opposite_doors(geometry, pair, wall) for wall in walls]
    for ends, distance in doors:
        leg = preferred_leg(geometry, distance)
        if leg < distance:
            corridor = dig_z(geometry, pair, ends, leg)
            if corridor:
                return corridor
    yield "Z"
    for ends, distance in doors:
        yield ANEW
        for leg in range(1, distance):
            corridor = dig_z(geometry, pair, ends, leg)
            if corridor:
                return corridor
            yield LEG
    return None
