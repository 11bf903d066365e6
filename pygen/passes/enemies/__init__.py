"""Enemies, placed where they can be reached.

The twin is in `c64src/passes/enemies/`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from pygen.engine.definition.entity_kinds import ENEMY, OWN_ENEMIES
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.own_kinds import MORE_ENEMIES
from pygen.engine.population.parameters import Population
from pygen.engine.population.passes import population_pass
from pygen.engine.population.populating import populate
from pygen.engine.sections import EntityName, NotEmitted

MOST_GUARDED = 16
"""The most kinds that have guards."""


class Enemies(Population):
    """Enemies on the floor."""

    usual_kind: ClassVar[int] = ENEMY
    own_kinds: ClassVar[range] = OWN_ENEMIES
    more_kinds: ClassVar[range] = MORE_ENEMIES

    name: Literal["enemies"] = Field(description="enemies, where they can be reached")
    guards: NotEmitted[
        Annotated[
            dict[EntityName, Annotated[int, Field(ge=1, le=8)]], Field(max_length=MOST_GUARDED)
        ]
    ] = Field(
        default_factory=dict,
        description="how many stand beside each entity of a kind that passes before have placed, "
        "such as {key: 1, chest: 2}; the others come after them, and all count (default: none)",
    )

    @property
    def has_guards(self) -> bool:
        return bool(self.guards)

    @property
    def guarded(self) -> Mapping[int, int]:
        return {int(kind): count for kind, count in self.guards.items() if kind.isdecimal()}

    @property
    def kinds_before(self) -> Collection[str]:
        return self.guards

    def with_kinds(self, numbers: Mapping[str, int]) -> Self:
        """The names of kinds become their numbers, as text."""
        if not self.guards:
            return self
        guards = {
            str(numbers[name]): count for name, count in self.guards.items() if name in numbers
        }
        return self.model_copy(update={"guards": guards})


def place_enemies(g: Generation[Any], p: Enemies) -> Work:
    """Place enemies, by count or by the area of rooms."""
    yield from populate(g, p)


PASS = population_pass("enemies", Enemies, place_enemies, "enemy")
