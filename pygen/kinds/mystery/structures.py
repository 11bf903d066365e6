"""Structures in rooms: pools, labyrinths, checkerboards and islands of water, rooms cut in two."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import (
    CONNECTED,
    FLOOR,
    IMPERFECT,
    IN_ROOM,
    KEPT,
    MERGED,
    MOAT,
    ROOM,
    STRUCTURED,
    TERRAIN,
    VALID,
    WATER,
    ZONE,
    Floor,
    at,
    set_rectangle,
    set_terrain,
)
from pygen.kinds.mystery.labyrinth import grow_maze, has_odd_sides
from pygen.kinds.mystery.numbers import draw_below, draw_between

NOTHING, CENTRE, CHECKERBOARD, POOL, ISLAND, CUT = range(6)

CHECKS = 64
"""How many tiles of a checkerboard are tried."""

CHECKS_AT_ONCE = 16


def place_structures(f: Floor) -> Steps:
    """Place a structure in each room that may have one, as long as the floor may have more.

    Afterwards only rooms with islands count as structured.
    """
    needed = VALID | ROOM | STRUCTURED
    for y in range(f.down):
        for x in range(f.across):
            cell = at(x, y)
            is_wanted = f.state[cell] & (needed | MERGED | IMPERFECT) == needed
            f.state[cell] &= ~STRUCTURED
            if not is_wanted or cell == f.house_cell:
                continue
            # Those that were filled again have none, except in the original.
            if f.state[cell] & CONNECTED or f.exact:
                yield from place_structure(f, cell, draw_below(f, 6))
                yield "structure"


def place_structure(f: Floor, cell: int, structure: int) -> Steps:
    """Place a structure in a room, if it is large enough and the floor may have more."""
    width, height = f.right[cell] - f.left[cell], f.bottom[cell] - f.top[cell]
    if structure == POOL and width >= 5 and height >= 5:
        place_pool(f, cell)
    if f.structures_left == 0:
        return
    if structure == CENTRE:
        f.structures_left -= 1
        if has_odd_sides(f, cell):
            yield from grow_maze(f, cell, True)
        else:
            place_centre(f, cell, width >= 5 and height >= 5)
    elif structure == CHECKERBOARD and has_odd_sides(f, cell):
        f.structures_left -= 1
        yield from place_checkerboard(f, cell)
    elif structure == ISLAND and width >= 6 and height >= 6:
        f.structures_left -= 1
        place_island(f, cell)
    elif structure == CUT:
        f.structures_left -= 1
        cut_room(f, cell, draw_below(f, 2) == 0)


def place_pool(f: Floor, cell: int) -> None:
    """Fill a random rectangle with water, at least two tiles from the walls."""
    left, right = f.left[cell] + 2, f.right[cell] - 3
    top, bottom = f.top[cell] + 2, f.bottom[cell] - 3
    x = draw_between(f, left, right)
    y = draw_between(f, top, bottom)
    other_x = draw_between(f, left, right)
    other_y = draw_between(f, top, bottom)
    if f.structures_left == 0:
        return
    f.structures_left -= 1
    set_rectangle(
        f,
        min(x, other_x),
        min(y, other_y),
        max(x, other_x) + 1,
        max(y, other_y) + 1,
        ~TERRAIN & 0xFF,
        WATER,
    )


def place_centre(f: Floor, cell: int, is_cross: bool) -> None:
    """Place water in the middle of a room: a cross, or a single tile."""
    x, y = middle_x(f, cell), middle_y(f, cell)
    set_terrain(f, x, y, WATER)
    if is_cross:
        set_terrain(f, x, y - 1, WATER)
        set_terrain(f, x - 1, y, WATER)
        set_terrain(f, x + 1, y, WATER)
        set_terrain(f, x, y + 1, WATER)


def middle_x(f: Floor, cell: int) -> int:
    """The middle column of a room."""
    return f.left[cell] + f.right[cell] >> 1


def middle_y(f: Floor, cell: int) -> int:
    """The middle row of a room."""
    return f.top[cell] + f.bottom[cell] >> 1


def place_checkerboard(f: Floor, cell: int) -> Steps:
    """Place water on every other tile, as far as chance finds them."""
    width, height = f.right[cell] - f.left[cell], f.bottom[cell] - f.top[cell]
    for number in range(CHECKS):
        if number % CHECKS_AT_ONCE == 0:
            yield "checkerboard"
        x = draw_below(f, width)
        y = draw_below(f, height)
        if (x + y) & 1:
            set_terrain(f, f.left[cell] + x, f.top[cell] + y, WATER)


def place_island(f: Floor, cell: int) -> None:
    """Surround four tiles in the middle of a room with a moat; things come there later."""
    x, y = middle_x(f, cell), middle_y(f, cell)
    set_rectangle(f, x - 2, y - 2, x + 2, y - 1, ~TERRAIN & 0xFF, MOAT)
    set_rectangle(f, x - 2, y - 1, x - 1, y + 1, ~TERRAIN & 0xFF, MOAT)
    set_rectangle(f, x + 1, y - 1, x + 2, y + 1, ~TERRAIN & 0xFF, MOAT)
    set_rectangle(f, x - 2, y + 1, x + 2, y + 2, ~TERRAIN & 0xFF, MOAT)
    set_rectangle(f, x - 1, y - 1, x + 1, y + 1, ~ZONE & 0xFF, KEPT)
    f.state[cell] |= STRUCTURED


def cut_room(f: Floor, cell: int, is_row: bool) -> None:
    """Cut a room in two by a row or a column of water, unless a hall is beside it."""
    left, top, right, bottom = f.left[cell], f.top[cell], f.right[cell], f.bottom[cell]
    if is_row:
        top = middle_y(f, cell)
        bottom = top + 1
    else:
        left = middle_x(f, cell)
        right = left + 1
    for y in range(top, bottom):
        for x in range(left, right):
            if is_beside_hall(f, x, y):
                return
    set_rectangle(f, left, top, right, bottom, ~TERRAIN & 0xFF, WATER)


def is_beside_hall(f: Floor, x: int, y: int) -> bool:
    """Whether a tile or one of its neighbours is floor of a hall."""
    place = y * f.width + x
    for near in (place, place - 1, place + 1, place - f.width, place + f.width):
        if f.ground[near] & (TERRAIN | IN_ROOM) == FLOOR:
            return True
    return False
