"""The rooms of the cells. A cell without a room has an anchor instead: a single tile of a hall."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, IN_ROOM, LEAST_HEIGHT, LEAST_WIDTH, TERRAIN
from pygen.kinds.mystery.grid import Cell, Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.layouts import LOOSE, TWO_ROOMS
from pygen.kinds.mystery.pace import LONG, PIECE, Pieces

LEAST_OF_TWO = 10, 16
"""The least width and height of a room in the layout `two_rooms`."""


def create_rooms(floor: Floor) -> Pieces:
    """Create the room or the anchor of each cell, row by row; a piece is a cell, which is long if
    it is valid, or a row of its room."""
    is_loose = floor.layout.has(LOOSE) or floor.layout.number == TWO_ROOMS
    for cell in floor.grid.by_rows:
        if not cell.is_valid:
            yield PIECE
            continue
        if not cell.has_room:
            create_anchor(floor, cell)
        elif is_loose:
            create_loose_room(floor, cell)
        else:
            create_room(floor, cell)
        yield LONG
        if cell.has_room:
            for row in cell.rect.rows():
                floor.ground.change(row, TERRAIN, FLOOR | IN_ROOM)
                yield PIECE


def set_room(floor: Floor, cell: Cell, left: int, top: int, width: int, height: int) -> None:
    """Remember the rectangle of a cell's room or anchor."""
    cell.rect = Rect(left, top, left + width, top + height)
    floor.g.tried("room", left, top, width, height)


def create_anchor(floor: Floor, cell: Cell) -> None:
    """Open a tile of a cell without a room, not too near its edge."""
    grid, between = floor.grid, floor.numbers.between
    left, top, right, bottom = cell.bounds
    if floor.layout.has(LOOSE):
        margins = 1, 1, 2, 2
    else:
        margins = (
            3 if cell.x == 0 else 4,
            3 if cell.y == 0 else 4,
            4 if cell.x == grid.across - 1 else 6,
            3 if cell.y == grid.down - 1 else 5,
        )
    least = left + margins[0]
    if floor.parameters.variants.border == "inner":
        # In an outer ring it could be in the second column.
        least = max(2, least)
    x = between(least, right - margins[2])
    y = between(top + margins[1], bottom - margins[3])
    set_room(floor, cell, x, y, 1, 1)
    floor.ground.set_terrain(x, y, FLOOR)


def create_loose_room(floor: Floor, cell: Cell) -> None:
    """Create a room of any size that fits."""
    numbers, bounds = floor.numbers, cell.bounds
    (least_width, least_height), margin = (LEAST_WIDTH, LEAST_HEIGHT), 2
    if floor.layout.number == TWO_ROOMS:
        (least_width, least_height), margin = LEAST_OF_TWO, 1
    width = numbers.between(least_width, bounds.width - 3)
    height = numbers.between(least_height, bounds.height - 3)
    left = bounds.left + margin + numbers.forced(bounds.width - 3 - width)
    top = bounds.top + margin + numbers.forced(bounds.height - 3 - height)
    set_room(floor, cell, left, top, width, height)


def choose_features(floor: Floor, cell: Cell) -> None:
    """Choose whether a room may have a structure, or imperfect corners; never both."""
    percent = floor.numbers.percent
    may_have, chance = floor.structures_left > 0, floor.parameters.rooms.structure_chance
    has_structure = (may_have or floor.is_exact) and percent(chance) and may_have
    is_imperfect = floor.parameters.rooms.imperfect
    if has_structure and is_imperfect:
        has_structure = percent(50)
        is_imperfect = not has_structure
    cell.is_imperfect, cell.is_structured = is_imperfect, has_structure


def create_room(floor: Floor, cell: Cell) -> None:
    """Create a room that is not too long, with odd sides if they fit."""
    numbers, bounds = floor.numbers, cell.bounds
    across, down = bounds.width - 4, bounds.height - 3
    width = numbers.between(LEAST_WIDTH, across)
    height = numbers.between(LEAST_HEIGHT, down)
    if width | 1 < across:
        width |= 1
    if height | 1 < down:
        height |= 1
    width = min(width, height * 3 >> 1)
    height = min(height, width * 3 >> 1)
    left = bounds.left + 2 + numbers.forced(across - width)
    top = bounds.top + 2 + numbers.forced(down - height)
    set_room(floor, cell, left, top, width, height)
    choose_features(floor, cell)
