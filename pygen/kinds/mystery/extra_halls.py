"""Extra halls: they leave a room, turn now and then, and end where they meet something."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, LIVE, MAZE, PASSED_AT_ONCE, RIGHT
from pygen.kinds.mystery.ground import Floor, Work, cell_at, is_floor, set_terrain
from pygen.kinds.mystery.numbers import draw_below, draw_percent
from pygen.kinds.mystery.parameters import RIGHT_LIMIT, USUAL_WIDTH

HALL_X, HALL_Y = (0, 1, 0, -1), (1, 0, -1, 0)
"""The directions: down, right, up, left."""


def inward_direction(f: Floor, cell_x: int, cell_y: int, direction: int) -> int:
    """The direction, turned until it does not lead out of the grid; three turns at most."""
    for _ in range(3):
        if direction == 0 and cell_y >= f.down - 1:
            direction = 1
        if direction == 1 and cell_x >= f.across - 1:
            direction = 2
        if direction == 2 and cell_y == 0:
            direction = 3
        if direction == 3 and cell_x == 0:
            direction = 0
    return direction


def is_open_beside(f: Floor, x: int, y: int, direction: int) -> bool:
    """Whether there is floor to the left or right of who goes in a direction."""
    across_x, across_y = HALL_Y[direction], HALL_X[direction]
    return is_floor(f, x + across_x, y + across_y) or is_floor(f, x - across_x, y - across_y)


def is_open_ahead(f: Floor, x: int, y: int, direction: int) -> bool:
    """Whether there is floor at a corner before who goes in a direction."""
    across_x, across_y = HALL_Y[direction], HALL_X[direction]
    x, y = x + HALL_X[direction], y + HALL_Y[direction]
    return is_floor(f, x + across_x, y + across_y) or is_floor(f, x - across_x, y - across_y)


def completes_square(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is the only one of a square of 2 x 2 that is not floor."""
    for side_x in (1, -1):
        if not is_floor(f, x + side_x, y):
            continue
        for side_y in (1, -1):
            if is_floor(f, x, y + side_y) and is_floor(f, x + side_x, y + side_y):
                return True
    return False


def dig_extra_hall(f: Floor, cell_x: int, cell_y: int) -> Work:
    """Dig a hall from a random tile of a room, straight through all floor before it."""
    cell = cell_at(cell_x, cell_y)
    x = f.left[cell] + draw_below(f, f.right[cell] - f.left[cell])
    y = f.top[cell] + draw_below(f, f.bottom[cell] - f.top[cell])
    direction = inward_direction(f, cell_x, cell_y, draw_below(f, 4))
    # From the room's edge on.
    x = (x, f.right[cell], x, f.left[cell] - 1)[direction]
    y = (f.bottom[cell], y, f.top[cell] - 1, y)[direction]
    yield
    passed = 0
    while is_floor(f, x, y):
        if passed == PASSED_AT_ONCE:
            yield
            passed = 0
        passed += 1
        x, y = x + HALL_X[direction], y + HALL_Y[direction]
    if not (2 <= x < f.width - 2 and 2 <= y < f.height - 2):
        return
    if is_open_beside(f, x, y, direction):
        return
    steps = 3 + draw_below(f, 3)
    limit = right_limit(f)
    ends_at_corners = f.g.parameters.variants.ends == "corners"
    while 2 <= x < f.width - 1 and 2 <= y < f.height - 1 and not is_floor(f, x, y):
        yield
        if not completes_square(f, x, y):
            set_terrain(f, x, y, FLOOR)
        if is_open_beside(f, x, y, direction):
            return
        if ends_at_corners and is_open_ahead(f, x, y, direction):
            return
        steps -= 1
        if steps == 0:
            steps = 3 + draw_below(f, 3)
            direction = direction + (1 if draw_percent(f, 50) else 3) & 3
            if direction == RIGHT and x >= limit:
                return
        x, y = x + HALL_X[direction], y + HALL_Y[direction]


def dig_extra_halls(f: Floor) -> Work:
    """Try to dig extra halls; a piece is the choice of one, some tiles of floor before it, or a
    tile of it."""
    for _ in range(f.g.parameters.halls.extra):
        x = draw_below(f, f.across)
        y = draw_below(f, f.down)
        if f.state[cell_at(x, y)] & (LIVE | MAZE) == LIVE:
            yield from dig_extra_hall(f, x, y)
        yield


def right_limit(f: Floor) -> int:
    """The column from which on no hall turns right, if the layout has no cells there."""
    if f.layout.columns:
        return RIGHT_LIMIT[f.layout.columns] * f.width // USUAL_WIDTH
    return f.width
