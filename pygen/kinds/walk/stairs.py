"""The phase `stairs`: stairs at both ends of the walk's longest way."""

from __future__ import annotations

from pygen.engine.constants import STATUS_NO_DOWN_STAIRS
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.parameters import Walk


def place_stairs(g: Generation[Walk]) -> None:
    """Up stairs where the walk began, down stairs at its farthest tile."""
    g.tiles.set(*g.up, g.codes["up_stairs"])
    if g.down == g.up:
        g.status |= STATUS_NO_DOWN_STAIRS
        g.down = (0, 0)
        return
    g.tiles.set(*g.down, g.codes["down_stairs"])
