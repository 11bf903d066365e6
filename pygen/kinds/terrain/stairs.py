"""The phase `stairs`: stairs far apart, in the same part.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections import deque

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.stairs import place_far_stairs
from pygen.engine.plane.plane import Plane, read_plane
from pygen.engine.plane.regions import keep_regions
from pygen.kinds.terrain.parameters import Terrain


def place_stairs(g: Generation[Terrain]) -> Work:
    """Up stairs at a random walkable tile, down stairs at the one that is farthest away; both in
    the largest part if there are several."""
    plane = Plane(g)
    # No step is for reading the map: the C still has the plane of the phase before.
    deque(read_plane(plane), maxlen=0)
    if not g.parameters.parts.join:
        yield from keep_regions(plane, 0)
        yield "keep"
    yield from place_far_stairs(g, lambda _, x, y: not (plane.solid[y] >> x) & 1)
