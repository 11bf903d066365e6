"""What a dungeon requires: conditions, and how often it is built to meet them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from pygen.base.errors import UsageError
from pygen.engine.definition.conditions import Condition, ConditionError, parse_condition
from pygen.engine.definition.tables import Figures
from pygen.engine.sections import Section, refused

MOST_TRIES = 64

TRIES = "tries"


def tries_figures(others: Collection[str]) -> Figures:
    """The figure that says how many tries were made: `tries`, or `require_tries` in a dungeon among
    whose other figures is one of that name."""
    means = "how many tries were made until the dungeon was as required"
    if TRIES in others:
        name = f"require_{TRIES}"
        return Figures("require_tries_figures", {name: 1}, meanings={name: means})
    return Figures("require_figures", {TRIES: 1}, meanings={TRIES: means})


def _readable(text: str) -> str:
    """Refuse a text that is no condition, whatever numbers it names."""
    try:
        parse_condition(text)
    except UsageError as error:
        wrong = error.wrong if isinstance(error, ConditionError) else "the condition is too long"
        right = error.hint.rstrip(".")
        raise refused(wrong, right[:1].lower() + right[1:]) from None
    return text


class Require(Section):
    """Conditions that a dungeon must meet."""

    conditions: list[Annotated[str, AfterValidator(_readable)]] = Field(
        min_length=1,
        description="what must be true of the dungeon, in the language of `invoke find`, such as "
        "stairs_steps between 40 and 60",
    )
    tries: int = Field(
        default=8,
        ge=1,
        le=MOST_TRIES,
        description="how often the dungeon is built, at most, until it meets all of them",
    )

    @cached_property
    def parsed(self) -> tuple[Condition, ...]:
        """The conditions, read."""
        return tuple(parse_condition(text) for text in self.conditions)


def _whole(value: Any) -> Any:
    """A list stands for its conditions with the usual number of tries; an empty one for none."""
    return ({"conditions": value} if value else None) if isinstance(value, list) else value


def _or_list(schema: dict[str, Any]) -> None:
    """Add the short form to a schema: the conditions alone."""
    schema["anyOf"].insert(1, {"type": "array", "items": {"type": "string"}})


Required = Annotated[Require | None, BeforeValidator(_whole), Field(json_schema_extra=_or_list)]
"""The value of the key `require`: a list of conditions, or a group with them."""
