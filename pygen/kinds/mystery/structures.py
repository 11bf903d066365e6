"""Structures in rooms: pools, labyrinths, checkerboards and islands of water, rooms cut in two."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    CENTRE,
    CHECKERBOARD,
    CHECKS,
    ISLAND,
    KEPT,
    MOAT,
    NOTHING,
    POOL,
    TERRAIN,
    WATER,
    ZONE,
)
from pygen.kinds.mystery.grid import Cell, Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.labyrinth import grow_maze
from pygen.kinds.mystery.pace import LONG, PACE, PIECE, Pieces, in_groups


def wants_structure(floor: Floor, cell: Cell) -> bool:
    """Whether a room gets a structure, because one was chosen for it. A room that was filled again
    gets none, except in exact mode, as in the original."""
    if not cell.is_valid or not cell.is_structured or cell is floor.house:
        return False
    return (floor.is_exact or cell.is_connected) and not cell.is_merged


def place_pool(floor: Floor, room: Rect) -> Pieces:
    """Fill a random rectangle with water, at least two tiles from the walls; a piece is a row."""
    between = floor.numbers.between
    left, right = room.left + 2, room.right - 3
    top, bottom = room.top + 2, room.bottom - 3
    x, y = between(left, right), between(top, bottom)
    other_x, other_y = between(left, right), between(top, bottom)
    if floor.structures_left == 0:
        return
    floor.structures_left -= 1
    pool = Rect(x, y, x + 1, y + 1).united(Rect(other_x, other_y, other_x + 1, other_y + 1))
    yield from floor.ground.change_by_rows(pool, TERRAIN, WATER)


def place_centre(floor: Floor, room: Rect, is_cross: bool) -> None:
    """Place water in the middle of a room: a cross, or a single tile."""
    x, y = room.middle
    floor.ground.set_terrain(x, y, WATER)
    if is_cross:
        for near_x, near_y in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            floor.ground.set_terrain(near_x, near_y, WATER)


def place_island(floor: Floor, cell: Cell) -> None:
    """Surround four tiles in the middle of a room with a moat; they get things later."""
    x, y = cell.rect.middle
    island = Rect(x - 1, y - 1, x + 1, y + 1)
    for near_x, near_y in Rect(x - 2, y - 2, x + 2, y + 2).tiles():
        if not island.contains(near_x, near_y):
            floor.ground.set_terrain(near_x, near_y, MOAT)
    floor.ground.change(island, ZONE, KEPT)
    cell.is_structured = True


def is_beside_hall(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile or one of its neighbours is floor of a hall."""
    near = ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(floor.ground.is_hall(*place) for place in near)


def cut_room(floor: Floor, room: Rect, is_row: bool) -> Pieces:
    """Cut a room in two by a row or a column of water, unless a hall is beside it. A piece is some
    tiles that are looked at, or a row."""
    x, y = room.middle
    cut = room._replace(top=y, bottom=y + 1) if is_row else room._replace(left=x, right=x + 1)
    for places in in_groups(cut.tiles(), PACE["looked_at_once"]):
        yield PIECE
        if any(is_beside_hall(floor, *place) for place in places):
            return
    yield from floor.ground.change_by_rows(cut, TERRAIN, WATER)


def place_structure(floor: Floor, cell: Cell, structure: int) -> Pieces:
    """Place a structure in a room, if it is large enough and the floor may have more."""
    room = cell.rect
    if structure == POOL and room.width >= 5 and room.height >= 5:
        yield from place_pool(floor, room)
        return
    if structure in (NOTHING, POOL) or floor.structures_left == 0:
        return
    if structure == CHECKERBOARD and not room.has_odd_sides:
        return
    if structure == ISLAND and (room.width < 6 or room.height < 6):
        return
    floor.structures_left -= 1
    if structure == CENTRE and room.has_odd_sides:
        yield from grow_maze(floor, cell, is_water=True)
    elif structure == CENTRE:
        place_centre(floor, room, is_cross=room.width >= 5 and room.height >= 5)
    elif structure == CHECKERBOARD:
        yield from place_checkerboard(floor, room)
    elif structure == ISLAND:
        place_island(floor, cell)
    else:
        yield from cut_room(floor, room, is_row=floor.numbers.below(2) == 0)


def place_structures(floor: Floor) -> Pieces:
    """Place a structure in each room that may have one, as long as the floor may have more; a
    piece is a cell, or its structure, which is long, or a part of it.

    Afterwards only rooms with islands count as structured.
    """
    for cell in floor.grid.by_rows:
        yield PIECE
        is_wanted = wants_structure(floor, cell)
        cell.is_structured = False
        if is_wanted:
            yield LONG
            yield from place_structure(floor, cell, floor.numbers.below(6))


def place_checkerboard(floor: Floor, room: Rect) -> Pieces:
    """Place water on every other tile, as far as chance finds them; a piece is a tile."""
    for _ in range(CHECKS):
        yield PIECE
        x, y = floor.numbers.below(room.width), floor.numbers.below(room.height)
        if (x + y) & 1:
            floor.ground.set_terrain(room.left + x, room.top + y, WATER)
