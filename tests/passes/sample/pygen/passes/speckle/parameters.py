"""The parameters of the pass `speckle`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import Byte, Constants, Percent


class Speckle(PassParameters):
    """Single walls on the floor."""

    name: Literal["speckle"] = Field(description="single walls on the floor")
    chance: Percent = Field(default=5, description="percent of the floor's tiles")
    rows: Annotated[list[Byte], Field(min_length=1)] = Field(
        default=[1], description="which rows get any, from the top and again and again: 0 or 1"
    )

    def constants(self) -> Constants:
        return {"ROWS": self.rows, "ROWS_LENGTH": len(self.rows)}
