"""Items, placed where they can be reached.

The twin is in `c64src/passes/items/`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pygen.engine.definition.entity_kinds import ITEM, OWN_ITEMS
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.own_kinds import MORE_ITEMS
from pygen.engine.population.parameters import Population
from pygen.engine.population.passes import population_pass
from pygen.engine.population.populating import populate


class Items(Population):
    """Items on the floor."""

    usual_kind: ClassVar[int] = ITEM
    own_kinds: ClassVar[range] = OWN_ITEMS
    more_kinds: ClassVar[range] = MORE_ITEMS

    name: Literal["items"] = Field(description="items, where they can be reached")


def place_items(g: Generation[Any], p: Items) -> Work:
    """Place items, by count or by the area of rooms."""
    yield from populate(g, p)


PASS = population_pass("items", Items, place_items, "item")
