"""The edges of a world's chunk: gates lead through them to the chunks beside it.

A gate is a tile at the edge and the tile inside it. The pass `gates` opens the inner tile before
the chunk is joined, and the phase `edges` the outer one at the end. Passes that join, change or
read the map between them find it closed all round, as in any dungeon. The twin of
`c64src/core/edges.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import CHUNK_EDGES, CHUNK_SIDE, LEVEL_EDGE, UPRIGHT_EDGE, WORLD_CHUNKS
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.worlds import gates_of_edge

LEFT, ABOVE, RIGHT, BELOW = range(4)
"""The sides of a chunk. They are opened in this order, step by step, and so in the C: it is not the
order of `pygen.engine.definition.sides`."""

SIDE = Piece("side", 1)


def find_gates(g: Generation[Any], side: int) -> None:
    """Find the gates of one side. An edge has the coordinates of the chunk on the left of it or
    above it."""
    assert g.parameters.world
    x, y = g.chunk
    if side == LEFT:
        x = (x - 1) % WORLD_CHUNKS
    elif side == ABOVE:
        y = (y - 1) % WORLD_CHUNKS
    edge = UPRIGHT_EDGE if side in (LEFT, RIGHT) else LEVEL_EDGE
    g.gates[side] = gates_of_edge(g.world, x | edge, y, g.parameters.world.gates)


def side_tile(side: int, place: int, depth: int) -> Tile:
    """The tile of a chunk that is `depth` tiles away from one of its sides; `place` counts along
    that side."""
    across = depth if side in (LEFT, ABOVE) else CHUNK_SIDE - 1 - depth
    return (across, place) if side in (LEFT, RIGHT) else (place, across)


def open_side(g: Generation[Any], side: int, depth: int) -> None:
    """Make a tile of each gate of one side floor if it cannot be walked on. The tile is `depth`
    tiles away from the edge."""
    for place in g.gates[side]:
        x, y = side_tile(side, place, depth)
        if g.tiles.get(x, y) not in g.walkable:
            g.tiles.set(x, y, g.codes["floor"])


def open_edges(g: Generation[Any]) -> Work:
    """Open the gates at the edges themselves."""
    for side in range(CHUNK_EDGES):
        yield SIDE
        open_side(g, side, 0)
