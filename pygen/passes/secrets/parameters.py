"""The parameters of the pass `secrets`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.passes import PassParameters
from pygen.engine.sections import Constants, Percent, chance_threshold


class Secrets(PassParameters):
    """Rooms or dead ends behind secret paths."""

    name: Literal["secrets"] = Field(
        description="rooms with one opening, or dead ends, behind secret paths"
    )
    hide: Literal["rooms", "dead_ends"] = Field(
        default="rooms",
        description="rooms: those with one opening; dead_ends: ways that lead nowhere, also where "
        "there are no rooms",
    )
    chance: Percent = Field(default=50, description="percent of them that are hidden")
    behind: Annotated[int, Field(ge=1, le=64)] = Field(
        default=3, description="how many tiles of a dead end are behind its secret path, at least"
    )

    @property
    def threshold(self) -> int:
        """The chance that a room is hidden, as the random numbers take it."""
        return chance_threshold(self.chance)

    def constants(self) -> Constants:
        return {
            "THRESHOLD": self.threshold,
            "HIDE_DEAD_ENDS": int(self.hide == "dead_ends"),
            "BEHIND": self.behind,
        }

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Secrets]) -> Constants:
        return {
            "SOME_ROOMS": int(any(use.hide == "rooms" for use in uses)),
            "SOME_DEAD_ENDS": int(any(use.hide == "dead_ends" for use in uses)),
        }
