"""Rooms that no hall reaches: they get one, or are filled."""

from __future__ import annotations

from pygen.kinds.mystery.constants import IN_ROOM, TERRAIN, WEST
from pygen.kinds.mystery.corridors import dig_between, inner_tile
from pygen.kinds.mystery.grid import Cell
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PIECE, Pieces


def connect_room(floor: Floor, cell: Cell) -> None:
    """Dig a hall from a room to the first neighbour that is connected and not merged."""
    inner = inner_tile(floor, cell)
    for link in range(4):
        other = floor.grid.beside(cell, link)
        if other and other.is_valid and other.is_connected and not other.is_merged:
            goal = inner_tile(floor, other)
            axis = 0 if link < WEST else 1
            dig_between(floor, cell, other, link, inner[axis], goal[axis])
            cell.is_connected = True
            return


def fill_cell(floor: Floor, cell: Cell) -> Pieces:
    """Fill a room or an anchor with wall again; a piece is a row."""
    yield from floor.ground.change_by_rows(cell.rect, TERRAIN | IN_ROOM, 0)


def repair_cells(floor: Floor) -> Pieces:
    """Connect each room that no hall reaches with a neighbour that a hall reaches, and fill each
    anchor that no hall reaches. A piece is a cell, a row of a cell, or a hall, which is long."""
    for cell in floor.grid.by_columns:
        last = PIECE
        if cell.is_cut_off and cell.has_room:
            yield LONG
            connect_room(floor, cell)
            last = LONG
        elif cell.is_cut_off:
            yield from fill_cell(floor, cell)
        yield last


def fill_cells(floor: Floor) -> Pieces:
    """Fill all rooms and anchors that are still cut off. A piece is a cell, or a row of a cell."""
    for cell in floor.grid.by_rows:
        if cell.is_cut_off:
            yield from fill_cell(floor, cell)
        yield PIECE
