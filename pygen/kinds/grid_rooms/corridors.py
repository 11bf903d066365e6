"""Corridors: where they may run, and the shapes that are tried for a pair of rooms.

A corridor runs from a door in the middle of one room's wall to such a door of another room. All
decisions are made on rectangles: a run of floor tiles must not touch any room's floor or wall.
Rooms are at least three tiles apart and corridors never take a wall tile of a room, so a corridor
cannot cross a door or a third room. As all floors are drawn after all walls, it cannot seal
another corridor.
"""

from __future__ import annotations

from collections.abc import Generator
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


class Geometry:
    """The rooms as corridors see them: their centres, and their rectangles with the walls."""

    def __init__(self, g: Generation[GridRooms]) -> None:
        self.centres = [room.centre for room in g.rooms]
        self.rings = [(r.x - 1, r.y - 1, r.x + r.w, r.y + r.h) for r in g.rooms]
        self.by_rules = g.parameters.connect == "rules"
        self.divisor = g.parameters.corridors.first_leg_divisor
        self.last_x, self.last_y = g.tiles.width - 2, g.tiles.height - 2


def place_door(geometry: Geometry, room: int, wall: int) -> End:
    """A door in the middle of a room's wall."""
    left, top, right, bottom = geometry.rings[room]
    x, y = geometry.centres[room]
    if wall < TOP:
        return End(room, left if wall == LEFT else right, y, wall)
    return End(room, x, top if wall == TOP else bottom, wall)


def beyond_door(end: End, tiles: int) -> Point:
    """The tile that lies `tiles` tiles outside a door."""
    if end.wall == LEFT:
        return end.x - tiles, end.y
    if end.wall == RIGHT:
        return end.x + tiles, end.y
    return (end.x, end.y - tiles) if end.wall == TOP else (end.x, end.y + tiles)


def spot_is_interior(geometry: Geometry, x: int, y: int) -> bool:
    """Whether a tile is not at the map's edge."""
    return 1 <= x <= geometry.last_x and 1 <= y <= geometry.last_y


def door_faces(end: End, x: int, y: int) -> bool:
    """Whether a step out of a door leads towards the column (or row) of a point."""
    if end.wall == LEFT:
        return x < end.x
    if end.wall == RIGHT:
        return x > end.x
    return y < end.y if end.wall == TOP else y > end.y


def find_facing_walls(geometry: Geometry, a: int, b: int) -> tuple[int, int]:
    """The walls of room `a` that face room `b`: first the one along the larger distance.

    Left or right comes first only if that distance is strictly larger.
    """
    (ax, ay), (bx, by) = geometry.centres[a], geometry.centres[b]
    across = RIGHT if bx > ax else LEFT
    down = BOTTOM if by > ay else TOP
    return (across, down) if abs(bx - ax) > abs(by - ay) else (down, across)


def add_run(runs: list[Rectangle], start: Point, end: Point) -> None:
    """Append the tiles of a row or column between two points, both included, to `runs`."""
    (x0, y0), (x1, y1) = start, end
    runs.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))


def runs_are_clear(geometry: Geometry, runs: list[Rectangle]) -> bool:
    """Whether all runs keep out of all rooms and their walls."""
    for left, top, right, bottom in runs:
        for ring_left, ring_top, ring_right, ring_bottom in geometry.rings:
            if (
                left <= ring_right
                and right >= ring_left
                and top <= ring_bottom
                and bottom >= ring_top
            ):
                return False
    return True


def corridor_if_clear(
    geometry: Geometry, first: End, second: End, kind: int, corners: list[Point]
) -> Corridor | None:
    """The corridor through these corners if every tile of it is clear, else None."""
    runs: list[Rectangle] = []
    for start, end in pairwise([beyond_door(first, 1), *corners, beyond_door(second, 1)]):
        add_run(runs, start, end)
    return Corridor(first, second, kind, corners, runs) if runs_are_clear(geometry, runs) else None


def place_doors(
    geometry: Geometry, inside: int, outside: int, wall: int, other_wall: int
) -> tuple[End, End]:
    """Doors in the inside room's `wall` and in a wall of the room outside."""
    return place_door(geometry, inside, wall), place_door(geometry, outside, other_wall)


def dig_straight(geometry: Geometry, inside: int, outside: int, wall: int) -> Corridor | None:
    """One segment between rooms whose centres share a row or column."""
    first, second = place_doors(geometry, inside, outside, wall, wall ^ 1)
    if wall < TOP:
        if first.y != second.y:
            return None
    elif first.x != second.x:
        return None
    return corridor_if_clear(geometry, first, second, STRAIGHT, [])


def dig_l(
    geometry: Geometry, inside: int, outside: int, wall: int, other_wall: int
) -> Corridor | None:
    """Two segments: out of the inside room's `wall`, then into the other room's wall.

    That is the wall that faces back along the other axis. Both segments must lead outward from
    their doors, so that the corner lies outside both rooms.
    """
    first, second = place_doors(geometry, inside, outside, wall, other_wall ^ 1)
    corner = (second.x, first.y) if wall < TOP else (first.x, second.y)
    if not door_faces(first, *corner) or not door_faces(second, *corner):
        return None
    return corridor_if_clear(geometry, first, second, L_SHAPED, [corner])


def place_opposite_doors(
    geometry: Geometry, inside: int, outside: int, wall: int
) -> tuple[End, End, int]:
    """Doors in the inside room's `wall` and in the other room's wall opposite, and their distance.

    The distance is in tiles along that axis, 0 if the doors do not face each other.
    """
    first, second = place_doors(geometry, inside, outside, wall, wall ^ 1)
    if not door_faces(first, second.x, second.y):
        return first, second, 0
    distance = abs(second.x - first.x) if wall < TOP else abs(second.y - first.y)
    return first, second, distance


def preferred_leg(geometry: Geometry, distance: int) -> int:
    """The first leg of a Z between doors at this distance: a part of it, rounded down, at least 1.

    With `connect: rules` it reaches as far as the row or column just outside b's door.
    """
    if geometry.by_rules:
        return max(1, distance - 1)
    return max(1, distance // geometry.divisor)


def dig_z(geometry: Geometry, first: End, second: End, leg: int) -> Corridor | None:
    """Three segments between doors in opposite walls, the first one `leg` tiles long.

    The leg is shorter than the distance of the doors.
    """
    x, y = beyond_door(first, leg)
    if first.wall < TOP:
        if first.y == second.y:
            return None
        corners = [(x, y), (x, second.y)]
    else:
        if first.x == second.x:
            return None
        corners = [(x, y), (second.x, y)]
    return corridor_if_clear(geometry, first, second, Z_SHAPED, corners)


def dig_corridor(
    geometry: Geometry, inside: int, outside: int
) -> Generator[str, None, Corridor | None]:
    """The first allowed corridor from the inside room to the outside one, or None.

    Tried in this order: straight; L from either of the inside room's walls that face the other; Z
    with the preferred first leg from either of them; Z with every first leg from either of them.
    Yields between these steps.
    """
    near, far = walls = find_facing_walls(geometry, inside, outside)
    corridor = dig_straight(geometry, inside, outside, near)
    if corridor is None:
        corridor = dig_l(geometry, inside, outside, near, far)
    if corridor is None:
        corridor = dig_l(geometry, inside, outside, far, near)
    if corridor is not None:
        return corridor
    yield "straight, L"
    for wall in walls:
        first, second, distance = place_opposite_doors(geometry, inside, outside, wall)
        leg = preferred_leg(geometry, distance)
        if leg < distance:
            corridor = dig_z(geometry, first, second, leg)
            if corridor is not None:
                return corridor
    yield "Z"
    for wall in walls:
        first, second, distance = place_opposite_doors(geometry, inside, outside, wall)
        for leg in range(1, distance):
            corridor = dig_z(geometry, first, second, leg)
            if corridor is not None:
                return corridor
            if leg % 2 == 0:
                yield "other Z"
    return None
