"""A random walk through solid ground: document 003's first version, in integers.

The twin of `c64src/walk.c`. As the path is one line of steps, every tile of it is reachable.
"""

from __future__ import annotations

from pygen.engine.generation import NO_DOWN_STAIRS, Generation
from pygen.kinds.walk.parameters import Walk

LEFT, RIGHT, UP, DOWN = 0, 1, 2, 3
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def walk(g: Generation[Walk]) -> None:
    """Walk from a random tile, one tile a step, dig, and remember start and farthest tile.

    A step onto the map's outermost ring is not made, but counts. The farthest tile is the first
    one at the greatest Manhattan distance from the start, so those dug before need no second look.
    """
    width, height = g.tiles.width, g.tiles.height
    floor = g.codes["floor"]
    x, y = begin_walk(g)
    farthest = 0
    draw = towards_centre if g.parameters.walk.pull == "centre" else any_direction
    for _ in range(g.parameters.walk.steps):
        direction = draw(g, x, y)
        step_x, step_y = STEPS[direction]
        if not 1 <= x + step_x <= width - 2 or not 1 <= y + step_y <= height - 2:
            continue
        x, y = x + step_x, y + step_y
        if g.tiles.get(x, y) == floor:
            continue
        g.tiles.set(x, y, floor)
        wall_ahead(g, x, y, direction)
        distance = abs(x - g.up[0]) + abs(y - g.up[1])
        if distance > farthest:
            farthest, g.down = distance, (x, y)


def begin_walk(g: Generation[Walk]) -> tuple[int, int]:
    """Dig at a random tile, and wall it in on all sides: there the walk begins."""
    x = 1 + g.random.below(g.tiles.width - 2)
    y = 1 + g.random.below(g.tiles.height - 2)
    g.up = g.down = (x, y)
    g.tiles.set(x, y, g.codes["floor"])
    for column in (x - 1, x, x + 1):
        wall_in(g, column, y - 1, 0, 1)
    return x, y


def any_direction(g: Generation[Walk], x: int, y: int) -> int:
    """One of the four directions, all alike."""
    return g.random.below(4)


def towards_centre(g: Generation[Walk], x: int, y: int) -> int:
    """One of the four directions, likelier where the next tile is nearer to the centre."""
    left, right = weight(g, x - 1, y), weight(g, x + 1, y)
    up, down = weight(g, x, y - 1), weight(g, x, y + 1)
    pick = g.random.draw() * (left + right + up + down) >> 16
    if pick < left:
        return LEFT
    pick -= left
    if pick < right:
        return RIGHT
    return UP if pick - right < up else DOWN


def weight(g: Generation[Walk], x: int, y: int) -> int:
    """The weight of a tile, 1..255: it falls with the square of the distance from the centre."""
    terms_x, terms_y, weights = g.parameters.tables
    term = terms_x[abs(x - g.tiles.width // 2)] + terms_y[abs(y - g.tiles.height // 2)]
    return weights[min(63, term >> 4)]


def wall_ahead(g: Generation[Walk], x: int, y: int, direction: int) -> None:
    """Make empty tiles around a new tile of the walk, on all 8 sides, wall.

    Only the three ahead can be empty: the others touch the tile that the walker comes from.
    """
    step_x, step_y = STEPS[direction]
    if step_x:
        wall_in(g, x + step_x, y - 1, 0, 1)
    else:
        wall_in(g, x - 1, y + step_y, 1, 0)


def wall_in(g: Generation[Walk], x: int, y: int, next_x: int, next_y: int) -> None:
    """Make the empty ones of three tiles wall: those in a row, or in a column, from (x, y) on."""
    empty, wall = g.codes["empty"], g.codes["wall"]
    for _ in range(3):
        if g.tiles.get(x, y) == empty:
            g.tiles.set(x, y, wall)
        x, y = x + next_x, y + next_y


def place_stairs(g: Generation[Walk]) -> None:
    """Up stairs where the walk began, down stairs at its farthest tile."""
    g.tiles.set(*g.up, g.codes["up_stairs"])
    if g.down == g.up:
        g.status |= NO_DOWN_STAIRS
        g.down = (0, 0)
        return
    g.tiles.set(*g.down, g.codes["down_stairs"])
