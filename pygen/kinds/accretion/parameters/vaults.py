"""Vaults: features that are drawn, and how the C draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Annotated

from pydantic import Field

from pygen.engine.definition.sides import LEFT, TOP
from pygen.engine.drawings.marks import BLANK, DOOR, FLOOR, SECRET, TREASURE, WALL
from pygen.engine.sections import Constants, Section
from pygen.kinds.accretion.parameters.sections import MOST_SIDE, MOST_WEIGHT

SKIPPED, WALL_MARK, FLOOR_MARK, DOOR_MARK, SECRET_MARK, TREASURE_MARK = range(6)
"""The marks of places in a vault's drawing; SKIPPED is a place that is not walkable."""

MARKS = {
    BLANK: SKIPPED,
    WALL: WALL_MARK,
    FLOOR: FLOOR_MARK,
    DOOR: DOOR_MARK,
    SECRET: SECRET_MARK,
    TREASURE: TREASURE_MARK,
}


class Vault(Section):
    """A feature that is drawn: # wall, . floor, + door, ? secret path, $ treasure, blank nothing.

    One + or ? in the outermost ring is the way in. Walls need not be drawn: whatever touches
    something walkable becomes a wall, and nothing else does.
    """

    weight: Annotated[int, Field(ge=1, le=MOST_WEIGHT)] = Field(
        default=1, description="how often it is chosen, beside the other weights"
    )
    drawing: Annotated[
        list[Annotated[str, Field(max_length=MOST_SIDE + 2)]],
        Field(min_length=3, max_length=MOST_SIDE + 2),
    ] = Field(description="the rows of the drawing, its outer walls included")

    @cached_property
    def rows(self) -> list[list[int]]:
        """The marks of the drawing, in rows as long as the longest one."""
        width = max(map(len, self.drawing))
        return [[MARKS[place] for place in row.ljust(width)] for row in self.drawing]

    def places(self) -> list[tuple[int, int]]:
        """The walkable places of the drawing: column and row."""
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, mark in enumerate(row)
            if mark not in (SKIPPED, WALL_MARK)
        ]

    def entrances(self) -> list[tuple[int, int, int]]:
        """The walkable places in the outermost ring: column, row and side. The side of a corner is
        -1."""
        right, bottom = len(self.rows[0]) - 1, len(self.rows) - 1
        found = []
        for x, y in self.places():
            sides = [side for side, at in enumerate((x, right - x, y, bottom - y)) if at == 0]
            if sides:
                found.append((x, y, sides[0] if len(sides) == 1 else -1))
        return found

    def reached(self, start: tuple[int, int]) -> set[tuple[int, int]]:
        """The walkable places that can be reached from the place `start`."""
        places = set(self.places())
        found, edge = {start}, [start]
        for x, y in edge:
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if place in places and place not in found:
                    found.add(place)
                    edge.append(place)
        return found

    def inward(self) -> list[list[int]]:
        """The marks of the drawing, turned or mirrored so that the way in is in the first row, with
        SKIPPED in place of walls. An example with a way in on the right, where _ is SKIPPED:

            drawing    inward
            #####      __+__
            #..#       __.._    The extent is 3 rows of 3 columns, and the way in is at
            #...+      _..$_    column 1, all counted without the outermost ring.
            #.$.#      _..._
            #####      _____
        """
        _, _, side = self.entrances()[0]
        rows = [[SKIPPED if mark == WALL_MARK else mark for mark in row] for row in self.rows]
        if side < TOP:
            rows = [list(column) for column in zip(*rows)]
        return rows if side in (LEFT, TOP) else rows[::-1]

    @cached_property
    def extent(self) -> tuple[int, int, int]:
        """The number of rows, the number of columns, and the column of the way in. All are counted
        in `inward`, without the outermost ring; the first column is 0."""
        rows = self.inward()
        marks = [mark in (DOOR_MARK, SECRET_MARK) for mark in rows[0]]
        return len(rows) - 2, len(marks) - 2, marks.index(True) - 1

    @cached_property
    def boxes(self) -> list[tuple[int, int, int, int]]:
        """The rectangles that make up the walkable places behind the way in: first and last row,
        first and last column. Rows and columns are counted as in `extent`."""
        rows = [row[1:-1] for row in self.inward()[1:-1]]
        found = []
        covered: set[tuple[int, int]] = set()
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                if mark == SKIPPED or (x, y) in covered:
                    continue
                right, bottom = x, y
                while right + 1 < len(row) and row[right + 1] != SKIPPED:
                    right += 1
                if right > x and (right, y) in covered and (x + 1, y) in covered:
                    right = x
                while bottom + 1 < len(rows) and all(rows[bottom + 1][x : right + 1]):
                    bottom += 1
                covered |= {(a, b) for a in range(x, right + 1) for b in range(y, bottom + 1)}
                found.append((y, bottom, x, right))
        return found

    @cached_property
    def marks(self) -> list[tuple[int, int, int]]:
        """The places behind the way in that are more than floor: row and column, counted as in
        `extent`, and mark."""
        return [
            (y, x, mark)
            for y, row in enumerate(self.inward()[1:-1])
            for x, mark in enumerate(row[1:-1])
            if mark not in (SKIPPED, FLOOR_MARK)
        ]

    @cached_property
    def treasures(self) -> int:
        """The number of treasures in the drawing."""
        return "".join(self.drawing).count("$")

    @cached_property
    def is_hidden(self) -> bool:
        """Whether the way in is a secret path."""
        x, y, _ = self.entrances()[0]
        return self.rows[y][x] == SECRET_MARK

    def problems(self) -> Iterator[tuple[str, str]]:
        """The errors of the drawing: what is wrong, and what would be right."""
        unknown = sorted(set("".join(self.drawing)) - set(MARKS))
        if unknown:
            yield f"{unknown[0]!r} means nothing", "expected # . + ? $ or a blank"
            return
        entrances = self.entrances()
        if len(entrances) != 1 or entrances[0][2] < 0:
            places = ", ".join(f"column {x + 1} of row {y + 1}" for x, y, _ in entrances)
            yield (
                f"the outermost ring has {'more than one way' if places else 'no way'} in"
                f"{f' ({places})' if len(entrances) > 1 else ''}",
                "expected one + or ? there, in no corner, and walls or blanks besides",
            )
            return
        x, y, _ = entrances[0]
        if self.rows[y][x] not in (DOOR_MARK, SECRET_MARK):
            yield (
                f"the way in, column {x + 1} of row {y + 1}, is no door",
                "expected + or ? in the outermost ring",
            )
        cut_off = sorted(set(self.places()) - self.reached((x, y)))
        if cut_off:
            x, y = cut_off[0]
            yield (
                f"column {x + 1} of row {y + 1} is cut off from the way in",
                "expected a way from the entrance to each . + ? and $",
            )
        elif len(self.places()) < 2:
            yield "there is nothing behind the way in", "expected floor inside the ring"


def columns(names: tuple[str, ...], rows: Sequence[Sequence[int]]) -> Constants:
    """A table with each of these names for each column of the rows."""
    return {name: list(column) for name, column in zip(names, zip(*rows), strict=True)}


def vault_tables(vaults: Sequence[Vault]) -> Constants:
    """The vaults as the C draws them: the rectangles and the single tiles of all vaults one after
    the other, and the number of the first of them for each vault."""
    boxes = [box for vault in vaults for box in vault.boxes]
    marks = [mark for vault in vaults for mark in vault.marks] or [(0, 0, SKIPPED)]
    return {
        **columns(
            ("VAULT_DEPTH", "VAULT_BREADTH", "VAULT_ENTRANCE"), [vault.extent for vault in vaults]
        ),
        "VAULT_IS_HIDDEN": [int(vault.is_hidden) for vault in vaults],
        "VAULT_TREASURES": [vault.treasures for vault in vaults],
        "VAULT_BOX": list(accumulate((len(vault.boxes) for vault in vaults[:-1]), initial=0)),
        "VAULT_BOXES": [len(vault.boxes) for vault in vaults],
        **columns(("VAULT_BOX_FIRST", "VAULT_BOX_LAST", "VAULT_BOX_LOW", "VAULT_BOX_HIGH"), boxes),
        "VAULT_MARK": list(accumulate((len(vault.marks) for vault in vaults[:-1]), initial=0)),
        "VAULT_MARK_COUNT": [len(vault.marks) for vault in vaults],
        **columns(("VAULT_MARK_ROW", "VAULT_MARK_ACROSS", "VAULT_MARK_TILE"), marks),
    }
