"""The pass `tile_rules`: the map is read into a plane, from which the looks follow."""

from __future__ import annotations

from itertools import product
from typing import Any

from pygen.engine.constants import CHUNK_EDGES, CHUNK_SIDE
from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.edges import ABOVE, LEFT, RIGHT
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.passes.tile_rules.parameters import TileRules
from pygen.passes.tile_rules.rules import follow_rules
from pygen.passes.tile_rules.shapes import give_shapes

OPENED = Piece("open", schedule("passes/tile_rules")["tiles_opened"], is_done=True)


def open_edges(plane: Plane) -> Work:
    """Open the tiles at the sides of the map that are open there. Planes take all of them as solid,
    but ways lead through the edges of a world's chunk."""
    g = plane.g
    closed = {g.codes[name] for name in (*plane.closed, *g.blueprint.secrets)}
    for side, at in product(range(CHUNK_EDGES), range(CHUNK_SIDE)):
        across = 0 if side in (LEFT, ABOVE) else CHUNK_SIDE - 1
        x, y = (across, at) if side in (LEFT, RIGHT) else (at, across)
        if g.tiles.get(x, y) not in closed:
            plane.solid[y] &= ~(1 << x)
        yield OPENED


def give_looks(g: Generation[Any], p: TileRules) -> Work:
    """Give looks to walls by their shapes, or to all tiles by rules."""
    plane = Plane(g)
    yield from read_plane_as_seen(plane)
    yield "read"
    if g.parameters.world:
        yield from open_edges(plane)
    if p.is_rules:
        yield from follow_rules(g, p, plane)
    else:
        yield from give_shapes(g, p, plane)
