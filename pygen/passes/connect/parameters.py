"""The parameters of the pass `connect`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import BrokenRule, Constants, Percent, chance_threshold


class Connect(PassParameters):
    """Which rooms are joined, and by what corridors."""

    name: Literal["connect"] = Field(description="corridors between rooms")
    pattern: Literal["chain", "tree", "neighbours"] = Field(
        default="tree",
        description="chain: each room to the next one by number; tree: all by the shortest "
        "corridors that do; neighbours: every two rooms with no third one nearer to both",
    )
    loops: Percent = Field(
        default=10, description="percent of the other pairs of neighbours that are joined, too"
    )
    shape: Literal["straight", "l", "z"] = Field(
        default="straight",
        description="straight: where two rooms face each other, otherwise z; l: with one corner; "
        "z: with two",
    )
    doors: Percent = Field(
        default=100, description="percent of the openings in walls that have a door"
    )
    records: bool = Field(
        default=False,
        description="whether the corridors are written into the records of the rooms, as far as "
        "these have slots",
    )

    @property
    def loop_threshold(self) -> int:
        """The chance of a loop as a threshold for random numbers; with `neighbours`, all loops are
        there already."""
        return 0 if self.pattern == "neighbours" else chance_threshold(self.loops)

    def constants(self) -> Constants:
        return {"LOOPS": self.loop_threshold}

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        if self.pattern == "neighbours" and "loops" in self.model_fields_set and self.loops:
            wrong = "if all neighbours are joined, there are none left for loops"
            return [BrokenRule(("loops",), wrong, "delete the key, or choose another pattern")]
        return []
