"""Entities: things and creatures on a floor, in the table `entities` beside the tiles.

Every dungeon with entities has the same table, whatever its kind: a record of three bytes for each
entity, in the order in which they were placed. Of two entities at one tile the later one is seen.
Programs and tools rely on this description of the table, and on the name of no kind.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.entity_kinds import ENTITIES, ENTITY_KINDS, EntityKind
from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tables import BYTE, Fields, Structs, Table
from pygen.engine.dungeon.generation import Generation


def _entity_structs(_: Sequence[Any]) -> dict[str, Fields]:
    return {"entity": {"kind": {"bytes": 1, "unused": 255}, "x": BYTE, "y": BYTE}}


ENTITY_STRUCTS = Structs(_entity_structs)
"""The struct of entities, for the kinds that have any."""


def entities_table(capacity: Callable[[Any], int], final_after: str) -> Table:
    """The table `entities` of a kind or a pass, with `capacity` rows, final after the phase
    `final_after`.

    If the table is full, later entities are left out, and the status has STATUS_FEWER_PARTS.
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
    """The number of the first entity at a tile, from number `first` on; `behind`, the number behind
    the last entity, if there is none."""
    entities = g.tables[ENTITIES]
    for number in range(first, behind):
        if entities[number]["x"] == x and entities[number]["y"] == y:
            return number
    return behind


def look_for_entity(g: Generation[Any], x: int, y: int, piece: Piece) -> Finding[bool]:
    """Look through the entities for one at a tile. Returns whether there is one.

    `piece` is the piece for looking at an entity; it is divisible.
    """
    count = len(g.tables[ENTITIES])
    found = find_entity(g, x, y, 0, count)
    yield piece.weighing(min(found + 1, count))
    return found != count


def known_kinds(dungeon: KindParameters) -> dict[int, EntityKind]:
    """The kinds of entities that a dungeon may have, by their numbers."""
    return {**dict(enumerate(ENTITY_KINDS)), **dungeon.given_entities}


def entity_counts(generation: Generation[Any]) -> dict[EntityKind, int]:
    """The number of entities of each kind."""
    numbers = [row["kind"] for row in generation.tables.get(ENTITIES, [])]
    kinds = known_kinds(generation.blueprint.dungeon)
    counts = {kind: numbers.count(number) for number, kind in kinds.items()}
    return {kind: count for kind, count in counts.items() if count}


def entities_are_missing(generation: Generation[Any]) -> bool:
    """Whether entities were left out because all rows except those of passes were taken."""
    rows = generation.tables.get(ENTITIES)
    if rows is None or not generation.status & STATUS_FEWER_PARTS:
        return False
    parameters = generation.parameters
    capacity: int = rows.table.capacity(parameters)
    others: int = parameters.entities_of_passes
    return len(rows) >= capacity - others


def seen_entities(generation: Generation[Any]) -> dict[tuple[int, int], EntityKind]:
    """The kinds of the entities that are seen, by column and row: on each tile the topmost one."""
    kinds = known_kinds(generation.blueprint.dungeon)
    return {
        (row["x"], row["y"]): kinds[row["kind"]]
        for row in generation.tables.get(ENTITIES, [])
        if row["kind"] in kinds and kinds[row["kind"]].shown == "seen"
    }
