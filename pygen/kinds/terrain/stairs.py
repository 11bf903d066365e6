"""The phase `stairs`: stairs far apart, in the same part."""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.stairs import place_far_stairs
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import keep_regions
from pygen.kinds.terrain.parameters import Terrain


def walkable_plane(g: Generation[Terrain]) -> Plane:
    """The plane of the finished map: tiles that are not walkable are solid."""
    plane = Plane(g)
    for y in range(plane.height):
        for x in range(plane.width):
            if g.tiles.get(x, y) in g.walkable:
                plane.solid[y] &= ~(1 << x)
    return plane


def place_stairs(g: Generation[Terrain]) -> Work:
    """Up stairs at a random walkable tile, down stairs at the one that is farthest away; both in
    the largest part if there are several."""
    plane = walkable_plane(g)
    if not g.parameters.parts.join:
        yield from keep_regions(plane, 0)
        yield "keep"
    yield from place_far_stairs(g, lambda _, x, y: not plane.solid[y] >> x & 1)
