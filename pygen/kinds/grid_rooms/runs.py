"""Runs of tiles in a row or a column, drawn as floor or as walls."""

from __future__ import annotations

from collections.abc import Iterable

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.parameters import GridRooms

# left, top, right, bottom, all included
Rectangle = tuple[int, int, int, int]


def draw_figure(g: Generation[GridRooms], rectangle: Rectangle, tile: int) -> None:
    """Fill a rectangle with a tile."""
    left, top, right, bottom = rectangle
    g.tiles.fill(left, top, right - left + 1, bottom - top + 1, tile)


def draw_runs(g: Generation[GridRooms], runs: Iterable[Rectangle], tile: int) -> None:
    """Draw the floor of some runs or, one tile wider all round, their walls.

    Walls must only be drawn on empty ground or other walls.
    """
    wider = int(tile == g.codes["wall"])
    for left, top, right, bottom in runs:
        draw_figure(g, (left - wider, top - wider, right + wider, bottom + wider), tile)
