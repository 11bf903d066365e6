"""The entries of tables: kinds of entities that a pass may place."""

from __future__ import annotations

from pydantic import Field

from pygen.engine.definition.listed_entity import EntityData, ListedEntity
from pygen.engine.definition.parameters import FloorRange, floors_in
from pygen.engine.population.values import Pack, Weight


class TableEntry(ListedEntity):
    """An entity that a pass may place."""

    weight: Weight = Field(
        default=1, description="how often it is chosen; 0: never, on these floors"
    )
    floors: FloorRange | None = Field(
        default=None, description="the floors on which it may be, such as 4-9 (default: all)"
    )
    data: EntityData = Field(default_factory=list)
    pack: Pack | None = Field(
        default=None,
        description="how many come at once, beside each other, such as 3 or 2-4 (default: that of "
        "the pass)",
    )

    def is_on_floor(self, floor: int) -> bool:
        """Whether the entity may be on a floor."""
        return self.floors is None or floor in floors_in(self.floors)

    def on_floor(self, floor: int) -> TableEntry:
        """The entry for one floor: its weight is 0 if the entity may not be on that floor."""
        weight = self.weight if self.is_on_floor(floor) else 0
        return self.model_copy(update={"floors": None, "weight": weight})
