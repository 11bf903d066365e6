"""The parameters of the pass `traps`: what its section of the YAML may say."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pygen.engine.entity_kinds import OWN_TRAPS, TRAP
from pygen.engine.population.parameters import Population


class Traps(Population):
    """Traps on the floor."""

    usual_kind: ClassVar[int] = TRAP
    own_kinds: ClassVar[range] = OWN_TRAPS

    name: Literal["traps"] = Field(description="traps, where they can be reached")
