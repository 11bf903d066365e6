"""The orientations of a drawing: turned by quarters and mirrored.

An orientation is a number of three bits. `TURN_SIDES`: columns become rows. Then `FLIP_COLUMNS`:
the columns come in the opposite order, and `FLIP_ROWS`: the rows do. So the eight numbers are the
eight ways to lay a drawing on the map, and a drawing is turned without being mirrored if an even
number of its bits is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pygen.engine.constants import FLIP_COLUMNS, FLIP_ROWS, TURN_SIDES

Rows = tuple[str, ...]

Mark = TypeVar("Mark")

MOST_ORIENTATIONS = 8


def orientations_of(turned: bool, mirrored: bool) -> tuple[int, ...]:
    """The orientations that a drawing may have. A drawing that is only mirrored has its left and
    its right side exchanged."""
    if turned and mirrored:
        return tuple(range(MOST_ORIENTATIONS))
    if turned:
        return tuple(n for n in range(MOST_ORIENTATIONS) if not n.bit_count() % 2)
    return (0, FLIP_COLUMNS) if mirrored else (0,)


def placed(orientation: int, width: int, height: int, x: int, y: int) -> tuple[int, int]:
    """Where the mark at column `x`, row `y` of a drawing of `width` x `height` marks comes to lie:
    the column and the row from the upper left place that the drawing takes."""
    if orientation & TURN_SIDES:
        x, y, width, height = y, x, height, width
    if orientation & FLIP_COLUMNS:
        x = width - 1 - x
    if orientation & FLIP_ROWS:
        y = height - 1 - y
    return x, y


def extent(orientation: int, width: int, height: int) -> tuple[int, int]:
    """The columns and rows that a drawing of `width` x `height` marks takes."""
    return (height, width) if orientation & TURN_SIDES else (width, height)


def oriented(rows: Sequence[Sequence[Mark]], orientation: int) -> list[list[Mark]]:
    """The rows of a drawing in an orientation."""
    width, height = len(rows[0]), len(rows)
    columns, lines = extent(orientation, width, height)
    found = [list(rows[0][:1]) * columns for _ in range(lines)]
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            column, line = placed(orientation, width, height, x, y)
            found[line][column] = mark
    return found


def turned_drawings(drawing: Rows, turned: bool, mirrored: bool) -> list[Rows]:
    """A drawing in all of its orientations; of equal ones only the first. They come in the order of
    quarter turns to the right, first of the drawing, then of its mirror image."""
    found: list[Rows] = []
    for start in (drawing, tuple(row[::-1] for row in drawing))[: 1 + mirrored]:
        current = start
        for _ in range(4 if turned else 1):
            if current not in found:
                found.append(current)
            current = tuple("".join(column) for column in zip(*current[::-1]))
    return found
