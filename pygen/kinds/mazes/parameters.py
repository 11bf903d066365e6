"""The parameters of the kind `mazes`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.definition.sides import TOP
from pygen.engine.sections import BrokenRule, NotEmitted, Percent, Section
from pygen.kinds.mazes.meanings import MEANINGS
from pygen.kinds.mazes.pace import drawn_at_once, grown_at_once, walled_at_once

MOST_CELLS = 2048
"""The most cells of a maze: a cell takes three bytes of work memory."""

SIDES_OF = [[side for side in range(4) if (sides >> side) & 1] for sides in range(16)]
"""The sides in each set of sides, in the order of pygen/engine/definition/sides.py. Bit `side` of
the index is set if the side is in the set."""

IS_DEAD_END = [int(len(sides) == 1) for sides in SIDES_OF]
"""1 for each set with only one side, 0 for the others."""


MOST_BLOCKS = 48
"""The most rooms of a maze, and the most clearings. Regions of a maze with so many rooms have
numbers of a byte: rooms that touch divide the rest into at most as many parts as a plane graph with
the rooms and the four edges of the map as its nodes has faces."""

MOST_WEIGHT = 9
"""The largest weight of a direction."""


def draw_limits(place: int, across: int = 1, down: int = 1) -> list[int]:
    """For each set of sides, the lowest upper byte of a random number with which a side later in
    the set than the one at `place` is drawn; 0 if that one is the last. Places count from 0. The
    sides to the left and right weigh `across`, the others `down`."""
    found = []
    for sides in SIDES_OF:
        weights = [across if side < TOP else down for side in sides]
        is_last = place + 1 >= len(sides)
        found.append(0 if is_last else -(-256 * sum(weights[: place + 1]) // sum(weights)))
    return found


class Cells(Section):
    """The cells of a maze."""

    size: int = Field(default=1, ge=1, le=8, description="floor tiles across a passage")


class Growth(Section):
    """How a maze grows."""

    algorithm: NotEmitted[Literal["growing_tree", "sidewinder", "division"]] = Field(
        default="growing_tree",
        description="growing_tree digs from cell to cell; sidewinder digs row by row, runs of "
        "cells with one passage up; division builds walls across open space, each with an opening",
    )
    across_weight: int = Field(
        default=1,
        ge=1,
        le=MOST_WEIGHT,
        description="how often passages go across, compared to down_weight",
    )
    down_weight: int = Field(
        default=1,
        ge=1,
        le=MOST_WEIGHT,
        description="how often passages go up or down, compared to across_weight",
    )
    newest_chance: Percent = Field(
        default=100,
        description="percent: how often it grows on from the newest cell (100: long winding "
        "passages), otherwise from any cell (0: many short dead ends)",
    )


Side = Annotated[int, Field(ge=2, le=15)]


class Blocks(Section):
    """Rooms or clearings of a maze: blocks of cells."""

    attempts: int = Field(
        default=0, ge=0, le=255, description="how often one is tried at a random place; 0: none"
    )
    min_size: Side = Field(default=2, description="least cells of a side")
    max_size: NotEmitted[Side] = Field(default=4, description="most cells of a side")
    spacing: int = Field(
        default=0, ge=0, le=3, description="least cells between two of them, also diagonally"
    )


class Rooms(Blocks):
    """Rooms, which are there before the maze."""

    extra_chance: Percent = Field(
        default=2,
        description="percent of the other walls between two regions that are opened, when one "
        "opening joins them",
    )


class Doors(Section):
    """Doors of rooms."""

    chance: Percent = Field(
        default=0, description="percent of the openings of rooms that get a door"
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
    same_on_all_floors = (
        *KindParameters.same_on_all_floors,
        ("cells", "size"),
        ("growth", "algorithm"),
        ("growth", "across_weight"),
        ("growth", "down_weight"),
    )

    kind: Literal["mazes"] = Field(description="a maze of cells with walls between them")
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    cells: Cells = Field(default=Cells(), description="the cells")
    growth: Growth = Field(default=Growth(), description="how the maze grows")
    dead_ends: DeadEnds = Field(default=DeadEnds(), description="what becomes of dead ends")
    rooms: Rooms = Field(
        default=Rooms(), description="rooms, around which the maze grows (default: none)"
    )
    clearings: Blocks = Field(
        default=Blocks(),
        description="open places in the maze, with no walls of their own (default: none)",
    )
    doors: Doors = Field(default=Doors(), description="doors in openings of rooms (default: none)")

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
    def draw_limits(self) -> list[list[int]]:
        """For the first three places, the limits of `draw_limits`."""
        growth = self.growth
        return [draw_limits(at, growth.across_weight, growth.down_weight) for at in range(3)]

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
        is_tree = self.grows and not self.has_blocks
        return is_tree and self.grows_from_newest and not self.changes_dead_ends

    @property
    def grows(self) -> bool:
        """Whether the algorithm is a growing tree."""
        return self.growth.algorithm == "growing_tree"

    @property
    def has_rooms(self) -> bool:
        """Whether rooms are tried."""
        return self.rooms.attempts != 0

    @property
    def has_blocks(self) -> bool:
        """Whether rooms or clearings are tried."""
        return self.has_rooms or self.clearings.attempts != 0

    @property
    def has_regions(self) -> bool:
        """Whether something asks for the regions of cells."""
        return self.has_blocks or not self.grows

    @property
    def may_have_loops(self) -> bool:
        """Whether a maze may have loops."""
        return self.dead_ends.loop_chance != 0 or self.has_blocks

    @property
    def has_doors(self) -> bool:
        """Whether rooms may have doors."""
        return self.has_rooms and self.doors.chance != 0

    def most_of(self, blocks: Blocks) -> int:
        """The most rooms or clearings: as many as are tried, or as find a place."""
        least = blocks.min_size * blocks.min_size
        room = self.cells_across * self.cells_down // least
        return min(blocks.attempts, room, MOST_BLOCKS)

    @property
    def most_chambers(self) -> int:
        """The most rooms and clearings together."""
        return self.most_of(self.rooms) + self.most_of(self.clearings)

    @property
    def join_step(self) -> int:
        """How far it is from a cell to the next one when walls between regions are sought: about
        0.618 of all places, and without a common divisor with their number."""
        count = self.cells_down * self.stride
        step = max(1, count * 618 // 1000)
        while gcd(step, count) != 1:
            step += 1
        return step

    @property
    def run_threshold(self) -> int:
        """The largest random number with which a run of a sidewinder goes on."""
        across, down = self.growth.across_weight, self.growth.down_weight
        return 65535 * across // (across + down)

    @property
    def changes_dead_ends(self) -> bool:
        """Whether dead ends may be opened or filled."""
        return self.dead_ends.loop_chance != 0 or self.has_gaps

    def broken_rules(self) -> list[BrokenRule]:
        count = self.cells_across * self.cells_down
        if 2 <= count <= MOST_CELLS:
            return [
                rule.below(name)
                for name, blocks in (("rooms", self.rooms), ("clearings", self.clearings))
                for rule in self._broken_rules_of(blocks)
            ]
        wrong, right = f"more than {MOST_CELLS}", "a smaller map or larger cells"
        if count < 2:
            wrong, right = "too few for both stairs", "a larger map or smaller cells"
        what = f"{self.cells_across} x {self.cells_down} cells"
        return [BrokenRule(("map",), f"{what} are {wrong}", f"expected {right}")]

    def _broken_rules_of(self, blocks: Blocks) -> Iterator[BrokenRule]:
        """The broken rules of rooms or clearings."""
        least, most = blocks.min_size, blocks.max_size
        if least > most:
            wrong = f"min_size {least} is above max_size {most}"
            yield BrokenRule(("min_size",), wrong, f"expected at most {most}")
        limit = min(self.cells_across, self.cells_down)
        if blocks.attempts and most > limit:
            wrong = f"max_size {most} does not fit {self.cells_across} x {self.cells_down} cells"
            right = f"expected at most {limit}" if limit > 1 else "use larger map, or no attempts"
            yield BrokenRule(("max_size",), wrong, right)

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
            **dict(zip(("SECOND_FROM", "THIRD_FROM", "FOURTH_FROM"), self.draw_limits)),
            "IS_DEAD_END": IS_DEAD_END,
            "STEP_LOW": [step & 0xFF for step in self.steps],
            "STEP_HIGH": [(step >> 8) & 0xFF for step in self.steps],
            "SIDE_BIT": [1 << side for side in range(4)],
            "BACK_BIT": [1 << (side ^ 1) for side in range(4)],
            "GROWS": int(self.grows),
            "WINDS": int(self.growth.algorithm == "sidewinder"),
            "DIVIDES": int(self.growth.algorithm == "division"),
            "RUN_THRESHOLD": self.run_threshold,
            "HAS_OWN_ROOMS": int(self.has_rooms),
            "HAS_CLEARINGS": int(self.clearings.attempts != 0),
            "HAS_BLOCKS": int(self.has_blocks),
            "MOST_OWN_ROOMS": self.most_of(self.rooms),
            "MOST_CLEARINGS": self.most_of(self.clearings),
            "ROOM_CHOICES": self.rooms.max_size - self.rooms.min_size + 1,
            "CLEARING_CHOICES": self.clearings.max_size - self.clearings.min_size + 1,
            "JOIN_STEP": self.join_step,
        }
        if self.cells.size == 1:
            constants.update(self.map.tile_tables())
        return constants

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        found: Constants = {
            "HAS_REGIONS": int(any(row.has_regions for row in rows)),
            "MAY_HAVE_LOOPS": int(any(row.may_have_loops for row in rows)),
            "HAS_DOORS": int(any(row.has_doors for row in rows)),
            "MOST_REGIONS": 3 * max(row.most_of(row.rooms) for row in rows) + 8,
        }
        if any(row.changes_dead_ends or row.has_regions for row in rows):
            found["SIDE_OFFSET"] = [self.stride + step for step in self.steps]
        return found
