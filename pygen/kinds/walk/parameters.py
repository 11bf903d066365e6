"""The parameters of the kind `walk`: what its section of the YAML may say."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Literal

from pydantic import Field

from pygen.engine.parameters import (
    HEIGHT_WORDS,
    WIDTH_WORDS,
    Constants,
    KindParameters,
    MapSize,
    Side,
)
from pygen.engine.sections import Section


class WalkMap(MapSize):
    """The size of the map of a walk."""

    width: Side = Field(default=48, description=WIDTH_WORDS)
    height: Side = Field(default=40, description=HEIGHT_WORDS)


class WalkSteps(Section):
    """The walker."""

    steps: int = Field(default=700, ge=1, le=65535, description="steps of the walk")
    pull: Literal["uniform", "centre"] = Field(
        default="centre",
        description="uniform: all directions are equally likely; centre: steps towards the centre "
        "are likelier",
    )
    weight_steepness: int = Field(
        default=8,
        ge=1,
        le=64,
        description="pull: centre only: how quickly the weight of a tile falls with its distance "
        "from the centre (8: to 61 % at a sixth of the map's side)",
    )


class Walk(KindParameters):
    """A random walk through solid ground."""

    # The kernel that weighs the directions is compiled only into the walks that are pulled.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("walk", "pull"))

    kind: Literal["walk"] = Field(description="a random walk through solid ground")
    map: WalkMap = Field(default=WalkMap(), description="the size of the map")
    walk: WalkSteps = Field(default=WalkSteps(), description="the walker")

    def weights(self) -> list[int]:
        """Weight 255 * exp(-i / 16) by index i, 0..63; never 0, so that one can always be drawn."""
        return [max(1, round(255 * math.exp(-i / 16))) for i in range(64)]

    def distance_terms(self, side: int) -> list[int]:
        """For each distance from the centre along an axis of `side` tiles its share of the index.

        The index of a tile is (share of x + share of y) / 16, at most 63; a share is at most 1023,
        so that the sum fits 16 bits.
        """
        spread = max(1, side * side)
        return [
            min(1023, d * d * self.walk.weight_steepness * 9 * 16 // spread)
            for d in range(side // 2 + 1)
        ]

    @cached_property
    def tables(self) -> tuple[list[int], list[int], list[int]]:
        """Distance terms of columns and of rows, and the weights."""
        width, height = self.map.width, self.map.height
        return self.distance_terms(width), self.distance_terms(height), self.weights()

    def constants(self) -> Constants:
        constants: Constants = {
            "WALK_STEPS": self.walk.steps,
            "PULL_TO_CENTRE": int(self.walk.pull == "centre"),
        }
        if self.walk.pull == "centre":
            columns, rows, weights = self.tables
            # By column and by row, in 256ths of an index, so that its upper byte is the index.
            for name, terms, side in (
                ("COLUMN_TERMS", columns, self.map.width),
                ("ROW_TERMS", rows, self.map.height),
            ):
                scaled = [16 * terms[abs(n - side // 2)] for n in range(side)]
                constants[f"{name}_LOW"] = [term & 0xFF for term in scaled]
                constants[f"{name}_HIGH"] = [term >> 8 for term in scaled]
            most = (max(columns) + max(rows)) // 16
            constants["WEIGHTS"] = [weights[min(63, index)] for index in range(most + 1)]
        return constants
