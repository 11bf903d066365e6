"""The layouts of the original: their cells, and what belongs to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pygen.kinds.mystery.constants import ROOM, VALID

# The properties of a layout, as bits.
DENSITY = 0x0001
WALK = 0x0002
MERGES = 0x0004
WATER = 0x0008
MAZES = 0x0010
STRUCTURES = 0x0020
REPAIRED = 0x0040
LOOSE = 0x0080
FORCED = 0x0100
"""DENSITY: chance decides which cells have rooms. WALK: a walk links cells. MERGES: rooms may be
merged. WATER: it may have terrain. MAZES and STRUCTURES: its rooms may become a labyrinth, or have
structures. REPAIRED: cells without links get one or are filled; only then it has shops, extra halls
and imperfect rooms. LOOSE: rooms may have any size that fits. FORCED: always a monster house."""

ORDINARY = DENSITY | WALK | MERGES | WATER | MAZES | STRUCTURES | REPAIRED


@dataclass(frozen=True)
class Layout:
    """A layout: its id in the original, its properties, and the lines of its cells.

    `across` and `down` are the lines between the cells on a map of 56 x 32 tiles, from the left and
    from the top. Without lines all cells have the same size; `most_across` and `most_down` are the
    greatest numbers of cells then, from 2 on, or `most_across` is 4 for exactly 4 columns of which
    only the first `columns` have cells.
    """

    number: int
    properties: int
    across: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    most_across: int = 6
    most_down: int = 4
    columns: int = 0

    @property
    def grid_choices(self) -> tuple[int, int]:
        """How many numbers of columns and of rows exact mode draws from."""
        return (3, 2) if self.number == LARGE_CELLS else (7, 6)

    def has(self, property_bit: int) -> bool:
        """Whether the layout has a property."""
        return bool(self.properties & property_bit)

    def first_state(self, edges: int) -> int:
        """What a cell is before rooms are chosen, by the number of directions, 0 to 2, in which it
        is at the edge of the grid: the bits VALID and ROOM."""
        states = (INNER_STATE, OUTER_STATE, CORNER_STATE)[edges]
        return states.get(self.number, USUAL_STATE)


LARGE, SMALL, ONE_ROOM, OUTER_RING, CROSSROADS, TWO_ROOMS = range(6)
LINE, CROSS, LARGE_CELLS, BEETLE, OUTER_ROOMS, MEDIUM = range(6, 12)

LAYOUTS = {
    "large": Layout(LARGE, ORDINARY),
    "small": Layout(SMALL, ORDINARY, most_across=4, most_down=3, columns=2),
    "one_room": Layout(ONE_ROOM, FORCED, (2, 54), (2, 30)),
    "outer_ring": Layout(
        OUTER_RING,
        WALK | MERGES | WATER | REPAIRED | LOOSE,
        (0, 5, 16, 28, 39, 51, 56),
        (2, 7, 16, 25, 30),
    ),
    "crossroads": Layout(
        CROSSROADS, WATER | REPAIRED | LOOSE, (0, 11, 22, 33, 44, 56), (1, 9, 16, 23, 31)
    ),
    "two_rooms": Layout(TWO_ROOMS, MERGES | FORCED, (2, 28, 54), (2, 30)),
    "line": Layout(LINE, DENSITY | WALK | WATER | REPAIRED, (0, 11, 22, 33, 44, 56), (4, 15)),
    "cross": Layout(CROSS, REPAIRED, (11, 22, 33, 44), (2, 11, 20, 30)),
    "large_cells": Layout(LARGE_CELLS, ORDINARY, most_across=4, most_down=3),
    "beetle": Layout(BEETLE, REPAIRED, (5, 15, 35, 50), (2, 11, 20, 30)),
    "outer_rooms": Layout(OUTER_ROOMS, MERGES | WATER | MAZES | STRUCTURES | REPAIRED),
    "medium": Layout(MEDIUM, ORDINARY, most_across=4, most_down=3, columns=3),
}
"""The layouts by name, in the order of their ids."""

LayoutName = Literal[
    "large",
    "small",
    "one_room",
    "outer_ring",
    "crossroads",
    "two_rooms",
    "line",
    "cross",
    "large_cells",
    "beetle",
    "outer_rooms",
    "medium",
]

USUAL_WIDTH, USUAL_HEIGHT = 56, 32

RIGHT_LIMIT = {2: 32, 3: 48}
"""The column from which on extra halls do not turn right, by the number of columns of cells."""

# What a cell is before rooms are chosen.
USUAL_STATE = VALID | ROOM
INNER_STATE = {CROSSROADS: VALID, OUTER_ROOMS: ROOM}
OUTER_STATE = {OUTER_RING: VALID}
CORNER_STATE = {OUTER_RING: VALID, CROSSROADS: ROOM, CROSS: ROOM}
"""What a cell is in other layouts: within the grid, at its edge, and in its corners."""


def scaled(lines: Sequence[int], side: int, usual: int) -> list[int]:
    """The lines of a map of `usual` tiles on one of `side` tiles; the borders keep their width."""
    if side == usual:
        return list(lines)
    return [
        line if line <= 2 else side - (usual - line) if line >= usual - 2 else line * side // usual
        for line in lines
    ]
