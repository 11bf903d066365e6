"""The pass `locks`: passages that alone lead to a part of the map get locked doors.

Each door has a key of its own, the next in the table of entities. A key is where it can be reached
without its door, while the locks that are there already are obeyed. So with each lock all can still
be reached: its key first, then what is behind it, as before.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.doorways import is_free_floor
from pygen.engine.entities import add_entity, find_entity
from pygen.engine.entity_kinds import ENTITIES, KEY, LOCKED_DOOR, START
from pygen.engine.generation import Generation
from pygen.engine.pace import Finding, Work
from pygen.engine.plane.plane import read_plane_as_seen
from pygen.passes.locks.constants import (
    CONTACT_WORK,
    CONTACTS_AT_ONCE,
    ENTITIES_PASSED,
    KEYS_AT_ONCE,
    KEYS_TRIED,
    PASSAGES_AT_ONCE,
)
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.reaching import (
    NOWHERE,
    Lock,
    Tile,
    Ways,
    close_tile,
    is_reached,
    lock_doors,
    open_tile,
    reach_all,
)


def find_locks(g: Generation[Any], ways: Ways) -> Work:
    """Find the locks of earlier passes, and the start, in the table of entities; some rows in each
    step."""
    rows = g.tables[ENTITIES]
    for at, row in enumerate(rows):
        if at and at % ENTITIES_PASSED == 0:
            yield "rows"
        if row["kind"] == START:
            ways.start = row["x"], row["y"]
        elif row["kind"] == LOCKED_DOOR:
            ways.locks.append(Lock((row["x"], row["y"]), NOWHERE))
        elif row["kind"] == KEY:
            ways.locks[-1].key = row["x"], row["y"]


def passages_of_byte(ways: Ways, y: int, at: int) -> int:
    """The tiles of a byte of the plane at which two opposite sides are solid and the other two are
    open."""
    plane = ways.plane
    row, above, below = plane.solid[y], plane.solid[y - 1], plane.solid[y + 1]
    left, right = row << 1 | 1, row >> 1
    upright = left & right & ~(above | below)
    level = above & below & ~(left | right)
    return ((upright | level) & ~row) >> 8 * at & 0xFF


def is_lockable(g: Generation[Any], p: Locks, x: int, y: int) -> bool:
    """Whether a tile may have a locked door: ground or a door, or only a door."""
    code = g.tiles.get(x, y)
    return code == g.codes.get("door") or (p.at == "passages" and code in g.ground)


def fits_door(g: Generation[Any], p: Locks, ways: Ways, x: int, y: int) -> bool:
    """Whether a passage is no doorway, where the door itself could have the lock, and not near to
    another locked door."""
    if g.tiles.get(x, y) != g.codes.get("door") and not is_free_floor(g, x, y):
        return False
    doors = [lock.door for lock in ways.locks]
    return all(abs(x - door[0]) + abs(y - door[1]) >= p.apart for door in doors)


def find_passage(g: Generation[Any], p: Locks, ways: Ways) -> Finding[Tile | None]:
    """A passage for a door: the first one from a random byte of the plane on; None if there is
    none."""
    plane = ways.plane
    y, at = 1 + g.random.below(plane.height - 2), g.random.below(plane.row_bytes)
    left = PASSAGES_AT_ONCE
    for _ in range((plane.height - 2) * plane.row_bytes):
        if not left:
            yield "passages"
            left = PASSAGES_AT_ONCE
        left -= 1
        bits = passages_of_byte(ways, y, at)
        while bits:
            if not left:
                yield "passages"
                left = PASSAGES_AT_ONCE
            left -= 1
            x = 8 * at + (bits & -bits).bit_length() - 1
            bits &= bits - 1
            if is_lockable(g, p, x, y):
                yield "tile"
                if fits_door(g, p, ways, x, y):
                    return x, y
                yield "tile"
                left = PASSAGES_AT_ONCE
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0
    return None


def is_bare(g: Generation[Any], tile: Tile) -> Finding[bool]:
    """Whether no entity is at a tile; some are looked at in each step."""
    at, count = 0, len(g.tables[ENTITIES])
    while True:
        behind = min(count, at + ENTITIES_PASSED)
        if find_entity(g, *tile, at, behind) != behind:
            return False
        at = behind
        if at == count:
            return True
        yield "look"


def divides(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> bool:
    """Whether, now that all was reached without the door, it has tiles enough on its other side,
    and what must not be there is not."""
    x, y = door
    sides = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    if sum(is_reached(ways, side) for side in sides) != 1:
        return False
    if ways.total - ways.flood.size <= p.behind:
        return False
    if ways.start != NOWHERE and not is_reached(ways, ways.start):
        return False
    return p.stairs == "anywhere" or not is_reached(ways, g.down)


def beside_reached(ways: Ways, y: int) -> int:
    """The tiles at both sides of those that are reached in a row."""
    reached = ways.plane.taken[y] & ~ways.plane.solid[y]
    return reached << 1 | reached >> 1


def touches_in_byte(ways: Ways, y: int, at: int) -> bool:
    """Whether a tile of a byte that was not reached has one that was at a corner of it in the next
    row, or the other way round."""
    taken = ways.plane.taken
    touched = ~taken[y] & beside_reached(ways, y + 1) | ~taken[y + 1] & beside_reached(ways, y)
    return bool(touched >> 8 * at & 0xFF)


def has_contact(ways: Ways) -> Finding[bool]:
    """Whether one can get past the door by a diagonal step; some bytes in each step."""
    plane, left = ways.plane, CONTACTS_AT_ONCE
    for y in range(1, plane.height - 2):
        for at in range(plane.row_bytes):
            if not left:
                yield "contact"
                left = CONTACTS_AT_ONCE
            left -= 1
            if plane.taken[y] & plane.taken[y + 1] & 0xFF << 8 * at != 0xFF << 8 * at:
                if touches_in_byte(ways, y, at):
                    return True
                left = max(left - CONTACT_WORK, 0)
    return False


def shut_door(ways: Ways, door: Tile) -> None:
    """Lock a door that has no key yet."""
    lock_doors(ways)
    close_tile(ways, door)


def leave_door(ways: Ways, door: Tile) -> None:
    """Unlock a door for ever."""
    open_tile(ways, door)


def keep_lock(g: Generation[Any], ways: Ways, door: Tile, key: Tile) -> None:
    """Add a locked door and its key to the entities."""
    ways.locks.append(Lock(door, key))
    add_entity(g, LOCKED_DOOR, *door)
    add_entity(g, KEY, *key)


def find_key(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> Finding[Tile]:
    """A tile for the key: a random one of those that were reached, free floor and far enough from
    the door; NOWHERE if all tries were in vain."""
    tries = KEYS_TRIED
    while True:
        for _ in range(KEYS_AT_ONCE):
            if not tries:
                return NOWHERE
            tries -= 1
            x, y = 1 + g.random.below(g.tiles.width - 2), 1 + g.random.below(g.tiles.height - 2)
            if is_reached(ways, (x, y)):
                is_far = abs(x - door[0]) + abs(y - door[1]) >= p.from_door
                if is_far and is_free_floor(g, x, y):
                    yield "key"
                    if (yield from is_bare(g, (x, y))):
                        return x, y
                break
        yield "key"


def begin_reward(g: Generation[Any], ways: Ways) -> Tile:
    """A random byte of the plane, from which on a place behind the door is looked for."""
    return g.random.below(ways.plane.row_bytes), 1 + g.random.below(ways.plane.height - 2)


def find_reward(g: Generation[Any], ways: Ways, at: int, y: int) -> Finding[Tile]:
    """A tile for what is behind the door: the first one, from a byte of the plane on, of those that
    were not reached without its key; NOWHERE if nothing can be put there."""
    plane = ways.plane
    left = PASSAGES_AT_ONCE
    for _ in range((plane.height - 2) * plane.row_bytes):
        if not left:
            yield "rewards"
            left = PASSAGES_AT_ONCE
        left -= 1
        bits = ~plane.taken[y] >> 8 * at & 0xFF
        while bits:
            x = 8 * at + (bits & -bits).bit_length() - 1
            bits &= bits - 1
            is_free = is_free_floor(g, x, y)
            yield "reward"
            if is_free:
                if (yield from is_bare(g, (x, y))):
                    return x, y
                yield "reward"
            left = PASSAGES_AT_ONCE
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0
    return NOWHERE


def try_door(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> Finding[bool]:
    """Lock a door, if it divides the map and its key has a place. Whether it is locked."""
    shut_door(ways, door)
    yield "lock"
    yield from reach_all(g, ways)
    yield "reached"
    if divides(g, p, ways, door):
        yield "divides"
        if not (yield from has_contact(ways)):
            yield "contact"
            key = yield from find_key(g, p, ways, door)
            if key != NOWHERE:
                keep_lock(g, ways, door, key)
                if p.reward:
                    at, y = begin_reward(g, ways)
                    yield "lock"
                    yield from place_reward(g, p, ways, at, y)
                return True
    leave_door(ways, door)
    return False


def place_reward(g: Generation[Any], p: Locks, ways: Ways, at: int, y: int) -> Work:
    """Place what is behind the door."""
    place = yield from find_reward(g, ways, at, y)
    if place == NOWHERE:
        g.leave_out(STATUS_NOT_ALL_PLACED)
    else:
        add_entity(g, p.reward_kind, *place)


def place_lock(g: Generation[Any], p: Locks, ways: Ways) -> Finding[bool]:
    """Place a locked door and its key. Whether they have found places."""
    for _ in range(p.tries):
        door = yield from find_passage(g, p, ways)
        yield "passage"
        if door is None:
            return False
        if (yield from is_bare(g, door)) and (yield from try_door(g, p, ways, door)):
            return True
        yield "try"
    return False


def place_locks(g: Generation[Any], p: Locks) -> Work:
    """Place locked doors and their keys. What finds no place is left out, and the status says
    so."""
    ways = Ways(g)
    yield from find_locks(g, ways)
    yield "locks"
    yield from read_plane_as_seen(ways.plane)
    yield "read"
    yield from reach_all(g, ways)
    yield "reached"
    ways.total = ways.flood.size
    lock_doors(ways)
    for _ in range(p.count):
        yield "next"
        if not (yield from place_lock(g, p, ways)):
            g.leave_out(STATUS_NOT_ALL_PLACED)
