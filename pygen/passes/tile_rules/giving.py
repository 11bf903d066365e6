"""The pass `tile_rules`: the map is read into a plane, of which looks follow."""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.kind import Steps
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.passes.tile_rules.parameters import TileRules
from pygen.passes.tile_rules.rules import follow_rules
from pygen.passes.tile_rules.shapes import give_shapes


def give_looks(g: Generation[Any], p: TileRules) -> Steps:
    """Give looks to walls by their shapes, or to all tiles by rules."""
    plane = Plane(g)
    yield from read_plane_as_seen(plane)
    yield "read"
    if p.is_rules:
        yield from follow_rules(g, p, plane)
    else:
        yield from give_shapes(g, p, plane)
