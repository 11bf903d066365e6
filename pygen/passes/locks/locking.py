"""The pass `locks`: a passage that is the only way to a part of the map gets a locked door.

Each door has its own key, the next entry in the table of entities. A key can be reached without
passing its door, while all earlier locks are obeyed. So after each lock everything can still be
reached: first the key, then the part behind the door, as before.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES, KEY, LOCKED_DOOR, START
from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import read_plane_as_seen
from pygen.passes.locks.closets import dig_closet, find_closet
from pygen.passes.locks.dividing import divides, look_for_contact
from pygen.passes.locks.keys import find_key
from pygen.passes.locks.near import find_near
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.passages import drop_passage, find_passage, passages_from_random
from pygen.passes.locks.reaching import (
    ENTITY,
    ROW,
    Lock,
    Reach,
    close_tile,
    lock_doors,
    open_tile,
    reach_all,
    reach_behind,
)
from pygen.passes.locks.rewards import find_reward
from pygen.passes.locks.walls import keep_dividing


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


def place_reward(g: Generation[Any], p: Locks, reach: Reach) -> Work:
    """Place the reward behind the door: the search begins at a random byte of the plane."""
    place = g.random.below(reach.plane.row_bytes), 1 + g.random.below(reach.plane.height - 2)
    yield "lock"
    tile = yield from find_reward(g, p, reach, place)
    if tile:
        add_entity(g, p.reward_kind, *tile)
    else:
        g.leave_out(STATUS_NOT_ALL_PLACED)


def find_far_key(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[Tile | None]:
    """A tile for the key of a door, so many steps from it; None if there is none."""
    if p.steps_from_door:
        reach.near_door = yield from find_near(reach, door, p.steps_from_door)
        yield "near"
    return (yield from find_key(g, p, reach, door))


def lock_before(p: Locks, reach: Reach) -> Lock | None:
    """The lock behind whose door the next key must be; None if it may be anywhere."""
    return reach.locks[-1] if p.order == "nested" and reach.locks else None


def try_door(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[bool]:
    """Lock a door, if it divides the map and its key has a place. Returns whether it is locked."""
    before = lock_before(p, reach)
    lock_doors(reach)
    close_tile(reach, door)
    yield "lock"
    yield from reach_all(g, reach, before)
    yield "reached"
    if not divides(g, p, reach, door):
        drop_passage(reach, door)
    elif not before or before.is_open:
        yield "divides"
        if (yield from look_for_contact(reach)):
            drop_passage(reach, door)
        else:
            yield "contact"
            key = yield from find_far_key(g, p, reach, door)
            if key:
                keep_lock(g, reach, door, key)
                if p.reward and not p.has_own_rewards:
                    yield from place_reward(g, p, reach)
                return True
    open_tile(reach, door)
    return False


def try_passage(
    g: Generation[Any], p: Locks, reach: Reach, tiles: Iterator[Tile | None]
) -> Finding[bool | None]:
    """Lock the next of these passages. Returns whether that was possible; None if there is none."""
    door = yield from find_passage(g, p, reach, tiles)
    yield "passage"
    if not door:
        return None
    if (yield from look_for_entity(g, *door, ENTITY)):
        return False
    return (yield from try_door(g, p, reach, door))


def make_closet(g: Generation[Any], p: Locks, reach: Reach) -> Finding[bool]:
    """Dig a closet with a locked door, and place its key. Returns whether they have found places.
    From a random side on, there is a try for each."""
    before = lock_before(p, reach)
    lock_doors(reach)
    yield "lock"
    yield from reach_all(g, reach, before)
    yield "reached"
    side = g.random.below(4)
    for turn in range(4):
        closet = yield from find_closet(g, p, reach, (side + turn) % 4)
        key = None
        if closet:
            key = yield from find_far_key(g, p, reach, closet.door)
        yield "key"
        if closet and key:
            yield from dig_closet(g, reach, closet)
            keep_lock(g, reach, closet.door, key)
            if p.reward and not p.has_own_rewards:
                yield from place_reward(g, p, reach)
            return True
    return False


def place_lock(g: Generation[Any], p: Locks, reach: Reach) -> Finding[bool]:
    """Place a locked door and its key. Returns whether they have found places."""
    tiles = passages_from_random(g, p, reach)
    tries = 1
    while (is_locked := (yield from try_passage(g, p, reach, tiles))) is False:
        yield "try"
        if p.search == "random":
            if tries == p.tries:
                break
            tiles = passages_from_random(g, p, reach)
            tries += 1
    if not is_locked and p.make == "closet":
        return (yield from make_closet(g, p, reach))
    return bool(is_locked)


def place_locks(g: Generation[Any], p: Locks) -> Work:
    """Place locked doors and their keys. Doors that find no place are left out, and the status says
    so."""
    reach = Reach(g)
    yield from find_locks(g, reach)
    yield "locks"
    yield from read_plane_as_seen(reach.plane)
    yield "read"
    if p.search == "all":
        yield from keep_dividing(reach)
        yield "turn"
    yield from reach_all(g, reach)
    yield "reached"
    reach.total = reach.flood.size
    if p.steps_from_start:
        yield "count"
        reach.near_start = yield from find_near(reach, reach.start or g.up, p.steps_from_start)
    lock_doors(reach)
    known = len(reach.locks)
    for _ in range(p.count):
        yield "next"
        if not (yield from place_lock(g, p, reach)):
            g.leave_out(STATUS_NOT_ALL_PLACED)
    if p.has_own_rewards:
        for lock in reach.locks[known:]:
            yield "next"
            lock_doors(reach)
            yield "lock"
            yield from reach_behind(g, reach, lock)
            yield "behind"
            yield from place_reward(g, p, reach)
