"""Edges of a world's chunk that are open wherever the land is, not only at the gates.

A landscape goes on from chunk to chunk: its kind draws the tiles at the edge so that they match the
chunk beside it. Then these tiles are closed until the end, as in any dungeon, and their codes are
kept. The phase `edges` opens the gates. In kinds with wide edges, the phase before it restores the
tiles that can be reached from within the chunk. The twin of
`c64src/core/wide_edges.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from pygen.engine.constants import CHUNK_EDGES, CHUNK_SIDE
from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.edges import side_tile
from pygen.engine.generator.kind import Phase

LAST = CHUNK_SIDE - 1

TILE = Piece("side", schedule("core")["opened_at_once"])


def keep_edge_tile(g: Generation[Any], x: int, y: int) -> None:
    """Keep the code of a tile, if it is at the edge."""
    if x in (0, LAST) or y in (0, LAST):
        g.edge_tiles[x, y] = g.tiles.get(x, y)


def reopen_tile(g: Generation[Any], side: int, place: int) -> None:
    """Restore a tile of a side, if it was closed and one can walk to it from within."""
    tile, inner = side_tile(side, place, 0), side_tile(side, place, 1)
    if tile in g.edge_tiles and g.tiles.get(*inner) in g.walkable:
        g.tiles.set(*tile, g.edge_tiles[tile])


def reopen_corner(g: Generation[Any], x: int, y: int) -> None:
    """Restore a corner, if it was closed and one can walk to it along an edge."""
    # Columns and rows at the edge are 0 and LAST: the one beside differs from either in its last
    # bit.
    beside = (x ^ 1, y), (x, y ^ 1)
    if (x, y) in g.edge_tiles and any(g.tiles.get(*tile) in g.walkable for tile in beside):
        g.tiles.set(x, y, g.edge_tiles[x, y])


def open_wide_edges(g: Generation[Any]) -> Work:
    """Reopen the tiles that were closed at the edges, at last the corners."""
    for side, place in product(range(CHUNK_EDGES), range(CHUNK_SIDE)):
        yield TILE
        if place not in (0, LAST):
            reopen_tile(g, side, place)
    yield "sides"
    for x, y in product((0, LAST), (0, LAST)):
        reopen_corner(g, x, y)


WIDE_EDGES: Phase[Any] = Phase("wide edges", open_wide_edges)
"""The phase of a kind with wide edges: one of its `phases_of_worlds`."""
