"""Imperfect rooms: their corners fall in, tile by tile."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    AWAY,
    FLOOR,
    IMPERFECT,
    IN_ROOM,
    LIVE,
    MAZE,
    MERGED,
    OPEN_DOWN,
    OPEN_LEFT,
    OPEN_RIGHT,
    OPEN_UP,
    PROBES,
    TERRAIN,
    WALL,
)
from pygen.kinds.mystery.ground import Floor, Work, cell_at, is_floor, set_terrain
from pygen.kinds.mystery.numbers import draw_below, draw_percent

SPARED = 60
"""Percent of the rooms that stay as they are."""

CORNER_OPEN = (
    OPEN_DOWN | OPEN_RIGHT,
    OPEN_DOWN | OPEN_LEFT,
    OPEN_UP | OPEN_LEFT,
    OPEN_RIGHT | OPEN_UP,
)
"""The corners from the upper left one clockwise, and where the neighbours of each are floor."""

CORNER_X, CORNER_Y = (0, 1, 1, 0), (0, 0, 1, 1)
WALK_X = ((0, 1), (-1, 0), (0, -1), (1, 0))
WALK_Y = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The way from each corner, counterclockwise and clockwise."""


def open_sides(f: Floor, x: int, y: int) -> int:
    """Which neighbours of a tile are floor."""
    return (
        OPEN_DOWN * is_floor(f, x, y + 1)
        | OPEN_RIGHT * is_floor(f, x + 1, y)
        | OPEN_UP * is_floor(f, x, y - 1)
        | OPEN_LEFT * is_floor(f, x - 1, y)
    )


def is_near_hall(f: Floor, x: int, y: int) -> bool:
    """Whether there is floor of a hall at most two tiles away."""
    for near_y in range(y - 2, y + 3):
        for near_x in range(x - 2, x + 3):
            if f.ground[near_y * f.width + near_x] & (TERRAIN | IN_ROOM) == FLOOR:
                return True
    return False


def crumble_corner(f: Floor, cell: int, turn: int) -> None:
    """Fill the first tile along a wall from a random corner, if it is a corner and no hall is
    near."""
    corner = draw_below(f, 4)
    x = f.right[cell] - 1 if CORNER_X[corner] else f.left[cell]
    y = f.bottom[cell] - 1 if CORNER_Y[corner] else f.top[cell]
    width, height = f.right[cell] - f.left[cell], f.bottom[cell] - f.top[cell]
    for _ in range(min(PROBES, width if WALK_X[corner][turn] else height)):
        if is_floor(f, x, y):
            if not is_near_hall(f, x, y) and open_sides(f, x, y) == CORNER_OPEN[corner]:
                set_terrain(f, x, y, WALL)
            return
        x += WALK_X[corner][turn]
        y += WALK_Y[corner][turn]


def crumble_rooms(f: Floor) -> Work:
    """Let corners of imperfect rooms fall in; the longer a room's sides, the more. A piece is a
    cell, or a corner."""
    for x in range(f.across):
        for y in range(f.down):
            yield
            cell = cell_at(x, y)
            if f.state[cell] & (LIVE | IMPERFECT | AWAY | MERGED | MAZE) != LIVE | IMPERFECT:
                continue
            if draw_percent(f, SPARED):
                continue
            sides = f.right[cell] - f.left[cell] + f.bottom[cell] - f.top[cell]
            for _ in range(sides >> 2):
                crumble_corner(f, cell, 0)
                yield
                crumble_corner(f, cell, 1)
                yield
