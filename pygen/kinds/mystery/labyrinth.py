"""Rooms that become a labyrinth: walls, or water, from their edges and from points within."""

from __future__ import annotations

from collections.abc import Iterator

from pygen.kinds.mystery.cells import draw_choice, shuffle_flags
from pygen.kinds.mystery.constants import AWAY, IN_ROOM, LIVE, MAZE, WALL, WATER
from pygen.kinds.mystery.ground import LONG, Floor, Place, Work, cell_at, is_floor, set_terrain
from pygen.kinds.mystery.numbers import draw_below, draw_percent

MAZE_X, MAZE_Y = (1, 0, -1, 0), (0, -1, 0, 1)
"""The directions of a wall that grows."""


def is_in_cell(f: Floor, cell: int, x: int, y: int) -> bool:
    """Whether a tile is in a cell's rectangle."""
    return f.left[cell] <= x < f.right[cell] and f.top[cell] <= y < f.bottom[cell]


def has_odd_sides(f: Floor, cell: int) -> bool:
    """Whether both sides of a room are odd."""
    return bool((f.right[cell] - f.left[cell]) & (f.bottom[cell] - f.top[cell]) & 1)


def place_wall(f: Floor, x: int, y: int, is_water: bool) -> None:
    """Make a tile wall, or water if it is in the room."""
    is_in_room = f.ground[y * f.width + x] & IN_ROOM == f.maze_ground
    set_terrain(f, x, y, WATER if is_water and is_in_room else WALL)


def grow_wall(f: Floor, cell: int, x: int, y: int, is_water: bool) -> Place | None:
    """Grow a wall by two tiles in a random direction in which there is floor two tiles away; gives
    its new end, or None if there is no such direction."""
    direction = draw_below(f, 4)
    place_wall(f, x, y, is_water)
    for _ in range(4):
        next_x, next_y = x + 2 * MAZE_X[direction], y + 2 * MAZE_Y[direction]
        if is_in_cell(f, cell, next_x, next_y) and is_floor(f, next_x, next_y):
            place_wall(f, x + MAZE_X[direction], y + MAZE_Y[direction], is_water)
            return next_x, next_y
        direction = direction + 1 & 3
    return None


def grow_maze(f: Floor, cell: int, is_water: bool) -> Work:
    """Grow walls or water from the edges of a room, then from its inner points; a piece is a point,
    or two tiles of a wall, which are long."""
    f.state[cell] |= MAZE
    # A room that was filled again is not in a room; only the original has a labyrinth there.
    f.maze_ground = f.ground[f.top[cell] * f.width + f.left[cell]] & IN_ROOM
    for x, y, is_inner in maze_points(f, cell):
        yield
        if is_floor(f, x, y) != is_inner:
            continue
        if is_inner:
            set_terrain(f, x, y, WATER if is_water else WALL)
        place: Place | None = (x, y)
        while place:
            place = grow_wall(f, cell, *place, is_water)
            yield LONG


def fits_maze(f: Floor, cell: int) -> bool:
    """Whether a cell has a connected room with odd sides."""
    return f.state[cell] & (LIVE | AWAY) == LIVE and has_odd_sides(f, cell)


def place_maze(f: Floor) -> Work:
    """Turn a random room with odd sides into a labyrinth, by chance; a piece is a cell that is
    looked at, or a part of the labyrinth."""
    chance = f.g.parameters.rooms.maze
    if chance == 0 or not draw_percent(f, chance):
        return
    cells = []
    for y in range(f.down):
        for x in range(f.across):
            yield
            if fits_maze(f, cell_at(x, y)):
                cells.append(cell_at(x, y))
    if cells:
        if f.exact:
            yield from shuffle_flags(f, len(cells), 1)
        yield from grow_maze(f, cells[draw_choice(f, len(cells))], False)


def maze_points(f: Floor, cell: int) -> Iterator[tuple[int, int, bool]]:
    """The points from which walls grow, and whether each is within the room."""
    left, top, right, bottom = f.left[cell], f.top[cell], f.right[cell], f.bottom[cell]
    for x in range(left + 1, right - 1, 2):
        yield x, top - 1, False
    for y in range(top + 1, bottom - 1, 2):
        yield right, y, False
    for x in range(left + 1, right - 1, 2):
        yield x, bottom, False
    for y in range(top + 1, bottom - 1, 2):
        yield left - 1, y, False
    for x in range(left + 3, right - 3, 2):
        for y in range(top + 3, bottom - 3, 2):
            yield x, y, True
