"""The moves of a walker, which digs its way through solid ground."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.directions import STEPS, draw_direction
from pygen.kinds.walk.parameters import Walk


@dataclass
class Walker:
    """The current tile of the walk, its greatest distance from the start so far, and the number of
    tiles that are dug."""

    x: int
    y: int
    farthest: int = 0
    dug: int = 1


def dig(g: Generation[Walk], x: int, y: int) -> None:
    """Make a tile floor, and the empty tiles around it, on all 8 sides, wall."""
    tiles, width = g.tiles.tiles, g.tiles.width
    empty, wall = bytes((g.codes["empty"],)), bytes((g.codes["wall"],))
    g.tiles.set(x, y, g.codes["floor"])
    first = (y - 1) * width + x - 1
    for at in range(first, first + 3 * width, width):
        tiles[at : at + 3] = tiles[at : at + 3].replace(empty, wall)


def begin_walk(g: Generation[Walk]) -> Walker:
    """Dig at a random tile, where the walk begins, and wall it in on all sides."""
    x, y = g.random_tile()
    g.up = g.down = (x, y)
    dig(g, x, y)
    return Walker(x, y)


def measure(g: Generation[Walk], walker: Walker) -> None:
    """Remember the walker's tile if no earlier one was as far from the start of the walk."""
    distance = abs(walker.x - g.up[0]) + abs(walker.y - g.up[1])
    if distance > walker.farthest:
        walker.farthest = distance
        g.down = (walker.x, walker.y)


def make_move(g: Generation[Walk], walker: Walker) -> None:
    """Make a move in a direction that is drawn, and dig where it leads."""
    go(g, walker, draw_direction(g, walker.x, walker.y))


def go(g: Generation[Walk], walker: Walker, direction: int) -> None:
    """Go in a direction, and dig there. A move onto the map's outermost ring is not made."""
    tiles = g.tiles
    step_x, step_y = STEPS[direction]
    x, y = walker.x + step_x, walker.y + step_y
    if not 0 < x < tiles.width - 1 or not 0 < y < tiles.height - 1:
        g.tried("move", x, y, fits=False)
        return
    walker.x, walker.y = x, y
    if tiles.tiles[y * tiles.width + x] != g.codes["floor"]:
        dig(g, x, y)
        measure(g, walker)
        walker.dug += 1
