"""The parameters of the kind `mazes`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.sections import BrokenRule, Percent, Section
from pygen.kinds.mazes.meanings import MEANINGS
from pygen.kinds.mazes.pace import drawn_at_once, grown_at_once, walled_at_once

MOST_CELLS = 2048
"""The most cells of a maze: a cell takes three bytes of work memory."""

SIDES_OF = [[side for side in range(4) if (sides >> side) & 1] for sides in range(16)]
"""The sides in each set of sides, in the order of pygen/engine/definition/sides.py. Bit `side` of
the index is set if the side is in the set."""

IS_DEAD_END = [int(len(sides) == 1) for sides in SIDES_OF]
"""1 for each set with only one side, 0 for the others."""


def draw_limits(place: int) -> list[int]:
    """For each set of sides, the lowest upper byte of a random number with which a side later in
    the set than the one at `place` is drawn; 0 if that one is the last. Places count from 0."""
    return [
        -(-256 * (place + 1) // len(sides)) if place + 1 < len(sides) else 0 for sides in SIDES_OF
    ]


class Cells(Section):
    """The cells of a maze."""

    size: int = Field(default=1, ge=1, le=8, description="floor tiles across a passage")


class Growth(Section):
    """How a maze grows."""

    newest_chance: Percent = Field(
        default=100,
        description="percent: how often it grows on from the newest cell (100: long winding "
        "passages), otherwise from any cell (0: many short dead ends)",
    )


class DeadEnds(Section):
    """Changes of dead ends."""

    loop_chance: Percent = Field(
        default=0, description="percent of the dead ends that are opened, which makes loops"
    )
    removal_chance: Percent = Field(
        default=0,
        description="percent of the dead ends left that are filled, back to the next junction",
    )


class Mazes(KindParameters):
    """A maze of cells with walls between them."""

    meanings = MEANINGS

    # The C's arrays have as many cells as fit, and its drawing is compiled for their size.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("cells", "size"))

    kind: Literal["mazes"] = Field(description="a maze of cells with walls between them")
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    cells: Cells = Field(default=Cells(), description="the cells")
    growth: Growth = Field(default=Growth(), description="how the maze grows")
    dead_ends: DeadEnds = Field(default=DeadEnds(), description="what becomes of dead ends")

    @property
    def pitch(self) -> int:
        """The tiles from one cell to the next: the floor of a cell, and a wall."""
        return self.cells.size + 1

    @property
    def cells_across(self) -> int:
        """Cells across: as many as fit."""
        return (self.map.width - 1) // self.pitch

    @property
    def cells_down(self) -> int:
        """Cells down: as many as fit."""
        return (self.map.height - 1) // self.pitch

    @property
    def corner(self) -> tuple[int, int]:
        """The tile at the maze's upper left corner, a wall: the maze is in the middle of the map,
        and the tiles around it stay empty."""
        return (self.map.width - 1) % self.pitch // 2, (self.map.height - 1) % self.pitch // 2

    @property
    def stride(self) -> int:
        """The distance in the list of cells from a cell to the one below it: the cells of a row,
        and the border cell before them."""
        return self.cells_across + 1

    @property
    def steps(self) -> list[int]:
        """The distances in the list of cells from a cell to its four neighbours, by side."""
        return [-1, 1, -self.stride, self.stride]

    @property
    def grows_from_newest(self) -> bool:
        """Whether a maze grows only from the newest cell, for which no random number is drawn."""
        return self.growth.newest_chance == 100

    @property
    def has_gaps(self) -> bool:
        """Whether cells may be filled."""
        return self.dead_ends.removal_chance != 0

    @property
    def knows_deepest(self) -> bool:
        """Whether the growth itself shows which cell is farthest from the first one: nothing is
        changed afterwards, and the waiting cells are the way from the first cell to the newest."""
        return self.grows_from_newest and not self.changes_dead_ends

    @property
    def changes_dead_ends(self) -> bool:
        """Whether dead ends may be opened or filled."""
        return self.dead_ends.loop_chance != 0 or self.has_gaps

    def broken_rules(self) -> list[BrokenRule]:
        count = self.cells_across * self.cells_down
        if 2 <= count <= MOST_CELLS:
            return []
        wrong, right = f"more than {MOST_CELLS}", "a smaller map or larger cells"
        if count < 2:
            wrong, right = "too few for both stairs", "a larger map or smaller cells"
        what = f"{self.cells_across} x {self.cells_down} cells"
        return [BrokenRule(("map",), f"{what} are {wrong}", f"expected {right}")]

    def constants(self) -> Constants:
        left, top = self.corner
        constants: Constants = {
            "STRIDE": self.stride,
            "COLUMNS": self.cells_across,
            "ROWS": self.cells_down,
            "MAZE_LEFT": left,
            "MAZE_TOP": top,
            "GROWN_AT_ONCE": grown_at_once(self.grows_from_newest),
            "DRAWN_AT_ONCE": drawn_at_once(self.map, self.cells.size),
            "WALLED_AT_ONCE": walled_at_once(self.map, self.cells.size, self.has_gaps),
            "KNOWS_DEEPEST": int(self.knows_deepest),
            "GROWS_FROM_NEWEST": int(self.grows_from_newest),
            "FIRST_SIDE": [sides[0] if sides else 0 for sides in SIDES_OF],
            "SECOND_SIDE": [sides[1] if sides[1:] else 0 for sides in SIDES_OF],
            "THIRD_SIDE": [sides[2] if sides[2:] else 0 for sides in SIDES_OF],
            "SECOND_FROM": draw_limits(0),
            "THIRD_FROM": draw_limits(1),
            "FOURTH_FROM": draw_limits(2),
            "IS_DEAD_END": IS_DEAD_END,
            "STEP_LOW": [step & 0xFF for step in self.steps],
            "STEP_HIGH": [(step >> 8) & 0xFF for step in self.steps],
            "SIDE_BIT": [1 << side for side in range(4)],
            "BACK_BIT": [1 << (side ^ 1) for side in range(4)],
        }
        if self.cells.size == 1:
            constants.update(self.map.tile_tables())
        return constants

    def constants_of_all_floors(self) -> Constants:
        if not any(row.parameters.changes_dead_ends for row in self.floor_rows):
            return {}
        return {"SIDE_OFFSET": [self.stride + step for step in self.steps]}
