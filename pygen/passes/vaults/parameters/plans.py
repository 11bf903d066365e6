"""The plan of a vault: its drawing with walls and door, turned until its entrance is in the first
row.

So the C has each drawing once, at whatever side of its entrance the vault lies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pygen.engine.constants import FLIP_COLUMNS, FLIP_ROWS, TURN_SIDES
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.drawings.legend import Meaning, Thing
from pygen.engine.drawings.marks import BLANK
from pygen.engine.drawings.orientations import oriented
from pygen.engine.drawings.reading import Drawing, read_drawing, substitution

Cell = tuple[int, int]
"""The column and the row of a place in a drawing."""

WALLED, INNER, ENTRANCE = "\ue000", "\ue001", "\ue002"
"""Marks of a plan besides those of drawings: walls, rock within walls, and the door."""

USUALLY_WALKABLE = ("floor", "door", "secret_path", "treasure")
"""The tiles that may be an opening in the outer ring."""

TURNED_TO_TOP = {
    TOP: 0,
    BOTTOM: FLIP_COLUMNS | FLIP_ROWS,
    LEFT: TURN_SIDES | FLIP_COLUMNS,
    RIGHT: TURN_SIDES | FLIP_ROWS,
}
"""By the side at which an entrance is drawn: the turn that brings it to the first row."""


def tile_of(thing: Thing) -> str:
    """The name of a thing's tile."""
    return thing.tile or "floor"


def sides_of(width: int, height: int, cell: Cell) -> list[int]:
    """The sides of a drawing of `width` x `height` marks at which a place is: two for a corner."""
    x, y = cell
    ends = {LEFT: x, RIGHT: width - 1 - x, TOP: y, BOTTOM: height - 1 - y}
    return [side for side, distance in ends.items() if distance == 0]


@dataclass(frozen=True)
class Plan:
    """A drawing with what its marks mean. `in_room`: blanks are floor of a room."""

    rows: tuple[str, ...]
    legend: Mapping[str, Meaning]
    in_room: bool

    def cells(self) -> Iterator[tuple[Cell, str]]:
        """All places with their marks, row by row."""
        for y, row in enumerate(self.rows):
            for x, mark in enumerate(row):
                yield (x, y), mark

    def sides_of(self, cell: Cell) -> list[int]:
        """The sides of the drawing at which a place is."""
        return sides_of(len(self.rows[0]), len(self.rows), cell)

    def tiles_of(self, mark: str) -> set[str]:
        """The tiles that a mark may become."""
        if mark == BLANK:
            return {"floor"} if self.in_room else {"wall"}
        found = substitution(mark, self.legend.get(mark)).choices
        return set(map(tile_of, found))

    @cached_property
    def openings(self) -> list[Cell]:
        """The places of the outer ring that can always be walked on."""
        return [
            cell
            for cell, mark in self.cells()
            if self.sides_of(cell) and self.tiles_of(mark) <= set(USUALLY_WALKABLE)
        ]

    @property
    def entrance(self) -> Cell | None:
        """The first opening that is in no corner: it faces what can be reached."""
        return next((cell for cell in self.openings if len(self.sides_of(cell)) == 1), None)

    def with_marks(self, marks: Mapping[Cell, str]) -> Plan:
        """The plan with these marks at some places."""
        rows = (
            "".join(marks.get((x, y), mark) for x, mark in enumerate(row))
            for y, row in enumerate(self.rows)
        )
        return replace(self, rows=tuple(rows))

    def with_door(self, tile: str) -> Plan:
        """The plan with this tile at its entrance."""
        legend = {**self.legend, ENTRANCE: Meaning(tile=tile)}
        marks = {self.entrance: ENTRANCE} if self.entrance else {}
        return replace(self, legend=legend).with_marks(marks)

    def walled(self) -> Plan:
        """The plan with walls round all that is not wall, and nothing for walls away from that: in
        a room rock, else what is there."""
        walls = {cell for cell, mark in self.cells() if self.tiles_of(mark) == {"wall"}}
        drawn = {cell for cell, _ in self.cells()} - walls
        # Walls of the legend stay as they are, with their looks.
        walls -= {cell for cell, mark in self.cells() if mark in self.legend}
        around = {(x + i, y + j) for x, y in drawn for i in (-1, 0, 1) for j in (-1, 0, 1)}
        if self.in_room:
            around |= {cell for cell in walls if self.sides_of(cell)}
        nothing = INNER if self.in_room else BLANK
        marks = {cell: WALLED if cell in around else nothing for cell in walls}
        legend = {**self.legend, WALLED: Meaning(tile="wall"), INNER: Meaning(tile="empty")}
        return replace(self, legend=legend).with_marks(marks)

    def cut_off(self, walkable: Collection[str]) -> Cell | None:
        """A place that can be walked on, but not be reached from the openings, in any way in which
        places may be filled; None if there is none. `walkable` are names of tiles."""
        drawing = read_drawing(self.rows, self.legend)
        for filling in drawing.fillings():
            open_cells = {
                (x, y)
                for y, row in enumerate(filling)
                for x, thing in enumerate(row)
                if (self.in_room if thing is None else tile_of(thing) in walkable)
            }
            missing = open_cells - reached(open_cells, self.openings)
            if missing:
                return min(missing)
        return None


def reached(open_cells: Collection[Cell], starts: Sequence[Cell]) -> set[Cell]:
    """The places that can be reached on foot from some of them."""
    edge = [cell for cell in starts if cell in open_cells]
    found = set(edge)
    for x, y in edge:
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if beside in open_cells and beside not in found:
                found.add(beside)
                edge.append(beside)
    return found


@dataclass(frozen=True)
class Shape:
    """A plan whose entrance is in the first row, in column `entrance`. `side` is the side of the
    entrance at which the rest lies as it was drawn."""

    drawing: Drawing
    entrance: int
    side: int


def shape_of(plan: Plan) -> Shape:
    """The shape of a plan."""
    entrance = plan.entrance or (0, 0)
    side = [*plan.sides_of(entrance), TOP][0]
    turn = TURNED_TO_TOP[side]
    rows = tuple("".join(row) for row in oriented(plan.rows, turn))
    marked = oriented(plan.with_marks({entrance: ENTRANCE}).rows, turn)
    return Shape(read_drawing(rows, plan.legend), marked[0].index(ENTRANCE), side ^ 1)
