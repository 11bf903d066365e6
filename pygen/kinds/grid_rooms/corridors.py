"""Corridors: where they may run, and the shapes that are tried for a pair of rooms.

A corridor runs from a door in the middle of one room's wall to such a door of another room. All
decisions are made on rectangles: a run of floor tiles must not touch any room's floor or wall.
Rooms are at least three tiles apart and corridors never take a wall tile of a room, so a corridor
cannot run over a door or into a third room, and as floors are drawn after walls it cannot seal
another corridor.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from pygen.engine.generation import Generation
from pygen.kinds.grid_rooms.parameters import GridRooms

LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3
STRAIGHT, L_SHAPED, Z_SHAPED, WINDING, SHARED = 0, 1, 2, 3, 4

# left, top, right, bottom, all of them part of it
Rectangle = tuple[int, int, int, int]
Point = tuple[int, int]


@dataclass(frozen=True)
class End:
    """One end of a corridor: the door (x, y) in the wall `wall` of `room`."""

    room: int
    x: int
    y: int
    wall: int

    @property
    def is_horizontal(self) -> bool:
        """Does a corridor leave this door to the left or right."""
        return self.wall < TOP

    def beyond(self, tiles: int) -> Point:
        """The tile so many tiles outside the door."""
        if self.wall == LEFT:
            return self.x - tiles, self.y
        if self.wall == RIGHT:
            return self.x + tiles, self.y
        return (self.x, self.y - tiles) if self.wall == TOP else (self.x, self.y + tiles)

    def faces(self, x: int, y: int) -> bool:
        """Does a step out of this door lead towards the column (or row) of a point."""
        if self.wall == LEFT:
            return x < self.x
        if self.wall == RIGHT:
            return x > self.x
        return y < self.y if self.wall == TOP else y > self.y


@dataclass(frozen=True)
class Corridor:
    """A corridor between two ends: its turns from the first end on, and its floor in runs."""

    first: End
    second: End
    kind: int
    corners: list[Point]
    runs: list[Rectangle]


class Geometry:
    """The rooms as corridors see them."""

    def __init__(self, g: Generation[GridRooms]) -> None:
        self.centres = [room.centre for room in g.rooms]
        self.rings = [(r.x - 1, r.y - 1, r.x + r.w, r.y + r.h) for r in g.rooms]
        self.by_rules = g.parameters.connect == "rules"
        self.divisor = g.parameters.corridors.first_leg_divisor
        self.last_x, self.last_y = g.tiles.width - 2, g.tiles.height - 2

    def door(self, room: int, wall: int) -> End:
        """The place of a door in the middle of a room's wall."""
        left, top, right, bottom = self.rings[room]
        x, y = self.centres[room]
        if wall < TOP:
            return End(room, left if wall == LEFT else right, y, wall)
        return End(room, x, top if wall == TOP else bottom, wall)

    def facing_walls(self, a: int, b: int) -> tuple[int, int]:
        """The walls of room `a` that face room `b`: first along the larger axis of distance.

        Left or right comes first only if that distance is strictly larger.
        """
        (ax, ay), (bx, by) = self.centres[a], self.centres[b]
        across = RIGHT if bx > ax else LEFT
        down = BOTTOM if by > ay else TOP
        return (across, down) if abs(bx - ax) > abs(by - ay) else (down, across)

    def is_clear(self, run: Rectangle) -> bool:
        """Does a run of floor keep out of all rooms and their walls."""
        left, top, right, bottom = run
        for ring_left, ring_top, ring_right, ring_bottom in self.rings:
            if (
                left <= ring_right
                and right >= ring_left
                and top <= ring_bottom
                and bottom >= ring_top
            ):
                return False
        return True


def dig_corridor(geometry: Geometry, a: int, b: int) -> Corridor | None:
    """The first allowed corridor from room `a` to room `b`, or None.

    Tried in this order: straight; L from either of a's walls that face b; Z with the preferred
    first leg from either of them; Z with every first leg from either of them.
    """
    walls = geometry.facing_walls(a, b)
    corridor = dig_straight(geometry, a, b, walls[0])
    if corridor is None:
        corridor = dig_l(geometry, a, b, walls[0], walls[1])
    if corridor is None:
        corridor = dig_l(geometry, a, b, walls[1], walls[0])
    for wall in walls:
        if corridor is None:
            corridor = dig_z(geometry, a, b, wall, preferred_leg(geometry, a, b, wall))
    for wall in walls:
        leg = 1
        while corridor is None and leg < door_distance(geometry, a, b, wall):
            corridor = dig_z(geometry, a, b, wall, leg)
            leg += 1
    return corridor


def dig_straight(geometry: Geometry, a: int, b: int, wall: int) -> Corridor | None:
    """One segment between rooms whose centres share a row or column."""
    first, second = geometry.door(a, wall), geometry.door(b, wall ^ 1)
    if first.is_horizontal:
        if first.y != second.y:
            return None
    elif first.x != second.x:
        return None
    return lay(geometry, first, second, STRAIGHT, [])


def dig_l(geometry: Geometry, a: int, b: int, wall: int, other_wall: int) -> Corridor | None:
    """Two segments: out of a's `wall`, then into b's wall that faces back along the other axis.

    Both must lead outward from their doors, so that the corner lies outside both rooms.
    """
    first, second = geometry.door(a, wall), geometry.door(b, other_wall ^ 1)
    corner = (second.x, first.y) if first.is_horizontal else (first.x, second.y)
    if not first.faces(*corner) or not second.faces(*corner):
        return None
    return lay(geometry, first, second, L_SHAPED, [corner])


def door_distance(geometry: Geometry, a: int, b: int, wall: int) -> int:
    """Tiles from the door in a's `wall` to b's door opposite, along that axis; 0 if not facing."""
    first, second = geometry.door(a, wall), geometry.door(b, wall ^ 1)
    if not first.faces(second.x, second.y):
        return 0
    return abs(second.x - first.x) if first.is_horizontal else abs(second.y - first.y)


def preferred_leg(geometry: Geometry, a: int, b: int, wall: int) -> int:
    """The first leg of a Z: a third of the distance, rounded down, at least 1.

    By the older rules it reaches as far as the row or column just outside b's door.
    """
    distance = door_distance(geometry, a, b, wall)
    if geometry.by_rules:
        return max(1, distance - 1)
    return max(1, distance // geometry.divisor)


def dig_z(geometry: Geometry, a: int, b: int, wall: int, leg: int) -> Corridor | None:
    """Three segments between doors that face each other, the first one `leg` tiles long."""
    if leg >= door_distance(geometry, a, b, wall):
        return None
    first, second = geometry.door(a, wall), geometry.door(b, wall ^ 1)
    x, y = first.beyond(leg)
    if first.is_horizontal:
        if first.y == second.y:
            return None
        return lay(geometry, first, second, Z_SHAPED, [(x, y), (x, second.y)])
    if first.x == second.x:
        return None
    return lay(geometry, first, second, Z_SHAPED, [(x, y), (second.x, y)])


def lay(
    geometry: Geometry, first: End, second: End, kind: int, corners: list[Point]
) -> Corridor | None:
    """The corridor through these corners if every tile of it is clear, else None."""
    points = [first.beyond(1), *corners, second.beyond(1)]
    runs = [span(start, end) for start, end in pairwise(points)]
    for run in runs:
        if not geometry.is_clear(run):
            return None
    return Corridor(first, second, kind, corners, runs)


def span(start: Point, end: Point) -> Rectangle:
    """The tiles of a row or column between two points."""
    (x0, y0), (x1, y1) = start, end
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


# ---------------------------------------------------------------------------- the last resort


def dig_winding_corridor(geometry: Geometry, a: int, b: int) -> Corridor:
    """A corridor of any number of turns, which exists for any pair of rooms.

    It runs along the row of a's door to the column of b's door, then along that column, and
    around every room in its way. The ground next to a room's walls is always free: rooms are at
    least three tiles apart, and the spec forbids rooms that reach across the map.
    """
    first, second = open_door(geometry, a, b), open_door(geometry, b, a)
    start, goal = first.beyond(1), second.beyond(1)
    runs = [span(start, start)]
    corner = wind_across(geometry, start, goal, runs)
    wind_down(geometry, corner, goal, runs)
    return Corridor(first, second, WINDING, [start, goal], runs)


def open_door(geometry: Geometry, room: int, other: int) -> End:
    """The first door of `room` with ground before it: the facing walls, then their opposites."""
    near, far = geometry.facing_walls(room, other)
    for wall in (near, far, far ^ 1):
        end = geometry.door(room, wall)
        x, y = end.beyond(1)
        if 1 <= x <= geometry.last_x and 1 <= y <= geometry.last_y:
            return end
    return geometry.door(room, near ^ 1)


def wind_across(geometry: Geometry, start: Point, goal: Point, runs: list[Rectangle]) -> Point:
    """Run from `start` to the column of `goal`, past all rooms; the point that was reached."""
    x, y = start
    while x != goal[0]:
        ring = ring_in_row(geometry, y, x, goal[0])
        if ring is None:
            runs.append(span((x, y), (goal[0], y)))
            return goal[0], y
        left, top, right, bottom = ring
        front, back = (left - 1, right + 1) if goal[0] > x else (right + 1, left - 1)
        runs.append(span((x, y), (front, y)))
        if left <= goal[0] <= right:
            back = goal[0]
            row = top - 1 if goal[1] < top else bottom + 1
        else:
            row = top - 1 if top > 1 else bottom + 1
        runs.append(span((front, y), (front, row)))
        runs.append(span((front, row), (back, row)))
        x, y = back, row
    return x, y


def wind_down(geometry: Geometry, start: Point, goal: Point, runs: list[Rectangle]) -> None:
    """Run from `start` to `goal` in the same column, around all rooms."""
    x, y = start
    while y != goal[1]:
        ring = ring_in_column(geometry, x, y, goal[1])
        if ring is None:
            runs.append(span((x, y), goal))
            return
        left, top, right, bottom = ring
        front, back = (top - 1, bottom + 1) if goal[1] > y else (bottom + 1, top - 1)
        column = left - 1 if left > 1 else right + 1
        runs.append(span((x, y), (x, front)))
        runs.append(span((x, front), (column, front)))
        runs.append(span((column, front), (column, back)))
        runs.append(span((column, back), (x, back)))
        y = back


def ring_in_row(geometry: Geometry, y: int, x: int, goal: int) -> Rectangle | None:
    """The first room, walls included, in row `y` on the way from column `x` to `goal`."""
    found = None
    for ring in geometry.rings:
        left, top, right, bottom = ring
        if not top <= y <= bottom:
            continue
        if goal > x:
            if x < left <= goal and (found is None or left < found[0]):
                found = ring
        elif goal <= right < x and (found is None or right > found[2]):
            found = ring
    return found


def ring_in_column(geometry: Geometry, x: int, y: int, goal: int) -> Rectangle | None:
    """The first room, walls included, in column `x` on the way from row `y` to `goal`."""
    found = None
    for ring in geometry.rings:
        left, top, right, bottom = ring
        if not left <= x <= right:
            continue
        if goal > y:
            if y < top <= goal and (found is None or top < found[1]):
                found = ring
        elif goal <= bottom < y and (found is None or bottom > found[3]):
            found = ring
    return found
