"""The sides of a tile or a rectangle, such as a room, a part of the map or a piece, by number."""

from __future__ import annotations

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""`side ^ 1` is the opposite side. A side below TOP is upright."""

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The columns and rows from a tile to its neighbour on each side."""

Tile = tuple[int, int]
"""The column and the row of a tile."""


def neighbours(x: int, y: int) -> list[Tile]:
    """The four tiles beside a tile, by their sides."""
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
