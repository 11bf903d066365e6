"""The cells of a floor, which lie in a grid, and rectangles of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pygen.kinds.mystery.constants import CELLS_ACROSS, CELLS_DOWN, EAST, NORTH, SOUTH, WEST

Place = tuple[int, int]
"""The column and the row of a tile."""

STEPS = {NORTH: (0, -1), SOUTH: (0, 1), WEST: (-1, 0), EAST: (1, 0)}

COUNTERCLOCKWISE = (EAST, NORTH, WEST, SOUTH)
"""The directions, each to the left of the one before. Many draws choose a direction by its place
here."""


class Rect(NamedTuple):
    """A rectangle of tiles; `right` and `bottom` are the first column and row outside of it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top

    @property
    def middle(self) -> Place:
        """The tile in the middle."""
        return self.left + self.right >> 1, self.top + self.bottom >> 1

    @property
    def has_odd_sides(self) -> bool:
        """Whether both sides are odd."""
        return bool(self.width & self.height & 1)

    def contains(self, x: int, y: int) -> bool:
        """Whether a tile is within the rectangle."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def united(self, other: Rect) -> Rect:
        """The smallest rectangle that covers both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def rows(self) -> Iterator[Rect]:
        """The rows from the top, each as a rectangle."""
        for y in range(self.top, self.bottom):
            yield Rect(self.left, y, self.right, y + 1)

    def tiles(self) -> list[Place]:
        """The tiles, row by row."""
        columns = range(self.left, self.right)
        return [(x, y) for y in range(self.top, self.bottom) for x in columns]


NOWHERE = Rect(0, 0, 0, 0)


class Cell:
    """A part of the floor that may have a room.

    `bounds` is the cell's part of the map. `rect` is the rectangle of its room, or its anchor: the
    single tile by which halls pass a cell without a room. `links` are the directions in which the
    cell is linked with neighbours, `to_dig` the directions in which halls still have to be dug.

    A cell that is not valid is left out. A room that is merged covers the rooms of several cells:
    one of these cells keeps it, the others are absorbed.
    """

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y
        self.bounds = self.rect = NOWHERE
        self.begin(is_valid=False, has_room=False)

    def begin(self, *, is_valid: bool, has_room: bool) -> None:
        """Reset the cell to its initial state."""
        self.is_valid, self.has_room = is_valid, has_room
        self.is_connected = self.is_merged = self.is_absorbed = False
        self.is_maze = self.is_imperfect = self.is_structured = False
        self.links: set[int] = set()
        self.to_dig: set[int] = set()

    @property
    def has_live_room(self) -> bool:
        """Whether the cell has a room to which a hall leads."""
        return self.is_valid and self.has_room and self.is_connected

    @property
    def is_cut_off(self) -> bool:
        """Whether no hall leads to the cell's room or anchor."""
        return self.is_valid and not self.is_connected and not self.is_absorbed


class Grid:
    """All cells that a floor can have. It uses the first `across` columns and `down` rows."""

    def __init__(self) -> None:
        self.cells = [Cell(x, y) for y in range(CELLS_DOWN) for x in range(CELLS_ACROSS)]
        self.across = self.down = 0

    def at(self, x: int, y: int) -> Cell | None:
        """The cell in a column and a row; None outside the grid."""
        if 0 <= x < self.across and 0 <= y < self.down:
            return self.cells[y * CELLS_ACROSS + x]
        return None

    def beside(self, cell: Cell, direction: int) -> Cell | None:
        """The neighbour in a direction; None outside the grid."""
        step_x, step_y = STEPS[direction]
        return self.at(cell.x + step_x, cell.y + step_y)

    def link(self, cell: Cell, direction: int) -> None:
        """Link a cell with its neighbour in a direction, if it has one."""
        other = self.beside(cell, direction)
        if other:
            cell.links.add(direction)
            other.links.add(opposite(direction))

    @property
    def rows(self) -> list[list[Cell]]:
        """The rows of the cells in use."""
        ends = [(y * CELLS_ACROSS, y * CELLS_ACROSS + self.across) for y in range(self.down)]
        return [self.cells[first:behind] for first, behind in ends]

    @property
    def columns(self) -> list[list[Cell]]:
        """The columns of the cells in use."""
        return [list(column) for column in zip(*self.rows, strict=True)]

    @property
    def by_rows(self) -> list[Cell]:
        """The cells in use, row by row."""
        return [cell for row in self.rows for cell in row]

    @property
    def by_columns(self) -> list[Cell]:
        """The cells in use, column by column."""
        return [cell for column in self.columns for cell in column]


@cache
def turns_left(direction: int) -> tuple[int, ...]:
    """All four directions, from one on, each to the left of the one before."""
    first = COUNTERCLOCKWISE.index(direction)
    return COUNTERCLOCKWISE[first:] + COUNTERCLOCKWISE[:first]


def opposite(direction: int) -> int:
    """The direction back."""
    return direction ^ 1
