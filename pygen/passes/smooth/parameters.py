"""The parameters of the pass `smooth`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.automaton import RULE, rule_sums
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import BrokenRule, Constants
from pygen.passes.smooth.meanings import MEANINGS

RULE_WORDS = (
    "a rule such as B5678/S45678: a tile becomes wall if that many of its 8 neighbours are walls "
    "(B), and a wall stays if that many are (S)"
)


class Smooth(PassParameters):
    """Walls and floor by a cellular automaton."""

    meanings = MEANINGS

    name: Literal["smooth"] = Field(description="walls and floor by a cellular automaton")
    rule: Annotated[str, Field(pattern=f"^{RULE.pattern}$")] = Field(
        default="B5678/S45678", description=RULE_WORDS
    )
    rounds: int = Field(default=1, ge=1, le=20, description="how often all tiles change")
    outside: Literal["wall", "floor"] = Field(
        default="wall",
        description="what the edge of the map counts as while tiles change; it is wall afterwards",
    )

    @property
    def sums(self) -> tuple[int, int]:
        """The rule as the automaton takes it."""
        return rule_sums(self.rule)

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        return plane_rules(size)

    def constants(self) -> Constants:
        born, kept = self.sums
        return {
            "RULE_BORN": born,
            "RULE_KEPT": kept,
            "OUTSIDE": 0 if self.outside == "floor" else 255,
        }
