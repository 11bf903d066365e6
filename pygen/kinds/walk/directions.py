"""The direction of a step: any of the four, or drawn by the weights of the neighbouring tiles."""

from __future__ import annotations

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.constants import STEP_DOWN, STEP_LEFT, STEP_RIGHT, STEP_UP
from pygen.kinds.walk.parameters import Walk


def weigh(g: Generation[Walk], x: int, y: int) -> int:
    """The weight of a tile, 1..255: it falls with the square of the distance from the centre."""
    terms_x, terms_y, weights = g.parameters.tables
    term = terms_x[abs(x - g.tiles.width // 2)] + terms_y[abs(y - g.tiles.height // 2)]
    return weights[min(63, term >> 4)]


def weigh_neighbours(g: Generation[Walk], x: int, y: int) -> tuple[int, int, int, int]:
    """The weights of the tiles left, right, above and below."""
    return weigh(g, x - 1, y), weigh(g, x + 1, y), weigh(g, x, y - 1), weigh(g, x, y + 1)


def draw_direction(g: Generation[Walk], x: int, y: int) -> int:
    """The direction of a step from (x, y).

    With `pull: uniform` all four directions are equally likely. With `pull: centre` the chance of
    each is proportional to the weight of its tile, so steps towards the centre are likelier.
    """
    if g.parameters.walk.pull == "uniform":
        return g.random.below(4)
    left, right, up, down = weigh_neighbours(g, x, y)
    pick = g.random.draw() * (left + right + up + down) >> 16
    if pick < left:
        return STEP_LEFT
    pick -= left
    if pick < right:
        return STEP_RIGHT
    return STEP_UP if pick - right < up else STEP_DOWN
