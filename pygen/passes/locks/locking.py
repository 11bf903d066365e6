"""The pass `locks`: a passage that is the only way to a part of the map gets a locked door.

Each door has its own key, the next entry in the table of entities. A key can be reached without
passing its door, while all earlier locks are obeyed. So after each lock everything can still be
reached: first the key, then the part behind the door, as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES, KEY, LOCKED_DOOR, START
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import read_plane_as_seen
from pygen.passes.locks.constants import KEYS_TRIED
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.reaching import (
    NOWHERE,
    PACE,
    Lock,
    Tile,
    Ways,
    close_tile,
    is_reached,
    lock_doors,
    open_tile,
    reach_all,
)

ROW = Piece("rows", PACE["entities_passed"])
ENTITY = Piece("look", PACE["entities_passed"], is_divisible=True)
PASSAGE = Piece("passages", PACE["passages_at_once"])
REWARD = Piece("rewards", PACE["passages_at_once"])
KEY_TRIED = Piece("key", PACE["keys_at_once"], is_done=True)
CONTACT = Piece("contact", PACE["contacts_at_once"])
CONTACT_TESTED = Piece("contact", PACE["contacts_at_once"], PACE["contact_work"], is_extra=True)


def find_locks(g: Generation[Any], ways: Ways) -> Work:
    """Find the locks of earlier passes, and the start, in the table of entities."""
    for row in g.tables[ENTITIES]:
        yield ROW
        if row["kind"] == START:
            ways.start = row["x"], row["y"]
        elif row["kind"] == LOCKED_DOOR:
            ways.locks.append(Lock((row["x"], row["y"]), NOWHERE))
        elif row["kind"] == KEY:
            ways.locks[-1].key = row["x"], row["y"]


def passages_of_byte(ways: Ways, y: int, at: int) -> int:
    """The tiles in a byte of the plane that have two opposite solid sides and two open ones."""
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
    """Whether a passage is not near another locked door, and not a doorway, where the door itself
    could have the lock."""
    if g.tiles.get(x, y) != g.codes.get("door") and not is_free_floor(g, x, y):
        return False
    doors = [lock.door for lock in ways.locks]
    return all(abs(x - door[0]) + abs(y - door[1]) >= p.apart for door in doors)


def tiles_from(
    ways: Ways, place: Tile, tiles_of_byte: Callable[[Ways, int, int], int]
) -> Iterator[Tile | None]:
    """The tiles that `tiles_of_byte` finds in each byte of the plane. The search goes once through
    the plane, from the byte in column and row `place` on. None comes before the tiles of each byte.
    """
    plane = ways.plane
    at, y = place
    for _ in range((plane.height - 2) * plane.row_bytes):
        yield None
        bits = tiles_of_byte(ways, y, at)
        while bits:
            yield 8 * at + (bits & -bits).bit_length() - 1, y
            bits &= bits - 1
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0


def find_passage(g: Generation[Any], p: Locks, ways: Ways) -> Finding[Tile | None]:
    """A passage for a door: the first one from a random byte of the plane on; None if there is
    none."""
    y, at = 1 + g.random.below(ways.plane.height - 2), g.random.below(ways.plane.row_bytes)
    for tile in tiles_from(ways, (at, y), passages_of_byte):
        yield PASSAGE
        if tile and is_lockable(g, p, *tile):
            yield "tile"
            if fits_door(g, p, ways, *tile):
                return tile
            yield "tile"
    return None


def divides(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> bool:
    """Whether a door has enough tiles on its other side, and nothing there that must not be. All
    tiles that can be reached without the door have been reached."""
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
    """The tiles on the left and on the right of reached tiles in a row."""
    reached = ways.plane.taken[y] & ~ways.plane.solid[y]
    return reached << 1 | reached >> 1


def touches_in_byte(ways: Ways, y: int, at: int) -> bool:
    """Whether two tiles touch at a corner, one in this byte and one in the next row, of which only
    one was reached."""
    taken = ways.plane.taken
    touched = ~taken[y] & beside_reached(ways, y + 1) | ~taken[y + 1] & beside_reached(ways, y)
    return bool(touched >> 8 * at & 0xFF)


def look_for_contact(ways: Ways) -> Finding[bool]:
    """Look for a diagonal step past the door. Returns whether there is one."""
    plane = ways.plane
    for y in range(1, plane.height - 2):
        for at in range(plane.row_bytes):
            yield CONTACT
            if plane.taken[y] & plane.taken[y + 1] & 0xFF << 8 * at != 0xFF << 8 * at:
                if touches_in_byte(ways, y, at):
                    return True
                yield CONTACT_TESTED
    return False


def shut_door(ways: Ways, door: Tile) -> None:
    """Lock a door that has no key yet."""
    lock_doors(ways)
    close_tile(ways, door)


def leave_door(ways: Ways, door: Tile) -> None:
    """Unlock a door for good."""
    open_tile(ways, door)


def keep_lock(g: Generation[Any], ways: Ways, door: Tile, key: Tile) -> None:
    """Add a locked door and its key to the entities."""
    ways.locks.append(Lock(door, key))
    add_entity(g, LOCKED_DOOR, *door)
    add_entity(g, KEY, *key)


def find_key(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> Finding[Tile]:
    """A tile for the key: a random tile that was reached, is free floor and is far enough from the
    door; NOWHERE if all tries fail."""
    for _ in range(KEYS_TRIED):
        x, y = 1 + g.random.below(g.tiles.width - 2), 1 + g.random.below(g.tiles.height - 2)
        if not is_reached(ways, (x, y)):
            yield KEY_TRIED
            continue
        if abs(x - door[0]) + abs(y - door[1]) >= p.from_door and is_free_floor(g, x, y):
            yield "key"
            if not (yield from look_for_entity(g, x, y, ENTITY)):
                return x, y
        yield "key"
    return NOWHERE


def begin_reward(g: Generation[Any], ways: Ways) -> Tile:
    """A random byte of the plane, from which the search for a place behind the door starts."""
    return g.random.below(ways.plane.row_bytes), 1 + g.random.below(ways.plane.height - 2)


def tiles_not_reached(ways: Ways, y: int, at: int) -> int:
    """The tiles of a byte of the plane that were not reached."""
    return ~ways.plane.taken[y] >> 8 * at & 0xFF


def find_reward(g: Generation[Any], ways: Ways, place: Tile) -> Finding[Tile]:
    """A tile for the reward behind the door: from a byte of the plane on, the first tile that was
    not reached without the key; NOWHERE if nothing can be put there."""
    for tile in tiles_from(ways, place, tiles_not_reached):
        if not tile:
            yield REWARD
            continue
        is_free = is_free_floor(g, *tile)
        yield "reward"
        if is_free:
            if not (yield from look_for_entity(g, *tile, ENTITY)):
                return tile
            yield "reward"
    return NOWHERE


def try_door(g: Generation[Any], p: Locks, ways: Ways, door: Tile) -> Finding[bool]:
    """Lock a door, if it divides the map and its key has a place. Returns whether it is locked."""
    shut_door(ways, door)
    yield "lock"
    yield from reach_all(g, ways)
    yield "reached"
    if divides(g, p, ways, door):
        yield "divides"
        if not (yield from look_for_contact(ways)):
            yield "contact"
            key = yield from find_key(g, p, ways, door)
            if key != NOWHERE:
                keep_lock(g, ways, door, key)
                if p.reward:
                    place = begin_reward(g, ways)
                    yield "lock"
                    yield from place_reward(g, p, ways, place)
                return True
    leave_door(ways, door)
    return False


def place_reward(g: Generation[Any], p: Locks, ways: Ways, first: Tile) -> Work:
    """Place the reward behind the door, looking for a tile from a byte of the plane on."""
    place = yield from find_reward(g, ways, first)
    if place == NOWHERE:
        g.leave_out(STATUS_NOT_ALL_PLACED)
    else:
        add_entity(g, p.reward_kind, *place)


def place_lock(g: Generation[Any], p: Locks, ways: Ways) -> Finding[bool]:
    """Place a locked door and its key. Returns whether they have found places."""
    for _ in range(p.tries):
        door = yield from find_passage(g, p, ways)
        yield "passage"
        if door is None:
            return False
        is_taken = yield from look_for_entity(g, *door, ENTITY)
        if not is_taken and (yield from try_door(g, p, ways, door)):
            return True
        yield "try"
    return False


def place_locks(g: Generation[Any], p: Locks) -> Work:
    """Place locked doors and their keys. Doors that find no place are left out, and the status says
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
