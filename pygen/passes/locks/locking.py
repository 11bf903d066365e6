"""The pass `locks`: a passage that is the only way to a part of the map gets a locked door.

Each door has its own key, the next entry in the table of entities. A key can be reached without
passing its door, while all earlier locks are obeyed. So after each lock everything can still be
reached: first the key, then the part behind the door, as before.

What a `yield` means is described in `pygen.engine.definition.pace`. The bits of rows are
described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.reaching import (
    PACE,
    Lock,
    Reach,
    close_tile,
    is_reached,
    lock_doors,
    open_tile,
    reach_all,
    reached_in_row,
    reached_sides,
)

BytePlace = tuple[int, int]
"""A byte of the plane: its number in its row (the column of its first tile is 8 times as much), and
the row."""

ROW = Piece("rows", PACE["entities_passed"])
ENTITY = Piece("look", PACE["entities_passed"], is_divisible=True)
PASSAGE = Piece("passages", PACE["passages_at_once"])
REWARD = Piece("rewards", PACE["passages_at_once"])
KEY_TRIED = Piece("key", PACE["keys_at_once"], is_done=True)
CONTACT = Piece("contact", PACE["contacts_at_once"])
CONTACT_TESTED = Piece("contact", PACE["contacts_at_once"], PACE["contact_work"], is_extra=True)


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


def passages_of_byte(reach: Reach, y: int, at: int) -> int:
    """The open tiles in a byte of the plane that have two opposite solid sides and two open ones,
    as eight bits."""
    plane = reach.plane
    row, above, below = plane.solid[y], plane.solid[y - 1], plane.solid[y + 1]
    left, right = (row << 1) | 1, row >> 1
    upright = left & right & ~(above | below)
    level = above & below & ~(left | right)
    return (((upright | level) & ~row) >> (8 * at)) & 0xFF


def is_lockable(g: Generation[Any], p: Locks, x: int, y: int) -> bool:
    """Whether a tile may have a locked door: ground or a door, or only a door."""
    code = g.tiles.get(x, y)
    return code == g.codes.get("door") or (p.at == "passages" and code in g.ground)


def fits_door(g: Generation[Any], p: Locks, reach: Reach, x: int, y: int) -> bool:
    """Whether a passage may have a lock: it is far enough from all other locked doors. Of a door
    and the floor beside it, only the door may have one."""
    if g.tiles.get(x, y) != g.codes.get("door") and not is_free_floor(g, x, y):
        return False
    doors = [lock.door for lock in reach.locks]
    return all(abs(x - door[0]) + abs(y - door[1]) >= p.apart for door in doors)


def tiles_from(
    reach: Reach, place: BytePlace, bits_of_byte: Callable[[Reach, int, int], int]
) -> Iterator[Tile | None]:
    """The tiles whose bits `bits_of_byte` finds, given the row and the number of a byte in it. The
    search goes once through all bytes of the plane, from the one at `place` on. Before the tiles of
    each byte comes None, because looking at a byte is a piece of work, even if nothing is found.
    """
    plane = reach.plane
    at, y = place
    for _ in range((plane.height - 2) * plane.row_bytes):
        yield None
        bits = bits_of_byte(reach, y, at)
        while bits:
            yield 8 * at + (bits & -bits).bit_length() - 1, y
            bits &= bits - 1
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0


def find_passage(g: Generation[Any], p: Locks, reach: Reach) -> Finding[Tile | None]:
    """A passage for a door: the first one from a random byte of the plane on; None if there is
    none."""
    y, at = 1 + g.random.below(reach.plane.height - 2), g.random.below(reach.plane.row_bytes)
    for tile in tiles_from(reach, (at, y), passages_of_byte):
        yield PASSAGE
        if tile and is_lockable(g, p, *tile):
            yield "tile"
            if fits_door(g, p, reach, *tile):
                return tile
            yield "tile"
    return None


def divides(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> bool:
    """Whether a lock makes sense at a door: only one of its sides was reached, enough tiles are
    behind it, the start is not behind it, and the down stairs are if the parameters say so. All
    tiles that can be reached while the door is closed have been reached."""
    if reached_sides(reach, door) != 1:
        return False
    # The door itself has not been reached either.
    if reach.total - reach.flood.size <= p.behind:
        return False
    if reach.start and not is_reached(reach, reach.start):
        return False
    return p.stairs == "anywhere" or not is_reached(reach, g.down)


def beside_reached(reach: Reach, y: int) -> int:
    """The tiles on the left and on the right of reached tiles in a row, as bits."""
    reached = reached_in_row(reach, y)
    return (reached << 1) | (reached >> 1)


def touches_in_byte(reach: Reach, y: int, at: int) -> bool:
    """Whether an open tile that was not reached touches a reached one at a corner: the former is in
    this byte of row y or of the row below, and the latter in the other one of these rows."""
    taken = reach.plane.taken
    touched = ~taken[y] & beside_reached(reach, y + 1)
    touched |= ~taken[y + 1] & beside_reached(reach, y)
    return bool((touched >> (8 * at)) & 0xFF)


def look_for_contact(reach: Reach) -> Finding[bool]:
    """Look for a diagonal step past the door. Returns whether there is one."""
    plane = reach.plane
    for y in range(1, plane.height - 2):
        for at in range(plane.row_bytes):
            yield CONTACT
            byte = 0xFF << (8 * at)
            if plane.taken[y] & plane.taken[y + 1] & byte != byte:
                if touches_in_byte(reach, y, at):
                    return True
                yield CONTACT_TESTED
    return False


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


def not_reached_in_byte(reach: Reach, y: int, at: int) -> int:
    """The open tiles in a byte of the plane that were not reached, as eight bits."""
    return (~reach.plane.taken[y] >> (8 * at)) & 0xFF


def find_reward(g: Generation[Any], reach: Reach, place: BytePlace) -> Finding[Tile | None]:
    """A tile for the reward behind the door: from a byte of the plane on, the first tile that was
    not reached without the key; None if nothing can be put there."""
    for tile in tiles_from(reach, place, not_reached_in_byte):
        if not tile:
            yield REWARD
            continue
        is_free = is_free_floor(g, *tile)
        yield "reward"
        if is_free:
            if not (yield from look_for_entity(g, *tile, ENTITY)):
                return tile
            yield "reward"
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
