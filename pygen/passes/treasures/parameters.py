"""The parameters of the pass `treasures`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.passes import PassParameters


class Treasures(PassParameters):
    """Treasures in the rock, behind secret paths."""

    name: Literal["treasures"] = Field(description="treasures in the rock, behind secret paths")
    count: Annotated[int, Field(ge=0, le=64)] = Field(
        default=4, description="how many treasures there are"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=200, description="how many tiles are tried for each one before it is left out"
    )
