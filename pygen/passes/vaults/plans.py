"""The plan of a vault: its drawing, turned until its entrance is in the first row.

So the C has each drawing once, at whatever side of its entrance the vault lies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.passes.vaults.constants import OPENING

Cell = tuple[int, int]
"""The column and the row of a place in a drawing."""

BLANK, WALL = "", "wall"
"""The names of what a place has that is left as it is, and of walls."""


@dataclass(frozen=True)
class Mark:
    """What a mark of a drawing stands for: a tile by its name, and the number of a kind of
    entities; 0 for none."""

    tile: str
    kind: int = 0


@dataclass(frozen=True)
class Plan:
    """A drawing as rows of marks, and which of its tiles can be walked on, by name."""

    rows: Sequence[Sequence[Mark]]
    walkable: Collection[str]

    @property
    def width(self) -> int:
        """The columns of the drawing."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The rows of the drawing."""
        return len(self.rows)

    def cells(self) -> Iterator[tuple[Cell, Mark]]:
        """All places with their marks, row by row."""
        for y, row in enumerate(self.rows):
            for x, mark in enumerate(row):
                yield (x, y), mark

    def is_walkable(self, cell: Cell) -> bool:
        """Whether a place can be walked on."""
        x, y = cell
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and self.rows[y][x].tile in self.walkable

    def side_of(self, cell: Cell) -> int:
        """The side of the drawing at which a place of the outer ring is; -1 for others and for
        corners."""
        x, y = cell
        sides = {LEFT: x, RIGHT: self.width - 1 - x, TOP: y, BOTTOM: self.height - 1 - y}
        found = [side for side, distance in sides.items() if distance == 0]
        return found[0] if len(found) == 1 else -1

    def is_in_ring(self, cell: Cell) -> bool:
        """Whether a place is in the outer ring."""
        x, y = cell
        return x in (0, self.width - 1) or y in (0, self.height - 1)

    @cached_property
    def openings(self) -> list[Cell]:
        """The places of the outer ring that can be walked on."""
        return [cell for cell, _ in self.cells() if self.is_in_ring(cell) and self.is_walkable(cell)]

    @property
    def has_entrance(self) -> bool:
        """Whether there is an opening that is in no corner."""
        return any(self.side_of(cell) >= 0 for cell in self.openings)

    @cached_property
    def entrance(self) -> Cell:
        """The first opening that is in no corner: it faces what is reached."""
        return next(cell for cell in self.openings if self.side_of(cell) >= 0)

    def reached(self) -> set[Cell]:
        """The places that can be reached on foot from the openings."""
        edge = list(self.openings)
        found = set(edge)
        for x, y in edge:
            for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if beside not in found and self.is_walkable(beside):
                    found.add(beside)
                    edge.append(beside)
        return found

    def cut_off(self) -> set[Cell]:
        """The places that can be walked on, but not be reached from the openings."""
        return {cell for cell, _ in self.cells() if self.is_walkable(cell)} - self.reached()

    def with_door(self, door: Mark) -> Plan:
        """The plan with this mark at its entrance."""
        rows = [list(row) for row in self.rows]
        x, y = self.entrance
        rows[y][x] = door
        return Plan(rows, self.walkable)

    def with_inner_walls_empty(self) -> Plan:
        """The plan with empty tiles for walls around which there is nothing but walls."""
        walls = {cell for cell, mark in self.cells() if mark.tile == WALL}
        rows = [
            [
                Mark("empty")
                if all((x + i, y + j) in walls for i in (-1, 0, 1) for j in (-1, 0, 1))
                else mark
                for x, mark in enumerate(row)
            ]
            for y, row in enumerate(self.rows)
        ]
        return Plan(rows, self.walkable)

    def walled(self) -> Plan:
        """The plan with walls round all that is neither wall nor blank, and with blanks for walls
        away from that."""
        drawn = {cell for cell, mark in self.cells() if mark.tile not in (BLANK, WALL)}
        around = {(x + i, y + j) for x, y in drawn for i in (-1, 0, 1) for j in (-1, 0, 1)}
        rows = [
            [
                mark if (x, y) in drawn else Mark(WALL if (x, y) in around else BLANK)
                for x, mark in enumerate(row)
            ]
            for y, row in enumerate(self.rows)
        ]
        return Plan(rows, self.walkable)

    def inward(self) -> Plan:
        """The plan turned until the entrance is in the first row."""
        rows = [list(row) for row in self.rows]
        turned = {
            TOP: lambda: rows,
            BOTTOM: lambda: [row[::-1] for row in rows[::-1]],
            LEFT: lambda: [list(row) for row in zip(*rows[::-1], strict=True)],
            RIGHT: lambda: [list(row) for row in zip(*rows, strict=True)][::-1],
        }
        return Plan(turned[self.side_of(self.entrance)](), self.walkable)


@dataclass(frozen=True)
class Shape:
    """A plan whose entrance is in its first row, with marks by their numbers.

    `entrance` is the column of the entrance, and `side` the side of the entrance at which the rest
    of the drawing lies as it was drawn.
    """

    marks: Sequence[Sequence[int]]
    entrance: int
    side: int

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.marks)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.marks[0])


def plan_of(drawing: Sequence[str], marks: Mapping[str, Mark], walkable: Collection[str]) -> Plan:
    """The plan of a drawing whose marks are known, others left out."""
    width = max(map(len, drawing))
    blank = marks[" "]
    rows = [[marks.get(place, blank) for place in row.ljust(width)] for row in drawing]
    return Plan(rows, walkable)


def shape_of(plan: Plan, legend: Sequence[Mark]) -> Shape:
    """The shape of a plan; `legend` has all marks by their numbers."""
    inward = plan.inward()
    openings = set(inward.openings)
    rows = [
        [
            legend.index(mark) + OPENING * ((x, y) in openings)
            for x, mark in enumerate(row)
        ]
        for y, row in enumerate(inward.rows)
    ]
    entrance = next(x for x, y in inward.openings if y == 0 and inward.side_of((x, y)) >= 0)
    return Shape(rows, entrance, plan.side_of(plan.entrance) ^ 1)
