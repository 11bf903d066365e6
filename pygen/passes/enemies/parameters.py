"""The parameters of the pass `enemies`: what its section of the YAML may say."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pygen.engine.entity_kinds import ENEMY, OWN_ENEMIES
from pygen.engine.population.parameters import Population


class Enemies(Population):
    """Enemies on the floor."""

    usual_kind: ClassVar[int] = ENEMY
    own_kinds: ClassVar[range] = OWN_ENEMIES

    name: Literal["enemies"] = Field(description="enemies, where they can be reached")
