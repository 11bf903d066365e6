"""The pass `tile_rules`: the map is read into a plane, of which looks follow."""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import CHUNK_EDGES, CHUNK_SIDE
from pygen.engine.edges import ABOVE, LEFT, RIGHT
from pygen.engine.generation import Generation
from pygen.engine.pace import Work
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.passes.tile_rules.constants import TILES_OPENED
from pygen.passes.tile_rules.parameters import TileRules
from pygen.passes.tile_rules.rules import follow_rules
from pygen.passes.tile_rules.shapes import give_shapes


def open_edge(plane: Plane, side: int, first: int) -> None:
    """Open what is open at one side of the map, some tiles from `first` on: planes take them all as
    solid, but ways lead through the edges of a world's chunk."""
    g = plane.g
    closed = {g.codes[name] for name in (*plane.closed, *g.blueprint.secrets)}
    for at in range(first, first + TILES_OPENED):
        across = 0 if side in (LEFT, ABOVE) else CHUNK_SIDE - 1
        x, y = (across, at) if side in (LEFT, RIGHT) else (at, across)
        if g.tiles.get(x, y) not in closed:
            plane.solid[y] &= ~(1 << x)


def give_looks(g: Generation[Any], p: TileRules) -> Work:
    """Give looks to walls by their shapes, or to all tiles by rules."""
    plane = Plane(g)
    yield from read_plane_as_seen(plane)
    yield "read"
    if g.parameters.world:
        for side in range(CHUNK_EDGES):
            for first in range(0, CHUNK_SIDE, TILES_OPENED):
                open_edge(plane, side, first)
                yield "open"
    if p.is_rules:
        yield from follow_rules(g, p, plane)
    else:
        yield from give_shapes(g, p, plane)
