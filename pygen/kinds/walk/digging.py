"""The phase `walk`: a random walk that digs its way through solid ground.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.directions import STEPS, draw_direction
from pygen.kinds.walk.pace import moves_at_once
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
    """Make a move, and dig where it leads. A move onto the map's outermost ring is not made."""
    tiles = g.tiles
    step_x, step_y = STEPS[draw_direction(g, walker.x, walker.y)]
    x, y = walker.x + step_x, walker.y + step_y
    if not 0 < x < tiles.width - 1 or not 0 < y < tiles.height - 1:
        g.tried("move", x, y, fits=False)
        return
    walker.x, walker.y = x, y
    if tiles.tiles[y * tiles.width + x] != g.codes["floor"]:
        dig(g, x, y)
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
            walker.x, walker.y = g.down if g.parameters.walk.begin == "farthest" else g.up
        yield "dig"
        for _ in range(g.parameters.walk.steps):
            yield move
            make_move(g, walker)
            if walker.dug == wanted:
                return
    if wanted:
        g.status |= STATUS_FEWER_PARTS
