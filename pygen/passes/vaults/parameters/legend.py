"""The legend of vaults: a place may also have an entity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from pygen.engine.drawings.legend import (
    NAMED_TILE,
    Choice,
    Mark,
    Meaning,
    Thing,
    in_full,
    short_forms,
    things_of,
)
from pygen.engine.sections import EntityName, Section


class Inhabited(Section):
    """What a place may have besides its tile."""

    entity: EntityName | None = Field(
        default=None,
        description="the entity that is there, on floor if no tile is named: a kind that a pass of "
        "the dungeon lists, or item, enemy, trap (default: none)",
    )


class VaultThing(Inhabited, Thing):
    """What a place of a vault becomes."""

    @property
    def says_something(self) -> bool:
        return self.entity is not None or super().says_something


class VaultChoice(Inhabited, Choice):
    """One of the things that all places of a mark may become."""

    @property
    def says_something(self) -> bool:
        return self.entity is not None or super().says_something


class VaultMeaning(Inhabited, Meaning):
    """What a mark of vaults stands for."""

    one_of: Sequence[Annotated[VaultChoice, *NAMED_TILE]] = Field(
        default=(),
        max_length=16,
        description="several things: one is chosen for all places of the mark in each vault; also "
        "written as a list alone (default: none)",
    )
    become: Annotated[VaultThing | None, *NAMED_TILE] = Field(
        default=None, description="what exactly so many places become (default: nothing)"
    )
    rest: Annotated[VaultThing | None, *NAMED_TILE] = Field(
        default=None, description="what the other places become (default: floor)"
    )

    @property
    def says_something(self) -> bool:
        return self.entity is not None or super().says_something


VaultLegend = dict[
    Mark, Annotated[VaultMeaning, BeforeValidator(in_full), Field(json_schema_extra=short_forms)]
]
"""The marks of a legend, each with what it stands for."""


def entity_of(thing: Thing) -> str | None:
    """The name of the entity of a thing, if it has one."""
    return thing.entity if isinstance(thing, Inhabited) else None


def legend_entities(legend: Mapping[str, Meaning]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The kinds of entities that a legend names, each with the path of its name from the legend."""
    for mark, meaning in legend.items():
        for inner, thing in things_of(meaning):
            entity = entity_of(thing)
            if entity:
                yield (mark, *inner, "entity"), entity
