"""The parameters of the pass `gates`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.passes import PassParameters


class Gates(PassParameters):
    """Ways through the edges of a world's chunk. How many there are is said by the world."""

    name: Literal["gates"] = Field(description="ways to the chunks beside this one")
