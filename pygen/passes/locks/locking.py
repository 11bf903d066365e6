"""The pass `locks`: a passage that is the only way to a part of the map gets a locked door.

Each door has its own key, the next entry in the table of entities. A key can be reached without
passing its door, while all earlier locks are obeyed. So after each lock everything can still be
reached: first the key, then the part behind the door, as before.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES, KEY, LOCKED_DOOR, START
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import read_plane_as_seen
from pygen.passes.locks.constants import KEYS_TRIED
from pygen.passes.locks.dividing import divides, look_for_contact
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.passages import find_passage
from pygen.passes.locks.reaching import (
    ENTITY,
    PACE,
    Lock,
    Reach,
    close_tile,
    is_reached,
    lock_doors,
    open_tile,
    reach_all,
)
from pygen.passes.locks.rewards import find_reward

ROW = Piece("rows", PACE["entities_passed"])
KEY_TRIED = Piece("key", PACE["keys_at_once"], is_done=True)


def find_locks(g: Generation[Any], reach: Reach) -> Work:
    """Find the locks of earlier passes, and the start, in the table of entities. Only this pass
    adds doors and keys, and each door comes just before its key."""
    for row in g.tables[ENTITIES]:
        yield ROW
        tile = row["x"], row["y"]
        if row["kind"] == START:
            reach.start = tile
        elif row["kind"] == LOCKED_DOOR:
            reach.locks.append(Lock(tile))
        elif row["kind"] == KEY:
            reach.locks[-1].key = tile


def keep_lock(g: Generation[Any], reach: Reach, door: Tile, key: Tile) -> None:
    """Add a locked door and its key to the entities."""
    reach.locks.append(Lock(door, key))
    add_entity(g, LOCKED_DOOR, *door)
    add_entity(g, KEY, *key)


def find_key(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[Tile | None]:
    """A tile for the key: a random tile that was reached, is free floor and is far enough from the
    door; None if all tries fail."""
    for _ in range(KEYS_TRIED):
        x, y = g.random_tile()
        if not is_reached(reach, (x, y)):
            yield KEY_TRIED
            continue
        if abs(x - door[0]) + abs(y - door[1]) >= p.from_door and is_free_floor(g, x, y):
            yield "key"
            if not (yield from look_for_entity(g, x, y, ENTITY)):
                return x, y
        yield "key"
    return None


def place_reward(g: Generation[Any], p: Locks, reach: Reach) -> Work:
    """Place the reward behind the door: the search begins at a random byte of the plane."""
    place = g.random.below(reach.plane.row_bytes), 1 + g.random.below(reach.plane.height - 2)
    yield "lock"
    tile = yield from find_reward(g, reach, place)
    if tile:
        add_entity(g, p.reward_kind, *tile)
    else:
        g.leave_out(STATUS_NOT_ALL_PLACED)


def try_door(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[bool]:
    """Lock a door, if it divides the map and its key has a place. Returns whether it is locked."""
    lock_doors(reach)
    close_tile(reach, door)
    yield "lock"
    yield from reach_all(g, reach)
    yield "reached"
    if divides(g, p, reach, door):
        yield "divides"
        if not (yield from look_for_contact(reach)):
            yield "contact"
            key = yield from find_key(g, p, reach, door)
            if key:
                keep_lock(g, reach, door, key)
                if p.reward:
                    yield from place_reward(g, p, reach)
                return True
    open_tile(reach, door)
    return False


def place_lock(g: Generation[Any], p: Locks, reach: Reach) -> Finding[bool]:
    """Place a locked door and its key. Returns whether they have found places."""
    for _ in range(p.tries):
        door = yield from find_passage(g, p, reach)
        yield "passage"
        if not door:
            return False
        is_taken = yield from look_for_entity(g, *door, ENTITY)
        if not is_taken and (yield from try_door(g, p, reach, door)):
            return True
        yield "try"
    return False


def place_locks(g: Generation[Any], p: Locks) -> Work:
    """Place locked doors and their keys. Doors that find no place are left out, and the status says
    so."""
    reach = Reach(g)
    yield from find_locks(g, reach)
    yield "locks"
    yield from read_plane_as_seen(reach.plane)
    yield "read"
    yield from reach_all(g, reach)
    yield "reached"
    reach.total = reach.flood.size
    lock_doors(reach)
    for _ in range(p.count):
        yield "next"
        if not (yield from place_lock(g, p, reach)):
            g.leave_out(STATUS_NOT_ALL_PLACED)
