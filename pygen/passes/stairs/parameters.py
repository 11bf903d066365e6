"""The parameters of the pass `stairs`: what its section of the YAML may say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import BrokenRule, Constants, refused
from pygen.passes.stairs.constants import NEVER
from pygen.passes.stairs.meanings import MEANINGS

FARTHEST = "farthest"

RANGE = r"^(farthest|[1-9][0-9]{0,3}-[1-9][0-9]{0,3})$"
RANGE_WORDS = "farthest, or a range of steps such as 40-60"

MOST_CHOICES = 255
"""The most different numbers of steps in a range."""


def _checked_range(text: str) -> str:
    """Reject a text that is not a range of steps, or whose range is empty or too long."""
    if text.isdecimal():
        raise refused(f"`{text}` is no range of steps", f"write {text}-{text}")
    if not re.search(RANGE, text):
        raise refused(f"`{text}` is no range of steps", f"expected {RANGE_WORDS}")
    if text == FARTHEST:
        return text
    least, most = (int(number) for number in text.split("-"))
    if most < least:
        raise refused(f"`{text}` runs backwards", f"write {most}-{least}")
    if most - least >= MOST_CHOICES:
        wrong = f"`{text}` has {most - least + 1} numbers of steps"
        raise refused(wrong, f"expected at most {MOST_CHOICES}")
    return text


class Stairs(PassParameters):
    """Stairs up and down."""

    meanings = MEANINGS

    name: Literal["stairs"] = Field(description="stairs up and down, a given number of steps apart")
    steps: Annotated[
        str,
        # YAML reads a single number as a number, not as text.
        BeforeValidator(lambda value: str(value) if type(value) is int else value),
        AfterValidator(_checked_range),
        Field(pattern=RANGE),
    ] = Field(
        default=FARTHEST,
        description="how far apart they are on foot, without secret ways: farthest, or a range of "
        "steps such as 40-60",
    )
    tries: int = Field(
        default=4,
        ge=1,
        le=16,
        description="for a range: how many places are tried for the up stairs; after them, those "
        "are taken that are the farthest apart",
    )

    near_previous: bool = Field(
        default=False,
        description="for a range: whether the up stairs are near where the floor above has its "
        "down stairs, and the down stairs near where the floor below has its up stairs",
    )

    @property
    def reads_own_seed(self) -> bool:
        return self.near_previous

    @property
    def least(self) -> int:
        """The fewest steps that are right."""
        return NEVER if self.steps == FARTHEST else int(self.steps.split("-")[0])

    @property
    def most(self) -> int:
        """The most steps that are right."""
        return NEVER if self.steps == FARTHEST else int(self.steps.split("-")[1])

    @property
    def attempts(self) -> int:
        """The number of places tried for the up stairs: only one if the farthest tile is wanted."""
        return 1 if self.steps == FARTHEST else self.tries

    def constants(self) -> Constants:
        return {
            "LEAST_STEPS": self.least,
            "MOST_STEPS": self.most,
            "TRIES": self.attempts,
        }

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Stairs]) -> Constants:
        farthest = [use.steps == FARTHEST for use in uses]
        return {"SOME_FARTHEST": int(any(farthest)), "SOME_RANGES": int(not all(farthest))}

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = plane_rules(size)
        if self.near_previous and self.steps == FARTHEST:
            wrong = "the farthest tile is where it is, and not near the next floor's stairs"
            broken = [*broken, BrokenRule(("steps",), wrong, "expected a range, such as 30-200")]
        return broken
