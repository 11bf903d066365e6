"""The parameters of the pass `loops`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.tables import Figures
from pygen.engine.sections import Percent

FIGURES = Figures(
    "loops_figures",
    {"loops_opened": 1},
    meanings={"loops_opened": "the corridors that the pass `loops` has dug"},
)


class Loops(PassParameters):
    """Corridors between rooms to which the way round is long."""

    name: Literal["loops"] = Field(description="corridors where the way round is long")
    chance: Percent = Field(
        default=75, description="percent of the pairs of rooms looked at that are tried"
    )
    least_way: int = Field(
        default=40,
        ge=2,
        le=200,
        description="how many steps the way round is at least, from middle to middle of the rooms",
    )
    most: int = Field(default=8, ge=1, le=32, description="how many loops are dug at most")
    max_length: int = Field(
        default=24, ge=3, le=64, description="how many tiles a corridor has at most, doors included"
    )
    tries: int = Field(
        default=8, ge=1, le=64, description="how many corridors are tried for each pair of rooms"
    )
    doors: Percent = Field(default=100, description="percent of the openings that have a door")

    @property
    def digs(self) -> bool:
        return True
