"""The parameters of the pass `regions`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.features import (
    CONNECTED,
    GATES,
    NONE,
    RECORDED_ROOMS,
    STAIRS,
    Features,
)
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import BrokenRule, Constants, NotEmitted
from pygen.passes.regions.meanings import MEANINGS


class Regions(PassParameters):
    """Which of the regions that cannot be reached from each other stay, and whether they are
    joined."""

    meanings = MEANINGS

    name: Literal["regions"] = Field(description="regions are dropped, or joined by tunnels")
    keep: NotEmitted[Literal["largest", "large", "all"]] = Field(
        default="largest",
        description="largest: the others become wall; large: those below least_size do; all: none",
    )
    least_size: int = Field(
        default=10,
        ge=1,
        le=MOST_ENTRIES,
        description="tiles of the smallest region that counts as large",
    )
    join: NotEmitted[bool] = Field(
        default=True, description="whether tunnels join those that are kept, if there are several"
    )

    def constants(self) -> Constants:
        return {
            "DROPS": int(self.drops),
            "LEAST_SIZE": self.least_size if self.keep == "large" else 0,
            "JOINS": int(self.joins),
        }

    @property
    def drops(self) -> bool:
        """Whether regions may be dropped."""
        return self.keep != "all"

    @property
    def joins(self) -> bool:
        """Whether several regions may be left, and are joined."""
        return self.join and self.keep != "largest"

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = plane_rules(size)
        if not self.drops and not self.join:
            wrong = "nothing is done if all regions stay as they are"
            broken.append(BrokenRule(("join",), wrong, "expected true, or keep: largest"))
        return broken


def excluded(p: Regions) -> Features:
    """The features that a dungeon must not have: stairs and recorded rooms might be in a region
    that is dropped."""
    return NONE if p.keep == "all" else frozenset({STAIRS, RECORDED_ROOMS})


def given(p: Regions) -> Features:
    """The features of the dungeon afterwards: whether everything is connected."""
    return frozenset({CONNECTED}) if p.join or p.keep == "largest" else NONE


def kept(p: Regions) -> Features:
    """The features that stay. A gate might be the only tile of a region that is dropped."""
    return frozenset({GATES}) if p.keep == "all" else NONE
