"""Putting entities into the table, and what the ground knows of them."""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.entities import add_entity, find_entity
from pygen.engine.entity_kinds import BURIED_ITEM, ENEMY, ENTITIES, ITEM, TRAP
from pygen.kinds.mystery.constants import FLOOR, FREE, HAS_ITEM, TERRAIN
from pygen.kinds.mystery.ground import Floor


def is_loot(f: Floor, x: int, y: int) -> bool:
    """Whether the loot of the monster house is at a tile."""
    return find_entity(f.g, x, y, f.first_loot, f.behind_loot) != f.behind_loot


def add_thing(f: Floor, kind: int, x: int, y: int) -> None:
    """Add an entity, if there is a row that is not for the entities of passes."""
    if len(f.g.tables[ENTITIES]) == f.g.parameters.capacity():
        f.g.status |= STATUS_FEWER_PARTS
        return
    add_entity(f.g, kind, x, y)


def is_at_edge(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is at the edge of the map."""
    return x in (0, f.width - 1) or y in (0, f.height - 1)


def add_item(f: Floor, x: int, y: int) -> None:
    """Put an item at a tile that has none; it takes the place of a trap. At the edge of the map
    nothing can lie."""
    place = y * f.width + x
    ground = f.ground[place]
    if ground & HAS_ITEM or is_at_edge(f, x, y):
        return
    f.ground[place] = ground | HAS_ITEM
    if ground & TERRAIN != FLOOR:
        add_thing(f, BURIED_ITEM, x, y)
        return
    entities = f.g.tables["entities"]
    if not ground & FREE:
        number = find_entity(f.g, x, y, 0, len(entities))
        if number != len(entities):
            entities[number]["kind"] = ITEM
            return
    add_thing(f, ITEM, x, y)


def add_trap(f: Floor, x: int, y: int) -> None:
    """Put a trap at a tile of floor, unless there are stairs, an item or another trap."""
    place = y * f.width + x
    ground = f.ground[place]
    f.ground[place] = ground & ~FREE & 0xFF
    if ground & (TERRAIN | HAS_ITEM | FREE) != FLOOR | FREE:
        return
    if (x, y) not in (f.stairs, f.hidden_stairs):
        add_thing(f, TRAP, x, y)


def is_behind_loot(f: Floor, x: int, y: int) -> bool:
    """Whether something that came after the loot is at a tile."""
    count = len(f.g.tables["entities"])
    return find_entity(f.g, x, y, f.behind_loot, count) != count


def add_enemy(f: Floor, x: int, y: int) -> None:
    """Put an enemy at a tile, unless there is one. Enemies come last: the tile has a thing then, as
    it would have with an item, of which loot alone may be there before. An enemy may be at that
    loot already: a trap, or in exact mode an item."""
    place = y * f.width + x
    has_thing = f.ground[place] & HAS_ITEM != 0
    if has_thing and (not is_loot(f, x, y) or is_behind_loot(f, x, y)):
        return
    f.ground[place] |= HAS_ITEM
    add_thing(f, ENEMY, x, y)
