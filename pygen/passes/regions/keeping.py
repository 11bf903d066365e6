"""The pass `regions`: the map is read into a plane, its regions dropped or joined, and written
back.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane, read_others, read_plane, write_plane
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.passes.regions.parameters import Regions


def keep_or_join(g: Generation[Any], p: Regions) -> Work:
    """Drop regions as `keep` says, then join those that are left."""
    plane = Plane(g)
    yield from read_plane(plane)
    yield "read"
    if p.drops:
        yield from keep_regions(plane, p.least_size if p.keep == "large" else 0)
        yield "keep"
    if p.joins:
        yield from join_regions(plane)
        yield "join"
    if plane.has_others:
        yield from read_others(plane)
        yield "others"
    yield from write_plane(plane)
