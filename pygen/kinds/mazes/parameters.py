"""The parameters of the kind `mazes`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.sections import BrokenRule, Percent, Section
from pygen.kinds.mazes.pace import drawn_at_once, grown_at_once, walled_at_once

MOST_CELLS = 2048
"""The most cells of a maze: a cell takes three bytes of work memory."""

LEFT, RIGHT, UP, DOWN = 0, 1, 2, 3

SIDES_OF = [[side for side in range(4) if sides >> side & 1] for sides in range(16)]
"""The sides in each set of sides: bit `side` of the index is set if the side is in the set."""

IS_DEAD_END = [int(len(sides) == 1) for sides in SIDES_OF]
"""1 for each set with only one side, 0 for the others."""


def draw_limits(place: int) -> list[int]:
    """For each set of sides, the least upper byte of a random number that draws a side behind the
    one at `place` in the set; 0 if there is none behind it."""
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
        left_over = ((side - 1) % self.pitch // 2 for side in (self.map.width, self.map.height))
        left, top = left_over
        return left, top

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
        return (
            self.grows_from_newest
            and self.dead_ends.loop_chance == 0
            and self.dead_ends.removal_chance == 0
        )

    def broken_rules(self) -> list[BrokenRule]:
        count = self.cells_across * self.cells_down
        what = f"{self.cells_across} x {self.cells_down} cells"
        if count < 2:
            wrong = f"{what} are too few for both stairs"
            return [BrokenRule(("map",), wrong, "expected a larger map or smaller cells")]
        if count > MOST_CELLS:
            wrong = f"{what} are more than {MOST_CELLS}"
            return [BrokenRule(("map",), wrong, "expected a smaller map or larger cells")]
        return []

    def constants(self) -> Constants:
        stride = self.cells_across + 1
        left, top = self.corner
        steps = [-1, 1, -stride, stride]
        constants: Constants = {
            "STRIDE": stride,
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
            "STEP_LOW": [step & 0xFF for step in steps],
            "STEP_HIGH": [step >> 8 & 0xFF for step in steps],
            "SIDE_BIT": [1 << side for side in range(4)],
            "BACK_BIT": [1 << (side ^ 1) for side in range(4)],
        }
        if self.cells.size == 1:
            constants.update(self.map.tile_tables())
        return constants

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        if not any(row.dead_ends.loop_chance or row.dead_ends.removal_chance for row in rows):
            return {}
        stride = self.cells_across + 1
        return {"SIDE_OFFSET": [stride + step for step in (-1, 1, -stride, stride)]}
