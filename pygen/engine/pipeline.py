"""All that is done for a dungeon, in order: the phases of its kind, and what every dungeon needs.

Each phase is a row of steps. Between two steps the dungeon's whole state is in its work memory, so
that a game can do one step after the other whenever it has time, and a test can compare the
dungeon after each of them. The driver in C is emitted from the same list.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.blueprint import Blueprint
from pygen.engine.generation import Generation
from pygen.engine.kind import Kind, Phase, Steps

CLEARED_AT_ONCE = 600
"""The most bytes that one step clears. A byte takes the 6502 some five to thirteen cycles."""

MANY_ROWS = 64
"""Of a table with more rows a step clears half as many bytes: a byte takes some twenty cycles."""


def clearing_parts(blueprint: Blueprint[Any]) -> list[tuple[str, int]]:
    """In how many steps each table, by its name, and then the map is cleared."""
    parts = []
    for table in blueprint.tables:
        size = blueprint.layouts[table.struct].size
        # A loop over the bytes of a record is what is divided: each of its turns clears a byte of
        # every record.
        rows = table.most_rows(blueprint.dungeon)
        turns = max(1, CLEARED_AT_ONCE // (rows if rows <= MANY_ROWS else 2 * rows))
        parts.append((table.name, -(-size // turns)))
    return [*parts, ("map", -(-blueprint.parameters.map.packed_bytes // CLEARED_AT_ONCE))]


def clear(g: Generation[Any]) -> Steps:
    """Empty the tables and the map: nothing to do in Python, where a new dungeon is empty."""
    names = [name for name, count in clearing_parts(g.blueprint) for _ in range(count)]
    yield from names[:-1]


CLEAR: Phase[Any] = Phase("clear", clear)
CAMERA: Phase[Any] = Phase("camera", Generation.place_camera)


def pipeline(kind: Kind[Any]) -> tuple[Phase[Any], ...]:
    """The phases of a dungeon of this kind, in order, with those that every dungeon has."""
    return (CLEAR, *kind.phases, CAMERA)
