"""The parameters of the pass `water`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import BrokenRule, Constants, NotEmitted
from pygen.passes.water.meanings import MEANINGS

MOST_RADIUS = 12
"""The greatest radius of a lake: the right end of a row of one must fit into a byte."""

MOST_WREATH = 3
"""The broadest wreath of a lake; with it the right end of a row must fit into a byte, too."""

MOST_WIDTH = 3
"""The greatest least width: a step on the C64 looks at all tiles beside a square of this side."""

DEEP, SHALLOW, CUTTING = 1, 2, 3
"""What floor becomes: water that cannot be crossed and cuts nothing off, shallow water, or water
that cannot be crossed and may cut parts off."""

Radius = Annotated[int, Field(ge=1, le=MOST_RADIUS)]


def half_rows(radius: int) -> list[int]:
    """The half widths of the rows of a disc, from its middle row on: MOST_RADIUS + 1 numbers or
    more, 0 behind the last row of the disc."""
    most = radius * radius + radius
    return [
        max((half for half in range(radius + 1) if half**2 + row**2 <= most), default=0)
        for row in range(max(MOST_RADIUS, radius) + 1)
    ]


class Water(PassParameters):
    """Rivers, lakes and spots of water."""

    meanings = MEANINGS

    name: Literal["water"] = Field(description="rivers, lakes and spots of water")
    rivers: Annotated[int, Field(ge=0, le=8)] = Field(
        default=1, description="how many rivers, each from one side of the map to the other"
    )
    river_width: Annotated[int, Field(ge=1, le=4)] = Field(
        default=2, description="tiles across a river"
    )
    lakes: Annotated[int, Field(ge=0, le=16)] = Field(default=1, description="how many lakes")
    lake_radius: Radius = Field(default=4, description="tiles from the middle of a lake to its end")
    spots: Annotated[int, Field(ge=0, le=64)] = Field(
        default=4, description="how many spots, which are small lakes"
    )
    spot_radius: Radius = Field(default=1, description="tiles from the middle of a spot to its end")
    wreath: Annotated[int, Field(ge=0, le=MOST_WREATH)] = Field(
        default=0,
        description="tiles of shallow water around a lake, where floor is; it also takes the floor "
        "that is left in the lake",
    )
    least_width: Annotated[int, Field(ge=1, le=MOST_WIDTH)] = Field(
        default=1,
        description="the fewest tiles across deep water, and across floor between two waters",
    )
    over: NotEmitted[Literal["all", "floor", "rock"]] = Field(
        default="all",
        description="what becomes water: floor, rock (walls and empty tiles), or all of them",
    )
    crossable: NotEmitted[bool] = Field(
        default=False, description="whether floor becomes shallow water, which can be walked on"
    )

    cuts: NotEmitted[bool] = Field(
        default=False,
        description="whether it may cut parts off: then the pass regions must join them behind it, "
        "by bridges over the water",
    )

    def constants(self) -> Constants:
        return {
            "LAKE_ROWS": half_rows(self.lake_radius),
            "WREATH_ROWS": half_rows(self.lake_radius + self.wreath),
            "SPOT_ROWS": half_rows(self.spot_radius),
            "ON_FLOOR": self.on_floor_tiles,
            "ON_ROCK": int(self.over != "floor"),
        }

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Water]) -> Constants:
        return {
            "SOME_BROAD": int(any(use.least_width > 1 for use in uses)),
            "SOME_DEEP": int(any(use.on_floor_tiles in (DEEP, CUTTING) for use in uses)),
            "SOME_CUTS": int(any(use.on_floor_tiles == CUTTING for use in uses)),
            "SOME_SHALLOW": int(any(use.on_floor_tiles == SHALLOW or use.wreath for use in uses)),
        }

    @property
    def on_floor_tiles(self) -> int:
        """The water that floor becomes: DEEP, SHALLOW or CUTTING; 0 if floor stays floor."""
        if self.over == "rock":
            return 0
        if self.cuts:
            return CUTTING
        return SHALLOW if self.crossable else DEEP

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        if not (self.rivers or self.lakes or self.spots):
            wrong = "nothing is done without rivers, lakes and spots"
            return [BrokenRule(("rivers",), wrong, "expected more of any of them")]
        if self.rivers and self.river_width < self.least_width:
            wrong = f"a river of {self.river_width} tiles across is below the least width"
            right = f"expected river_width: {self.least_width} or more, or rivers: 0"
            return [BrokenRule(("river_width",), wrong, right)]
        if self.crossable and self.least_width > 1:
            wrong = "shallow water has no gaps, so it has no least width"
            return [BrokenRule(("least_width",), wrong, "expected crossable: false, or no key")]
        if self.cuts and (self.crossable or self.over == "rock"):
            wrong = "shallow water and water over rock cut nothing off"
            right = "expected cuts: false, or over: floor or all without crossable"
            return [BrokenRule(("cuts",), wrong, right)]
        return []

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        if "water" not in walkable:
            return []
        wrong = "water that can be walked on would be a way that nothing leads to"
        right = "expected a tile `water` with walkable: false; crossable: true makes shallow water"
        return [BrokenRule((), wrong, right)]
