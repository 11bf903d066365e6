"""Falloff: heights are lowered towards the edge of the map, so that water surrounds the land. In C
a kernel does that."""

from __future__ import annotations

from pygen.kinds.terrain.parameters import Falloff


def lower_row(falloff: Falloff, row: list[int], y: int, map_height: int) -> None:
    """Lower the heights of row y where they are near an edge, but to no less than 0: by the fall of
    their column and that of their row."""
    of_row, of_columns = falloff.falls(map_height)[y], falloff.falls(len(row))
    row[:] = [max(0, height - fall - of_row) for height, fall in zip(row, of_columns)]
