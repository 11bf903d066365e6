"""The wishes of the parameters that a walk does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.parameters import Walk


def notes(g: Generation[Walk]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met."""
    if not g.status & STATUS_FEWER_PARTS:
        return []
    dug = sum(code in g.walkable for code in g.tiles.tiles)
    steps = g.parameters.walk.steps * g.parameters.walk.walkers
    return [f"{dug} of {g.parameters.share_tiles} tiles are dug after all {steps:,} steps"]
