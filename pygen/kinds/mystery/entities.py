"""Adding entities to the table, and marking their tiles on the ground."""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.entity_kinds import BURIED_ITEM, ENEMY, ITEM, TRAP
from pygen.engine.dungeon.entities import add_entity, find_entity
from pygen.kinds.mystery.constants import FLOOR, FREE, HAS_ITEM, TERRAIN
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.parameters import OWN_KINDS

KINDS_OF_TABLES = {usual: numbers for usual, numbers, _ in OWN_KINDS}
"""By a kind of entities, the numbers of the kinds in its table."""


def is_loot(floor: Floor, x: int, y: int) -> bool:
    """Whether the loot of the monster house is at a tile."""
    loot = floor.loot
    return find_entity(floor.g, x, y, loot.start, loot.stop) != loot.stop


def is_behind_loot(floor: Floor, x: int, y: int) -> bool:
    """Whether something that came after the loot is at a tile."""
    count = len(floor.entities)
    return find_entity(floor.g, x, y, floor.loot.stop, count) != count


def add_thing(floor: Floor, kind: int, x: int, y: int) -> None:
    """Add an entity, if there is a row that is not for the entities of passes."""
    if len(floor.entities) == floor.parameters.capacity():
        floor.g.status |= STATUS_FEWER_PARTS
        return
    add_entity(floor.g, kind, x, y)


def choose_kind(floor: Floor, usual: int) -> int:
    """What a thing is: a kind of the table of its sort, by weights, or nothing in particular."""
    weights = floor.parameters.things.weights_of(usual)
    if not sum(weights):
        return usual
    floor.took_long = True
    left = floor.numbers.below(sum(weights))
    for number, weight in zip(KINDS_OF_TABLES[usual], weights, strict=False):
        if left < weight:
            return number
        left -= weight
    raise AssertionError("a number below the sum is within a weight")


def add_item(floor: Floor, x: int, y: int) -> None:
    """Put an item at a tile, unless the tile has an item or is at the edge of the map. If the tile
    has a trap, the item replaces the trap."""
    tile = floor.ground.at(x, y)
    is_at_edge = x in (0, floor.width - 1) or y in (0, floor.height - 1)
    if tile & HAS_ITEM or is_at_edge:
        return
    floor.ground.mark(x, y, HAS_ITEM)
    if tile & TERRAIN != FLOOR:
        add_thing(floor, BURIED_ITEM, x, y)
        return
    kind = choose_kind(floor, ITEM)
    if not tile & FREE:
        number = find_entity(floor.g, x, y, 0, len(floor.entities))
        if number != len(floor.entities):
            floor.entities[number]["kind"] = kind
            return
    add_thing(floor, kind, x, y)


def add_trap(floor: Floor, x: int, y: int) -> None:
    """Put a trap at a tile of floor, unless there are stairs, an item or another trap."""
    tile = floor.ground.at(x, y)
    floor.ground.unmark(x, y, FREE)
    if tile & (TERRAIN | HAS_ITEM | FREE) != FLOOR | FREE:
        return
    if (x, y) not in (floor.stairs, floor.hidden_stairs):
        add_thing(floor, choose_kind(floor, TRAP), x, y)


def add_enemy(floor: Floor, x: int, y: int) -> None:
    """Put an enemy at a tile, unless the tile has one.

    Enemies are placed last, and mark their tiles like items. Of all items, only the loot of the
    monster house may be at an enemy's tile. So a marked tile has an enemy if it has no loot, or
    if another entity came to the tile after the loot.
    """
    has_thing = floor.ground.at(x, y) & HAS_ITEM != 0
    if has_thing and (not is_loot(floor, x, y) or is_behind_loot(floor, x, y)):
        return
    floor.ground.mark(x, y, HAS_ITEM)
    add_thing(floor, choose_kind(floor, ENEMY), x, y)
