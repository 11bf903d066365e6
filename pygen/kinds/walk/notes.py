"""The wishes of the parameters that a walk does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.constants import MOST_COVERING_WALKS
from pygen.kinds.walk.parameters import Walk


def sections_with_floor(g: Generation[Walk]) -> int:
    """How many sections of the map have a tile that can be walked on."""
    across, down = g.parameters.sections_across, g.parameters.sections_down
    return sum(
        any(
            g.tiles.get(x, y) in g.walkable
            for y in range(top, bottom + 1)
            for x in range(left, right + 1)
        )
        for top, bottom in down
        for left, right in across
    )


def notes(g: Generation[Walk]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met."""
    if not g.status & STATUS_FEWER_PARTS:
        return []
    p = g.parameters
    if p.wanted_sections:
        covered = sections_with_floor(g)
        return [
            f"{covered} of {p.wanted_sections} sections have floor after {MOST_COVERING_WALKS} "
            "further walks"
        ]
    dug = sum(code in g.walkable for code in g.tiles.tiles)
    steps = p.walk.steps * p.walk.walkers
    return [f"{dug} of {p.share_tiles} tiles are dug after all {steps:,} steps"]
