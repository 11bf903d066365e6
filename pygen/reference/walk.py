"""A random walk through solid ground: document 003's first version, in integers.

The twin of `c64src/walk.c`. As the path is one line of steps, every tile of it is reachable.
"""

from __future__ import annotations

from pygen.reference.generation import NO_DOWN_STAIRS, Generation

LEFT, RIGHT, UP, DOWN = 0, 1, 2, 3
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def walk(g: Generation) -> None:
    """Walk from a random tile, one tile a step, and remember start and farthest tile.

    A step onto the map's outermost ring is not made, but counts. The farthest tile is the first
    one at the greatest Manhattan distance from the start.
    """
    width, height = g.tiles.width, g.tiles.height
    x = 1 + g.random.below(width - 2)
    y = 1 + g.random.below(height - 2)
    g.up = g.down = (x, y)
    farthest = 0
    dig(g, x, y)
    draw = towards_centre if g.parameters.walk.pull == "centre" else any_direction
    for _ in range(g.parameters.walk.steps):
        step_x, step_y = STEPS[draw(g, x, y)]
        if not 1 <= x + step_x <= width - 2 or not 1 <= y + step_y <= height - 2:
            continue
        x, y = x + step_x, y + step_y
        dig(g, x, y)
        distance = abs(x - g.up[0]) + abs(y - g.up[1])
        if distance > farthest:
            farthest, g.down = distance, (x, y)


def any_direction(g: Generation, x: int, y: int) -> int:
    """One of the four directions, all alike."""
    return g.random.below(4)


def towards_centre(g: Generation, x: int, y: int) -> int:
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


def weight(g: Generation, x: int, y: int) -> int:
    """The weight of a tile, 1..255: it falls with the square of the distance from the centre."""
    terms_x, terms_y, weights = g.parameters.tables
    term = terms_x[abs(x - g.tiles.width // 2)] + terms_y[abs(y - g.tiles.height // 2)]
    return weights[min(63, term >> 4)]


def dig(g: Generation, x: int, y: int) -> None:
    """Make a tile floor, and every empty tile around it, on all 8 sides, wall."""
    empty, wall, floor = g.codes["empty"], g.codes["wall"], g.codes["floor"]
    if g.tiles.get(x, y) == floor:
        return
    g.tiles.set(x, y, floor)
    for beside_y in (y - 1, y, y + 1):
        for beside_x in (x - 1, x, x + 1):
            if g.tiles.get(beside_x, beside_y) == empty:
                g.tiles.set(beside_x, beside_y, wall)


def place_stairs(g: Generation) -> None:
    """Up stairs where the walk began, down stairs at its farthest tile."""
    g.tiles.set(*g.up, g.codes["up_stairs"])
    if g.down == g.up:
        g.status |= NO_DOWN_STAIRS
        g.down = (0, 0)
        return
    g.tiles.set(*g.down, g.codes["down_stairs"])


PHASES = (
    ("walk", walk),
    ("stairs", place_stairs),
    ("camera", Generation.place_camera),
)
