"""Neighbouring rooms become one, with the rectangle that covers both."""

from __future__ import annotations

from pygen.kinds.mystery.constants import EAST, FLOOR, IN_ROOM, NORTH, SOUTH, TERRAIN, WEST
from pygen.kinds.mystery.grid import Cell
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces

MERGE_DIRECTIONS = (WEST, NORTH, EAST, SOUTH)


def merge_into(floor: Floor, cell: Cell, other: Cell) -> Pieces:
    """Let another cell have the rectangle that covers its room and this one's; a piece is a row."""
    other.rect = other.rect.united(cell.rect)
    cell.is_merged = other.is_merged = cell.is_absorbed = True
    cell.is_connected = False
    yield from floor.ground.change_by_rows(other.rect, TERRAIN, FLOOR | IN_ROOM)


def can_merge(cell: Cell | None) -> bool:
    """Whether there is a cell with a room that is linked and not merged yet."""
    return cell is not None and cell.has_live_room and not cell.is_merged


def merge_room(floor: Floor, cell: Cell) -> Pieces:
    """Let a cell's room merge by chance with a random neighbour."""
    if floor.numbers.percent(floor.parameters.rooms.merging) and can_merge(cell):
        other = floor.grid.beside(cell, MERGE_DIRECTIONS[floor.numbers.below(4)])
        if other and can_merge(other):
            yield from merge_into(floor, cell, other)


def merge_pairs(floor: Floor, cell: Cell) -> Pieces:
    """Let a cell's room merge by chance with the next one to the right, else with the next one
    below."""
    for direction in (EAST, SOUTH):
        other = floor.grid.beside(cell, direction)
        if not other or not floor.numbers.percent(floor.parameters.rooms.merging):
            continue
        if can_merge(cell) and can_merge(other):
            yield from merge_into(floor, cell, other)
            return


def merge_rooms(floor: Floor) -> Pieces:
    """Let each cell's room merge by chance with one of its neighbours; a piece is a cell, or a row
    of a room."""
    merge = merge_pairs if floor.parameters.variants.merging == "pairs" else merge_room
    for cell in floor.grid.by_columns:
        yield from merge(floor, cell)
        yield PIECE


def merge_column(floor: Floor) -> Pieces:
    """Merge the rooms of the middle column into one; a piece is a room, or a row of it."""
    first, second, third = floor.grid.columns[1]
    yield from merge_into(floor, second, first)
    yield PIECE
    yield from merge_into(floor, third, first)
