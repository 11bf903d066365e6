"""Entities: what lies and walks on a floor, in the table `entities` beside the tiles.

Every dungeon that has entities has the same table, whatever its kind: a record of three bytes for
each, in the order in which they were placed. Of two at one tile the later one is seen. Programs and
tools know the table by this description, and no kind by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.entity_kinds import ENTITIES, ENTITY_KINDS, EntityKind
from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tables import Fields, Structs, Table
from pygen.engine.dungeon.generation import Generation

BYTE: Fields = {"bytes": 1}


def _entity_structs(_: Sequence[Any]) -> dict[str, Fields]:
    return {"entity": {"kind": {"bytes": 1, "unused": 255}, "x": BYTE, "y": BYTE}}


ENTITY_STRUCTS = Structs(_entity_structs)
"""The struct of entities, for the kinds that have any."""


def entities_table(capacity: Callable[[Any], int], final_after: str) -> Table:
    """The table `entities` of a kind or a pass, with so many rows, final after that phase.

    If the table is full, what comes later is left out, and the status has STATUS_FEWER_PARTS.
    """
    return Table(ENTITIES, "entity", capacity, final_after, "stairs, items, traps, enemies")


def add_entity(g: Generation[Any], kind: int, x: int, y: int) -> None:
    """Add an entity to the table; if it is full, the entity is left out and the status says so."""
    entities = g.tables[ENTITIES]
    if len(entities) == entities.table.capacity(g.parameters):
        g.status |= STATUS_FEWER_PARTS
        return
    entities.append({"kind": kind, "x": x, "y": y})


def find_entity(g: Generation[Any], x: int, y: int, first: int, behind: int) -> int:
    """The number of the first entity at a tile, from number `first` on; `behind`, which is that
    behind the last one, if there is none."""
    entities = g.tables[ENTITIES]
    for number in range(first, behind):
        if entities[number]["x"] == x and entities[number]["y"] == y:
            return number
    return behind


def look_for_entity(g: Generation[Any], x: int, y: int, piece: Piece) -> Finding[bool]:
    """Look through the entities for one at a tile. The result is whether there is one.

    `piece` is that of looking at an entity, and divisible.
    """
    count = len(g.tables[ENTITIES])
    found = find_entity(g, x, y, 0, count)
    yield piece.weighing(min(found + 1, count))
    return found != count


def known_kinds(dungeon: KindParameters) -> dict[int, EntityKind]:
    """The kinds that entities of a dungeon may have, by their numbers."""
    return {**dict(enumerate(ENTITY_KINDS)), **dungeon.given_entities}


def entity_counts(generation: Generation[Any]) -> dict[EntityKind, int]:
    """How many entities of each kind there are."""
    numbers = [row["kind"] for row in generation.tables.get(ENTITIES, [])]
    kinds = known_kinds(generation.blueprint.dungeon)
    counts = {kind: numbers.count(number) for number, kind in kinds.items()}
    return {kind: count for kind, count in counts.items() if count}


def entities_are_missing(generation: Generation[Any]) -> bool:
    """Whether entities were left out, as all rows were taken but those of passes."""
    rows = generation.tables.get(ENTITIES)
    if rows is None or not generation.status & STATUS_FEWER_PARTS:
        return False
    parameters = generation.parameters
    capacity: int = rows.table.capacity(parameters)
    others: int = parameters.entities_of_passes
    return len(rows) >= capacity - others


def seen_entities(generation: Generation[Any]) -> dict[tuple[int, int], EntityKind]:
    """What is seen of the entities, by column and row: of each tile the one on top."""
    kinds = known_kinds(generation.blueprint.dungeon)
    return {
        (row["x"], row["y"]): kinds[row["kind"]]
        for row in generation.tables.get(ENTITIES, [])
        if row["kind"] in kinds and kinds[row["kind"]].shown == "seen"
    }
