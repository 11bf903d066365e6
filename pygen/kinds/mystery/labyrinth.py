"""Rooms that become a labyrinth: walls, or water, from their edges and from points within."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.cells import shuffled_flags
from pygen.kinds.mystery.ground import (
    AWAY,
    CONNECTED,
    IN_ROOM,
    MAZE,
    ROOM,
    VALID,
    WALL,
    WATER,
    Floor,
    at,
    is_floor,
    set_terrain,
)
from pygen.kinds.mystery.numbers import draw_below, draw_percent

MAZE_X, MAZE_Y = (1, 0, -1, 0), (0, -1, 0, 1)
"""The directions of a wall that grows."""


def place_maze(f: Floor) -> Steps:
    """Turn a random room with odd sides into a maze, by chance."""
    chance = f.g.parameters.rooms.maze
    if chance == 0 or not draw_percent(f, chance):
        return
    cells = [at(x, y) for y in range(f.down) for x in range(f.across) if fits_maze(f, at(x, y))]
    if not cells:
        return
    cell = cells[draw_choice(f, len(cells))]
    yield "maze"
    yield from grow_maze(f, cell, False)


def fits_maze(f: Floor, cell: int) -> bool:
    """Whether a cell has a connected room with odd sides."""
    needed = VALID | ROOM | CONNECTED
    return f.state[cell] & (needed | AWAY) == needed and has_odd_sides(f, cell)


def has_odd_sides(f: Floor, cell: int) -> bool:
    """Whether both sides of a room are odd."""
    return bool((f.right[cell] - f.left[cell]) & (f.bottom[cell] - f.top[cell]) & 1)


def draw_choice(f: Floor, count: int) -> int:
    """A number 0..count-1; exact mode shuffles a mark for it."""
    if f.exact:
        return shuffled_flags(f, count, 1).index(True)
    return draw_below(f, count)


def grow_maze(f: Floor, cell: int, is_water: bool) -> Steps:
    """Grow walls or water from the edges of a room, then from its inner points."""
    f.state[cell] |= MAZE
    # A room that was filled again is not in a room; only the original has a maze there.
    f.maze_ground = f.ground[f.top[cell] * f.width + f.left[cell]] & IN_ROOM
    left, top, right, bottom = f.left[cell], f.top[cell], f.right[cell], f.bottom[cell]
    for x in range(left + 1, right - 1, 2):
        yield from grow_from(f, cell, x, top - 1, is_water)
    for y in range(top + 1, bottom - 1, 2):
        yield from grow_from(f, cell, right, y, is_water)
    for x in range(left + 1, right - 1, 2):
        yield from grow_from(f, cell, x, bottom, is_water)
    for y in range(top + 1, bottom - 1, 2):
        yield from grow_from(f, cell, left - 1, y, is_water)
    for x in range(left + 3, right - 3, 2):
        for y in range(top + 3, bottom - 3, 2):
            if is_floor(f, x, y):
                set_terrain(f, x, y, WATER if is_water else WALL)
                yield from grow_wall(f, cell, x, y, is_water)


def grow_from(f: Floor, cell: int, x: int, y: int, is_water: bool) -> Steps:
    """Grow a wall from a tile beside the room, unless a hall ends there."""
    if not is_floor(f, x, y):
        yield from grow_wall(f, cell, x, y, is_water)


def grow_wall(f: Floor, cell: int, x: int, y: int, is_water: bool) -> Steps:
    """Grow a wall by two tiles again and again, as long as there is floor two tiles away."""
    while True:
        direction = draw_below(f, 4)
        place_wall(f, x, y, is_water)
        for _ in range(4):
            next_x, next_y = x + 2 * MAZE_X[direction], y + 2 * MAZE_Y[direction]
            is_within = (
                f.left[cell] <= next_x < f.right[cell] and f.top[cell] <= next_y < f.bottom[cell]
            )
            if is_within and is_floor(f, next_x, next_y):
                break
            direction = direction + 1 & 3
        else:
            return
        place_wall(f, x + MAZE_X[direction], y + MAZE_Y[direction], is_water)
        x, y = next_x, next_y
        yield "wall"


def place_wall(f: Floor, x: int, y: int, is_water: bool) -> None:
    """Make a tile wall, or water if it is in the room."""
    is_in_room = f.ground[y * f.width + x] & IN_ROOM == f.maze_ground
    set_terrain(f, x, y, WATER if is_water and is_in_room else WALL)
