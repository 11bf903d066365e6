"""The parameters of the pass `secrets`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.passes import PassParameters
from pygen.engine.sections import Constants, Percent, chance_threshold


class Secrets(PassParameters):
    """Rooms behind secret paths."""

    name: Literal["secrets"] = Field(description="rooms with one opening, behind secret paths")
    chance: Percent = Field(default=50, description="percent of such rooms that are hidden")

    @property
    def threshold(self) -> int:
        """The chance that a room is hidden, as the random numbers take it."""
        return chance_threshold(self.chance)

    def constants(self) -> Constants:
        return {"THRESHOLD": self.threshold}
