"""The parameters of the pass `tile_rules`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from pygen.engine.looks import Look, Looks
from pygen.engine.parameters import MapSize
from pygen.engine.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import Constants, whole_number

SIDES = ("n", "e", "s", "w")
"""The sides of a tile, in the order of the bits of a shape of 4 neighbours."""

CORNERS = {"ne": ("n", "e"), "se": ("s", "e"), "sw": ("s", "w"), "nw": ("n", "w")}
"""The corners of a tile in the order of the bits behind those of the sides, and the sides beside
each: a corner only matters if both are closed."""


def open_sides(mask: int) -> frozenset[str]:
    """The sides and corners whose bits are set in a mask of 8 neighbours."""
    return frozenset(side for bit, side in enumerate((*SIDES, *CORNERS)) if mask >> bit & 1)


def shape_masks(neighbours: int) -> list[int]:
    """The shapes of walls by 4 or 8 neighbours, each as the mask of its open sides: 16 or 47, of
    which the first one is closed. Those of 4 neighbours have the numbers of their masks."""
    if neighbours == 4:
        return list(range(16))
    return [
        mask
        for mask in range(256)
        if not any(
            corner in open_sides(mask) and open_sides(mask) & set(beside)
            for corner, beside in CORNERS.items()
        )
    ]


def shape_name(mask: int) -> str:
    """The name of a shape's look, such as `wall_ne_sw`: the open sides, then the open corners."""
    sides = open_sides(mask)
    of_corners = [corner for corner in CORNERS if corner in sides]
    return "_".join(["wall", "".join(s for s in SIDES if s in sides) or "corner", *of_corners])


class TileRules(PassParameters):
    """Looks by what surrounds a tile."""

    name: Literal["tile_rules"] = Field(description="looks of tiles by what surrounds them")
    shapes: Annotated[Literal[16, 47], BeforeValidator(whole_number)] = Field(
        default=16,
        description="16: a wall by its 4 neighbours; 47: by its 8 neighbours, up to 1,792 tiles",
    )
    frame: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$")] = Field(
        default="rock", description="the drawings from which the shapes of walls are put together"
    )
    first_look: int = Field(
        default=1, ge=1, le=255, description="number of its first look; the others follow"
    )

    @property
    def masks(self) -> list[int]:
        """The shapes, as masks of open sides."""
        return shape_masks(4 if self.shapes == 16 else 8)

    @property
    def looks(self) -> Looks:
        return {
            self.first_look + number: Look(shape_name(mask), frame=self.frame, open=open_sides(mask))
            for number, mask in enumerate(self.masks[1:])
        }

    def constants(self) -> Constants:
        return {"BEFORE": self.first_look - 1, "SHAPES": self.shapes}

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[TileRules]) -> Constants:
        numbers = [0] * 256
        for number, mask in enumerate(shape_masks(8)):
            numbers[mask] = number
        some_eight = any(use.shapes == 47 for use in uses)
        return {
            "SOME_FOUR": int(any(use.shapes == 16 for use in uses)),
            "SOME_EIGHT": int(some_eight),
            **({"NUMBERS": numbers} if some_eight else {}),
        }

    def broken_rules(self, size: MapSize) -> list[PydanticCustomError]:
        return plane_rules(size)
