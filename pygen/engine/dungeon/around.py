"""The tiles around a tile: reading them, and making the empty ones walls.

The twins are `c64src/core/read_around.h` and `c64src/core/wall_around.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.generation import Generation

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours, clockwise from the one above."""

ABOVE, RIGHT, BELOW, LEFT = 0, 2, 4, 6
"""The places of four neighbours in the order of AROUND. There, neighbours that touch follow each
other, as the pass `water` needs them: so it is not the order of `pygen.engine.definition.sides`."""


def read_around(g: Generation[Any], x: int, y: int) -> list[int]:
    """The codes of the eight neighbours of a tile, which is not at the edge of the map, in the
    order of AROUND."""
    tiles, width = g.tiles.tiles, g.tiles.width
    at, above, below = y * width + x, (y - 1) * width + x, (y + 1) * width + x
    return [
        tiles[above],
        tiles[above + 1],
        tiles[at + 1],
        tiles[below + 1],
        tiles[below],
        tiles[below - 1],
        tiles[at - 1],
        tiles[above - 1],
    ]


def wall_around(g: Generation[Any], x: int, y: int, around: list[int]) -> None:
    """Make the empty tiles around a tile walls, given the codes of all of them."""
    for number, code in enumerate(around):
        if code == g.codes["empty"]:
            across, down = AROUND[number]
            g.tiles.set(x + across, y + down, g.codes["wall"])
