"""Entities that a spec lists itself, such as the items of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from pygen.engine.definition.colours import Colour
from pygen.engine.definition.entity_kinds import EntityKind, Shown
from pygen.engine.sections import Byte, EntityGlyph, EntityName, Section

EntityData = Annotated[
    list[Byte],
    Field(max_length=8, description="bytes of your own, for a game (default: none)"),
]


class ListedEntity(Section):
    """What a spec says of each entity that it lists."""

    name: EntityName
    glyph: EntityGlyph
    colour: Colour = Field(description="one of the sixteen colours of the C64")

    def kind(self, shown: Shown, data: Sequence[int]) -> EntityKind:
        """The kind of such entities; `data` are their bytes for a game."""
        text = self.name.replace("_", " ")
        return EntityKind(self.name, shown, self.glyph, self.colour, text, data=tuple(data))
