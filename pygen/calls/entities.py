"""What lies or walks at a tile. The twin of c64src/calls/entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pygen.calls.constants import NO_ENTITY_AT


def entity_at(entities: Sequence[Mapping[str, int]], x: int, y: int) -> int:
    """The number of the first of the entities in use at a tile, or NO_ENTITY_AT."""
    for number, entity in enumerate(entities):
        if (entity["x"], entity["y"]) == (x, y):
            return number
    return NO_ENTITY_AT
