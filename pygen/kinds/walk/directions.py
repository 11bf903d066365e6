"""The direction of a step: any of the four, or drawn by the weights of the neighbouring tiles."""

from __future__ import annotations

from bisect import bisect_right

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.parameters import Walk

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The change of column and row with a step to the left, to the right, up and down."""


def draw_direction(g: Generation[Walk], x: int, y: int) -> int:
    """The direction of a step from (x, y), as a place in STEPS.

    With `pull: uniform` all four directions are equally likely. Otherwise the chance of each is
    proportional to the weight of its tile.
    """
    parameters = g.parameters
    if parameters.walk.pull == "uniform":
        return g.random.below(4)
    sums = parameters.weight_sums[y * g.tiles.width + x]
    return bisect_right(sums, (g.random.draw() * sums[-1]) >> 16)
