"""The phase `walk`: a random walk that digs its way through solid ground.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.covering import cover
from pygen.kinds.walk.digging import begin_walk, make_move
from pygen.kinds.walk.pace import moves_at_once
from pygen.kinds.walk.parameters import Walk


def walk(g: Generation[Walk]) -> Work:
    """Walk from a random tile, dig, and remember start and farthest tile.

    A move that is not made counts, too. The farthest tile is the first one at the greatest
    Manhattan distance from the start, so a tile dug earlier needs no second look. Each walker
    begins at a tile that is dug, so every tile is reachable. If a share of the map is asked for,
    the walk ends with the tile that completes it. If its sections are to be covered, it goes on
    until they are.
    """
    move = Piece("dig", moves_at_once(g.parameters.map, g.parameters.walk.pull))
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
    if g.parameters.coverage.percent:
        yield "dig"
        yield from cover(g, walker)
