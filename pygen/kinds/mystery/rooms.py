"""The rooms of the cells, and the anchors of those that have none: single tiles of a hall."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    FLOOR,
    IMPERFECT,
    IN_ROOM,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    ROOM,
    STRUCTURED,
    TERRAIN,
    VALID,
)
from pygen.kinds.mystery.ground import LONG, Floor, Work, begin_cell_area, cell_at, set_terrain
from pygen.kinds.mystery.numbers import draw_between, draw_forced, draw_percent
from pygen.kinds.mystery.parameters import LOOSE, TWO_ROOMS

LEAST_OF_TWO = 10, 16
"""The least size of one of two rooms."""

STRUCTURE_CHANCE = 80
"""Percent of the rooms that may have a structure, if the floor has any."""


def create_rooms(f: Floor) -> Work:
    """Create the room or the anchor of each cell, row by row; a piece is a cell, which is long if
    it is valid."""
    for y in range(f.down):
        for x in range(f.across):
            if not f.state[cell_at(x, y)] & VALID:
                yield
                continue
            if not f.state[cell_at(x, y)] & ROOM:
                create_anchor(f, x, y)
            elif f.layout.properties & LOOSE or f.layout.number == TWO_ROOMS:
                create_loose_room(f, x, y)
            else:
                create_room(f, x, y)
            yield LONG


def set_cell(f: Floor, cell: int, left: int, top: int, width: int, height: int) -> None:
    """Remember the rectangle of a cell's room or anchor."""
    f.left[cell], f.top[cell] = left, top
    f.right[cell], f.bottom[cell] = left + width, top + height
    f.g.tried("room", left, top, width, height)


def open_room(f: Floor, cell: int) -> None:
    """Begin to make the tiles of a cell's rectangle floor of a room."""
    begin_cell_area(f, cell, ~TERRAIN & 0xFF, FLOOR | IN_ROOM)


def create_anchor(f: Floor, x: int, y: int) -> None:
    """Open a tile of a cell without a room, not too near its edge."""
    left, right = f.lines_x[x], f.lines_x[x + 1]
    top, bottom = f.lines_y[y], f.lines_y[y + 1]
    if f.layout.properties & LOOSE:
        tile_x = draw_between(f, left + 1, right - 2)
        tile_y = draw_between(f, top + 1, bottom - 2)
    else:
        tile_x = draw_between(
            f, left + (3 if x == 0 else 4), right - (4 if x == f.across - 1 else 6)
        )
        tile_y = draw_between(f, top + (3 if y == 0 else 4), bottom - (3 if y == f.down - 1 else 5))
    set_cell(f, cell_at(x, y), tile_x, tile_y, 1, 1)
    set_terrain(f, tile_x, tile_y, FLOOR)


def create_loose_room(f: Floor, x: int, y: int) -> None:
    """Create a room of any size that fits."""
    across = f.lines_x[x + 1] - f.lines_x[x] - 3
    down = f.lines_y[y + 1] - f.lines_y[y] - 3
    least_width, least_height, margin = LEAST_WIDTH, LEAST_HEIGHT, 2
    if f.layout.number == TWO_ROOMS:
        least_width, least_height = LEAST_OF_TWO
        margin = 1
    width = draw_between(f, least_width, across)
    height = draw_between(f, least_height, down)
    left = draw_forced(f, across - width) + f.lines_x[x] + margin
    top = draw_forced(f, down - height) + f.lines_y[y] + margin
    set_cell(f, cell_at(x, y), left, top, width, height)
    open_room(f, cell_at(x, y))


def choose_features(f: Floor, cell: int) -> None:
    """Choose whether a room may have a structure, or imperfect corners; never both."""
    may_have = f.structures_left > 0
    has_structure = (may_have or f.exact) and draw_percent(f, STRUCTURE_CHANCE) and may_have
    is_imperfect = f.g.parameters.rooms.imperfect
    if has_structure and is_imperfect:
        if draw_percent(f, 50):
            is_imperfect = False
        else:
            has_structure = False
    if is_imperfect:
        f.state[cell] |= IMPERFECT
    if has_structure:
        f.state[cell] |= STRUCTURED


def create_room(f: Floor, x: int, y: int) -> None:
    """Create a room that is not too long, with odd sides if they fit."""
    across = f.lines_x[x + 1] - f.lines_x[x] - 4
    down = f.lines_y[y + 1] - f.lines_y[y] - 3
    width = draw_between(f, LEAST_WIDTH, across)
    height = draw_between(f, LEAST_HEIGHT, down)
    if width | 1 < across:
        width |= 1
    if height | 1 < down:
        height |= 1
    width = min(width, height * 3 >> 1)
    height = min(height, width * 3 >> 1)
    left = draw_forced(f, across - width) + f.lines_x[x] + 2
    top = draw_forced(f, down - height) + f.lines_y[y] + 2
    set_cell(f, cell_at(x, y), left, top, width, height)
    open_room(f, cell_at(x, y))
    choose_features(f, cell_at(x, y))
