"""The pass `speckle`: single walls on the floor, row by row."""

from __future__ import annotations

from typing import Any

from pygen.passes.speckle.parameters import Speckle

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation


def speckle_row(g: Generation[Any], p: Speckle, y: int) -> None:
    """Turn tiles of the floor in row y into walls, each by chance."""
    for x in range(g.tiles.width):
        if g.tiles.get(x, y) == g.codes["floor"] and g.random.chance_of(p.chance):
            g.tiles.set(x, y, g.codes["wall"])


def speckle(g: Generation[Any], p: Speckle) -> Work:
    """Turn tiles of the floor into walls; a row is a step."""
    for y in range(g.tiles.height):
        if y:
            yield "row"
        if p.rows[y % len(p.rows)]:
            speckle_row(g, p, y)
