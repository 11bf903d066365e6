"""The phase `features`: a first room, the features added to it, and loops."""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.growing import grow
from pygen.kinds.accretion.loops import open_loops
from pygen.kinds.accretion.parameters import Accretion


def build_features(g: Generation[Accretion]) -> Work:
    """Let a dungeon grow, then open loops in it."""
    growth = Growth(g)
    yield from grow(growth)
    if len(growth.records) < g.parameters.features.most:
        g.status |= STATUS_FEWER_PARTS
    yield "grown"
    yield from open_loops(growth)
