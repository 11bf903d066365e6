"""Structures in rooms: pools, labyrinths, checkerboards and islands of water, rooms cut in two."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    CENTRE,
    CHECKERBOARD,
    CHECKS,
    CONNECTED,
    FLOOR,
    IMPERFECT,
    IN_ROOM,
    ISLAND,
    KEPT,
    LOOKED_AT_ONCE,
    MERGED,
    MOAT,
    NOTHING,
    POOL,
    ROOM,
    STRUCTURED,
    TERRAIN,
    VALID,
    WATER,
    ZONE,
)
from pygen.kinds.mystery.ground import (
    LONG,
    Floor,
    Work,
    begin_area,
    cell_at,
    fill_area,
    set_terrain,
)
from pygen.kinds.mystery.labyrinth import grow_maze, has_odd_sides
from pygen.kinds.mystery.numbers import draw_below, draw_between


def wants_structure(f: Floor, cell: int) -> bool:
    """Whether a structure was chosen for a room; one that was filled again has none, except in the
    original."""
    needed = VALID | ROOM | STRUCTURED
    if not f.exact:
        needed |= CONNECTED
    return f.state[cell] & (needed | MERGED | IMPERFECT) == needed and cell != f.house_cell


def middle_x(f: Floor, cell: int) -> int:
    """The middle column of a room."""
    return f.left[cell] + f.right[cell] >> 1


def middle_y(f: Floor, cell: int) -> int:
    """The middle row of a room."""
    return f.top[cell] + f.bottom[cell] >> 1


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
    left, right = min(x, other_x), max(x, other_x)
    top, bottom = min(y, other_y), max(y, other_y)
    begin_area(f, left, top, right + 1, bottom + 1, ~TERRAIN & 0xFF, WATER)


def place_centre(f: Floor, cell: int, is_cross: bool) -> None:
    """Place water in the middle of a room: a cross, or a single tile."""
    x, y = middle_x(f, cell), middle_y(f, cell)
    set_terrain(f, x, y, WATER)
    if is_cross:
        set_terrain(f, x, y - 1, WATER)
        set_terrain(f, x - 1, y, WATER)
        set_terrain(f, x + 1, y, WATER)
        set_terrain(f, x, y + 1, WATER)


def place_island(f: Floor, cell: int) -> None:
    """Surround four tiles in the middle of a room with a moat; things come there later."""
    x, y = middle_x(f, cell), middle_y(f, cell)
    begin_area(f, x - 2, y - 2, x + 2, y - 1, ~TERRAIN & 0xFF, MOAT)
    fill_area(f)
    begin_area(f, x - 2, y + 1, x + 2, y + 2, ~TERRAIN & 0xFF, MOAT)
    fill_area(f)
    begin_area(f, x - 2, y - 1, x - 1, y + 1, ~TERRAIN & 0xFF, MOAT)
    fill_area(f)
    begin_area(f, x + 1, y - 1, x + 2, y + 1, ~TERRAIN & 0xFF, MOAT)
    fill_area(f)
    begin_area(f, x - 1, y - 1, x + 1, y + 1, ~ZONE & 0xFF, KEPT)
    fill_area(f)
    f.state[cell] |= STRUCTURED


def is_beside_hall(f: Floor, x: int, y: int) -> bool:
    """Whether a tile or one of its neighbours is floor of a hall."""
    place = y * f.width + x
    for near in (place, place - 1, place + 1, place - f.width, place + f.width):
        if f.ground[near] & (TERRAIN | IN_ROOM) == FLOOR:
            return True
    return False


def cut_room(f: Floor, cell: int, is_row: bool) -> Work:
    """Cut a room in two by a row or a column of water, unless a hall is beside it. A piece is some
    tiles that are looked at."""
    left, top, right, bottom = f.left[cell], f.top[cell], f.right[cell], f.bottom[cell]
    if is_row:
        top = middle_y(f, cell)
        bottom = top + 1
    else:
        left = middle_x(f, cell)
        right = left + 1
    places = [(x, y) for y in range(top, bottom) for x in range(left, right)]
    for number, (x, y) in enumerate(places):
        if number % LOOKED_AT_ONCE == 0:
            yield
        if is_beside_hall(f, x, y):
            return
    begin_area(f, left, top, right, bottom, ~TERRAIN & 0xFF, WATER)


def place_structure(f: Floor, cell: int, structure: int) -> Work:
    """Place a structure in a room, if it is large enough and the floor may have more."""
    width, height = f.right[cell] - f.left[cell], f.bottom[cell] - f.top[cell]
    if structure == POOL and width >= 5 and height >= 5:
        place_pool(f, cell)
        return
    if structure in (NOTHING, POOL) or f.structures_left == 0:
        return
    if structure == CHECKERBOARD and not has_odd_sides(f, cell):
        return
    if structure == ISLAND and (width < 6 or height < 6):
        return
    f.structures_left -= 1
    if structure == CENTRE:
        if has_odd_sides(f, cell):
            yield from grow_maze(f, cell, True)
        else:
            place_centre(f, cell, width >= 5 and height >= 5)
    elif structure == CHECKERBOARD:
        yield from place_checkerboard(f, cell)
    elif structure == ISLAND:
        place_island(f, cell)
    else:
        yield from cut_room(f, cell, draw_below(f, 2) == 0)


def place_structures(f: Floor) -> Work:
    """Place a structure in each room that may have one, as long as the floor may have more; a
    piece is a cell, or its structure, which is long, or a part of it.

    Afterwards only rooms with islands count as structured.
    """
    for y in range(f.down):
        for x in range(f.across):
            yield
            cell = cell_at(x, y)
            is_wanted = wants_structure(f, cell)
            f.state[cell] &= ~STRUCTURED
            if is_wanted:
                yield LONG
                yield from place_structure(f, cell, draw_below(f, 6))


def place_checkerboard(f: Floor, cell: int) -> Work:
    """Place water on every other tile, as far as chance finds them."""
    width, height = f.right[cell] - f.left[cell], f.bottom[cell] - f.top[cell]
    for _ in range(CHECKS):
        yield
        x = draw_below(f, width)
        y = draw_below(f, height)
        if (x + y) & 1:
            set_terrain(f, f.left[cell] + x, f.top[cell] + y, WATER)
