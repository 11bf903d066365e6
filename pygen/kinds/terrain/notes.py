"""The wishes of the parameters that a terrain does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.terrain.parameters import Terrain


def notes(g: Generation[Terrain]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met."""
    rivers = g.parameters.rivers
    if not g.status & STATUS_FEWER_PARTS:
        return []
    return [f"not all {rivers.count} rivers found a course of {rivers.least_length} tiles or more"]
