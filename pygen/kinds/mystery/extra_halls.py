"""Extra halls: they leave a room, turn now and then, and end where they meet something."""

from __future__ import annotations

from pygen.kinds.mystery.constants import EAST, FLOOR, NORTH, SOUTH, WEST
from pygen.kinds.mystery.grid import STEPS, Cell, turns_left
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PACE, PIECE, Pieces, in_groups

HALL_DIRECTIONS = (SOUTH, EAST, NORTH, WEST)
"""The directions of a hall by the numbers that are drawn."""


def is_open_beside(floor: Floor, x: int, y: int, direction: int) -> bool:
    """Whether a tile has floor beside it, to the left or right of a hall in this direction."""
    side_y, side_x = STEPS[direction]
    is_floor = floor.ground.is_floor
    return is_floor(x + side_x, y + side_y) or is_floor(x - side_x, y - side_y)


def is_open_ahead(floor: Floor, x: int, y: int, direction: int) -> bool:
    """Whether a tile has floor diagonally ahead of it, as a hall in this direction sees it."""
    step_x, step_y = STEPS[direction]
    return is_open_beside(floor, x + step_x, y + step_y, direction)


def completes_square(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile is the only one of a square of 2 x 2 that is not floor."""
    is_floor = floor.ground.is_floor
    return any(
        is_floor(side_x, y) and is_floor(x, side_y) and is_floor(side_x, side_y)
        for side_x in (x + 1, x - 1)
        for side_y in (y + 1, y - 1)
    )


def dig_extra_hall(floor: Floor, cell: Cell) -> Pieces:
    """Dig a hall from the edge of a room towards another cell, from the column or the row of a
    random tile of the room. The hall begins behind the floor that already lies before that edge."""
    numbers, room = floor.numbers, cell.rect
    is_floor, width, height = floor.ground.is_floor, floor.width, floor.height
    x = room.left + numbers.below(room.width)
    y = room.top + numbers.below(room.height)
    turns = turns_left(HALL_DIRECTIONS[numbers.below(4)])
    direction = next(turn for turn in turns if floor.grid.beside(cell, turn))
    x, y = {
        NORTH: (x, room.top - 1),
        SOUTH: (x, room.bottom),
        WEST: (room.left - 1, y),
        EAST: (room.right, y),
    }[direction]
    step_x, step_y = STEPS[direction]
    passed = 0
    while is_floor(x, y):
        passed += 1
        x, y = x + step_x, y + step_y
    for _ in in_groups(range(max(1, passed)), PACE["passed_at_once"]):
        yield PIECE
    if not (2 <= x < width - 2 and 2 <= y < height - 2) or is_open_beside(floor, x, y, direction):
        return
    steps = 3 + numbers.below(3)
    limit = floor.parameters.right_limit
    ends_at_corners = floor.parameters.variants.ends == "corners"
    while 2 <= x < width - 1 and 2 <= y < height - 1 and not is_floor(x, y):
        yield PIECE
        if not completes_square(floor, x, y):
            floor.ground.set_terrain(x, y, FLOOR)
        if is_open_beside(floor, x, y, direction):
            return
        if ends_at_corners and is_open_ahead(floor, x, y, direction):
            return
        steps -= 1
        if steps == 0:
            steps = 3 + numbers.below(3)
            turns = turns_left(direction)
            direction = turns[1] if numbers.percent(50) else turns[3]
            if direction == EAST and x >= limit:
                return
        step_x, step_y = STEPS[direction]
        x, y = x + step_x, y + step_y


def dig_extra_halls(floor: Floor) -> Pieces:
    """Try to dig extra halls; a piece is the choice of one, some tiles of floor before it, or a
    tile of it."""
    for _ in range(floor.parameters.halls.extra):
        x, y = floor.numbers.below(floor.grid.across), floor.numbers.below(floor.grid.down)
        cell = floor.grid.rows[y][x]
        if cell.has_live_room and not cell.is_maze:
            yield from dig_extra_hall(floor, cell)
        yield PIECE
