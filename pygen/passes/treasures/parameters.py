"""The parameters of the pass `treasures`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.features import CONNECTED, ROOMS, STAIRS, Features
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.population.meanings import PICKS_TILES, SHARED_CODE, code_of_places
from pygen.engine.population.values import (
    IN_CORRIDORS,
    IN_ROOMS,
    KERNELS_OF_PICKS,
    Where,
    part_of,
    where_rules,
    zones_of,
)
from pygen.engine.sections import BrokenRule, Constants, NotEmitted
from pygen.passes.treasures.meanings import MEANINGS


class Treasures(PassParameters):
    """Treasures in the rock, behind secret paths."""

    meanings = MEANINGS

    name: Literal["treasures"] = Field(description="treasures in the rock, behind secret paths")
    count: Annotated[int, Field(ge=0, le=64)] = Field(
        default=4, description="how many treasures there are"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=200,
        description="how many tiles are tried for each one before it is left out; "
        "not with `where`: then it is left out only if it fits beside no tile",
    )
    where: NotEmitted[Where] = Field(
        default=None,
        description="beside which tiles they may be: rooms; corridors: outside of rooms; dead "
        "ends: tiles with one way on; near, middle, far: thirds of the longest way from the up "
        "stairs; or a part and zones, such as [rooms, far] (default: anywhere)",
    )

    @property
    def part(self) -> int:
        """The part of the map that is wanted."""
        return part_of(self.where)

    @property
    def zones(self) -> int:
        """The zones that are wanted."""
        return zones_of(self.where)

    @property
    def looks_at_zones(self) -> bool:
        return self.zones > 0

    @property
    def shared_code(self) -> dict[str, str]:
        needed = {PICKS_TILES: self.where is not None, **code_of_places(self.part, self.zones)}
        return {name: SHARED_CODE[name] for name, is_needed in needed.items() if is_needed}

    @property
    def shared_kernels(self) -> Sequence[str]:
        return KERNELS_OF_PICKS if self.where else ()

    def constants(self) -> Constants:
        return {"PICKS": int(self.where is not None), "PART": self.part, "ZONES": self.zones}

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        planes = plane_rules(size) if self.where else []
        return [*self._broken(), *where_rules(self.where, size), *planes]

    def _broken(self) -> Iterator[BrokenRule]:
        if self.where and "tries" in self.model_fields_set:
            wrong = "`tries` has no effect: with `where` no tile is tried"
            yield BrokenRule(("tries",), wrong, "delete it")


def needed(p: Treasures) -> Features:
    """The features that a dungeon needs for these treasures."""
    rooms = [ROOMS] if p.part in (IN_ROOMS, IN_CORRIDORS) else []
    return frozenset({CONNECTED, *rooms, *([STAIRS] if p.zones else [])})
