"""Traps, placed where they can be reached.

The twin is in `c64src/passes/traps/`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pygen.engine.definition.entity_kinds import OWN_TRAPS, TRAP
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.parameters import Population
from pygen.engine.population.passes import population_pass
from pygen.engine.population.populating import populate


class Traps(Population):
    """Traps on the floor."""

    usual_kind: ClassVar[int] = TRAP
    own_kinds: ClassVar[range] = OWN_TRAPS

    name: Literal["traps"] = Field(description="traps, where they can be reached")


def place_traps(g: Generation[Any], p: Traps) -> Work:
    """Place traps, by count or by the area of rooms."""
    yield from populate(g, p)


PASS = population_pass("traps", Traps, place_traps, "trap")
