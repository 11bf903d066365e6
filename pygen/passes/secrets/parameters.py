"""The parameters of the pass `secrets`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import Percent


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
