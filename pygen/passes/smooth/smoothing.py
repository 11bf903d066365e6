"""The pass `smooth`: the map is read into a plane, changed there, and written back.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.automaton import run_automaton
from pygen.engine.plane.plane import (
    OPEN,
    SOLID,
    Plane,
    open_others,
    read_others,
    read_plane,
    write_plane,
)
from pygen.engine.plane.watching import draft
from pygen.passes.smooth.parameters import Smooth


def smooth_map(g: Generation[Any], p: Smooth) -> Work:
    """Change walls and floor by the rule; doors, stairs and all other tiles stay."""
    plane = Plane(g)
    plane.edge = OPEN if p.outside == "floor" else SOLID
    yield from read_plane(plane)
    g.draft = lambda: draft(plane)
    yield "read"
    yield "rule"
    yield from run_automaton(plane, *p.sums, p.rounds)
    yield "round"
    if plane.has_others:
        yield from read_others(plane)
        yield "others"
        yield from open_others(plane)
        yield "open"
    yield from write_plane(plane)
