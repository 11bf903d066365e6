"""The pass `regions`: the map is read into a plane, its regions dropped or joined, and written
back. In a dungeon with protected tiles, regions that cannot be joined are dropped after all.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane, read_others, read_plane, write_plane
from pygen.engine.plane.protected import protected_rows
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.passes.regions.detours import join_around
from pygen.passes.regions.parameters import Regions


def keep_or_join(g: Generation[Any], p: Regions) -> Work:
    """Drop regions as `keep` says, then join those that are left."""
    plane = Plane(g)
    yield from read_plane(plane)
    yield "read"
    if p.drops:
        yield from keep_regions(plane, p.least_size if p.keep == "large" else 0)
        yield "keep"
    protected = protected_rows(g)
    if p.joins and protected is None:
        yield from join_regions(plane)
        yield "join"
    elif p.joins and protected is not None:
        left = yield from join_around(plane, protected)
        yield "join"
        if left:
            for _ in range(left):
                g.leave_out(STATUS_NOT_ALL_PLACED)
            yield from keep_regions(plane, 0)
            yield "keep"
    if plane.has_others:
        yield from read_others(plane)
        yield "others"
    yield from write_plane(plane)
