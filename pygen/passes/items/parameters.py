"""The parameters of the pass `items`: what its section of the YAML may say."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pygen.engine.entity_kinds import ITEM, OWN_ITEMS
from pygen.engine.population.parameters import Population


class Items(Population):
    """Items on the floor."""

    usual_kind: ClassVar[int] = ITEM
    own_kinds: ClassVar[range] = OWN_ITEMS

    name: Literal["items"] = Field(description="items, where they can be reached")
