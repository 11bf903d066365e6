"""Shapes of rooms: what of a room's rectangle is floor. They follow from the number of the shape
and the size of the room, except for caves, which have random edges.

The twin is `c64src/core/shapes.h`.
"""

from __future__ import annotations

from math import isqrt

from pygen.engine.constants import LARGEST_RADIUS

RECTANGLE, CUT, ROUND, CROSS, L_SHAPED, CAVE, PILLARED = range(7)
"""The numbers of the shapes, which `pygen.engine.definition.places` names."""

LEAST_SIDES = {"rectangle": 1, "cut": 4, "round": 5, "cross": 5, "l": 5, "cave": 6, "pillared": 5}
"""The shortest side that a room of each shape may have."""


def cut_depth(width: int, height: int) -> int:
    """How many tiles of the first row a cut corner takes; each row after it has one more tile."""
    side = min(width, height)
    return 1 + (side >= 10) + (side >= 16)


def radius(width: int, height: int) -> int:
    """The radius of the corners of a round room."""
    return min(min(width, height) // 2, LARGEST_RADIUS)


def indent(radius: int, row: int) -> int:
    """How many tiles a row lacks in a round corner, with row 0 at the wall. A tile that is cut by
    the circle is lost if less than a third of it is inside."""
    twice = 2 * (radius - row) - 1
    return radius - (isqrt(9 * (4 * radius * radius - twice * twice)) + 2) // 6


def indents() -> list[int]:
    """The indents of all rows by radius: those of radius r begin at r * (r - 1) / 2."""
    return [indent(size, row) for size in range(1, LARGEST_RADIUS + 1) for row in range(size)]


def third(side: int) -> int:
    """How much of a side each corner of a cross takes."""
    return side // 3


def l_part(side: int) -> int:
    """How much of a side the corner of an L takes."""
    return (side + 1) // 3


def cave_depth(width: int, height: int) -> int:
    """How far the edges of a cave go into its rectangle, and its corners at most twice as far."""
    return (min(width, height) - 1) // 4


def inner_area(shape: int, width: int, height: int) -> tuple[int, int, int, int]:
    """The largest rectangle round the middle of a room that is certainly floor, in a room of this
    shape and size: its column and row, counted from those of the room, its width and height."""
    across = down = 0
    if shape == CUT:
        depth = cut_depth(width, height)
        down = depth // 2
        across = depth - down
    elif shape == ROUND:
        size = radius(width, height)
        while indent(size, down) > down:
            down += 1
        across = indent(size, down)
    elif shape in (CROSS, L_SHAPED):
        part = third if shape == CROSS else l_part
        # The bar along the longer side.
        across, down = (0, part(height)) if width >= height else (part(width), 0)
    elif shape == CAVE:
        across = down = cave_depth(width, height)
    elif shape == PILLARED:
        across, down = (0, 2) if width >= height else (2, 0)
    return across, down, width - 2 * across, height - 2 * down
