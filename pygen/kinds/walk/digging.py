"""The phase `walk`: a random walk that digs its way through solid ground."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.constants import STEP_DOWN, STEP_LEFT, STEP_RIGHT, STEP_UP
from pygen.kinds.walk.directions import draw_direction
from pygen.kinds.walk.pace import moves_at_once
from pygen.kinds.walk.parameters import Walk

STEPS = {STEP_LEFT: (-1, 0), STEP_RIGHT: (1, 0), STEP_UP: (0, -1), STEP_DOWN: (0, 1)}


@dataclass
class Walker:
    """The current tile of the walk, its greatest distance from the start so far, and the number of
    tiles that are dug."""

    x: int
    y: int
    farthest: int = 0
    dug: int = 1


def wall_in(g: Generation[Walk], x: int, y: int, direction: int) -> None:
    """Make three tiles from (x, y) on wall, if they are empty.

    The tiles are in a column for a step to the left or right, else in a row.
    """
    empty, wall = g.codes["empty"], g.codes["wall"]
    for _ in range(3):
        if g.tiles.get(x, y) == empty:
            g.tiles.set(x, y, wall)
        if direction < STEP_UP:
            y += 1
        else:
            x += 1


def wall_ahead(g: Generation[Walk], walker: Walker, direction: int) -> None:
    """Make empty tiles around the walker's new tile, on all 8 sides, wall.

    Only the three ahead can be empty: the others touch the tile that the walker comes from.
    """
    x, y = walker.x - 1, walker.y - 1
    if direction == STEP_RIGHT:
        x += 2
    elif direction == STEP_DOWN:
        y += 2
    wall_in(g, x, y, direction)


def begin_walk(g: Generation[Walk]) -> Walker:
    """Dig at a random tile, where the walk begins, and wall it in on all sides."""
    x, y = g.random_tile()
    g.up = g.down = (x, y)
    g.tiles.set(x, y, g.codes["floor"])
    for column in (x - 1, x, x + 1):
        wall_in(g, column, y - 1, STEP_LEFT)
    return Walker(x, y)


def measure(g: Generation[Walk], walker: Walker) -> None:
    """Remember the walker's tile if no earlier one was as far from the start of the walk."""
    distance = abs(walker.x - g.up[0]) + abs(walker.y - g.up[1])
    if distance > walker.farthest:
        walker.farthest = distance
        g.down = (walker.x, walker.y)


def begin_again(g: Generation[Walk], walker: Walker) -> None:
    """Let another walker begin: where the first one began, or at the farthest tile so far."""
    walker.x, walker.y = g.down if g.parameters.walk.begin == "farthest" else g.up


def make_move(g: Generation[Walk], walker: Walker) -> None:
    """Make a move, and dig where it leads. A move onto the map's outermost ring is not made."""
    direction = draw_direction(g, walker.x, walker.y)
    step_x, step_y = STEPS[direction]
    x, y = walker.x + step_x, walker.y + step_y
    if not 1 <= x <= g.tiles.width - 2 or not 1 <= y <= g.tiles.height - 2:
        g.tried("move", x, y, fits=False)
        return
    walker.x, walker.y = x, y
    if g.tiles.get(x, y) != g.codes["floor"]:
        g.tiles.set(x, y, g.codes["floor"])
        wall_ahead(g, walker, direction)
        measure(g, walker)
        walker.dug += 1


def walk(g: Generation[Walk]) -> Work:
    """Walk from a random tile, dig, and remember start and farthest tile.

    A move that is not made counts, too. The farthest tile is the first one at the greatest
    Manhattan distance from the start, so a tile dug earlier needs no second look. Each walker
    begins at a tile that is dug, so every tile is reachable. If a share of the map is asked for,
    the walk ends with the tile that completes it.
    """
    move = Piece("dig", moves_at_once(g.parameters.map))
    wanted, walker = g.parameters.share_tiles, begin_walk(g)
    for number in range(g.parameters.walk.walkers):
        if number > 0:
            begin_again(g, walker)
        yield "dig"
        for _ in range(g.parameters.walk.steps):
            yield move
            make_move(g, walker)
            if walker.dug == wanted:
                return
    if wanted:
        g.status |= STATUS_FEWER_PARTS
