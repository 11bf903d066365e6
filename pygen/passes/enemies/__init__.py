"""Enemies, placed where they can be reached.

The twin is in `c64src/passes/enemies/`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pygen.engine.definition.entity_kinds import ENEMY, OWN_ENEMIES
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.own_kinds import MORE_ENEMIES
from pygen.engine.population.parameters import Population
from pygen.engine.population.passes import population_pass
from pygen.engine.population.populating import populate


class Enemies(Population):
    """Enemies on the floor."""

    usual_kind: ClassVar[int] = ENEMY
    own_kinds: ClassVar[range] = OWN_ENEMIES
    more_kinds: ClassVar[range] = MORE_ENEMIES

    name: Literal["enemies"] = Field(description="enemies, where they can be reached")


def place_enemies(g: Generation[Any], p: Enemies) -> Work:
    """Place enemies, by count or by the area of rooms."""
    yield from populate(g, p)


PASS = population_pass("enemies", Enemies, place_enemies, "enemy")
