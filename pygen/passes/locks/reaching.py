"""The tiles that can be reached from the up stairs on foot, obeying locks and without secret paths:
a door opens when its own key is reached.

What a `yield` means is described in `pygen.engine.definition.pace`. The bits of rows are
described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile, neighbours
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane import reaching
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import COPIED, Flood, copy_plane, fill_region

PACE = schedule("passes/locks")
ROW = Piece("rows", PACE["entities_passed"])
ENTITY = Piece("look", PACE["entities_passed"], is_divisible=True)
LOCK = Piece("unlock", PACE["locks_at_once"])


class Lock:
    """A locked door and its key.

    A door is open at first: locks of earlier passes do not hold until `lock_doors` has closed them.
    Afterwards `is_open` says whether the last flood has come through the door.
    """

    def __init__(self, door: Tile, key: Tile | None = None) -> None:
        self.door, self.key = door, key
        self.is_open = True


class Reach:
    """What can be reached from the up stairs, and what the search for it needs.

    In `plane`, doors that are closed are solid, and the tiles that `flood` has reached are taken.
    `passages` are those passages of each row, as bits, whose doors may divide the map, and that
    were not tried in vain. `start` is the tile where the player starts, if the dungeon has one.
    `total` is the number of tiles that can be reached while all doors are open.

    `before` are the tiles of each row that were taken before the door was opened that `reach_all`
    has held closed; none if it held none. `near_start` and `near_door` are the tiles too near for a
    key, and solid ones, as bits.
    """

    def __init__(self, g: Generation[Any]) -> None:
        self.plane = Plane(g)
        self.passages = [0] * self.plane.height
        self.before = [0] * self.plane.height
        self.near_start = [0] * self.plane.height
        self.near_door = [0] * self.plane.height
        self.locks: list[Lock] = []
        self.start: Tile | None = None
        self.flood = Flood(self.plane.taken)
        self.total = 0


def is_reached(reach: Reach, tile: Tile) -> bool:
    """Whether a tile was reached."""
    return reaching.is_reached(reach.plane, tile)


def reached_in_row(reach: Reach, y: int) -> int:
    """The tiles of a row that were reached, as bits."""
    return reaching.reached_in_row(reach.plane, y)


def close_tile(reach: Reach, tile: Tile) -> None:
    """Make a tile solid."""
    x, y = tile
    reach.plane.solid[y] |= 1 << x


def open_tile(reach: Reach, tile: Tile) -> None:
    """Make a tile open, and not taken."""
    x, y = tile
    reach.plane.solid[y] &= ~(1 << x)
    reach.plane.taken[y] &= ~(1 << x)


def reach_from(reach: Reach, tile: Tile) -> None:
    """Let the flood begin at an open tile, unless it has been there."""
    reaching.reach_from(reach.plane, reach.flood, tile)


def reached_sides(reach: Reach, tile: Tile) -> int:
    """The number of a tile's four neighbours that were reached."""
    return sum(is_reached(reach, beside) for beside in neighbours(*tile))


def can_be_opened(reach: Reach, lock: Lock) -> bool:
    """Whether a lock is closed, and its key and a tile beside its door were reached."""
    if lock.is_open or lock.key is None or not is_reached(reach, lock.key):
        return False
    return reached_sides(reach, lock.door) > 0


def unlock_door(reach: Reach, held: Lock | None = None) -> Finding[bool]:
    """Open the first door that can be opened, other than that of `held`, and let the flood go on
    from there. Returns whether there was one."""
    for lock in reach.locks:
        yield LOCK
        if lock is not held and can_be_opened(reach, lock):
            open_lock(reach, lock)
            return True
    return False


def open_lock(reach: Reach, lock: Lock) -> None:
    """Open a door, and let the flood go on from there."""
    lock.is_open = True
    open_tile(reach, lock.door)
    reach_from(reach, lock.door)


def lock_doors(reach: Reach) -> None:
    """Close all doors."""
    for lock in reach.locks:
        lock.is_open = False
        close_tile(reach, lock.door)


def reach_all(g: Generation[Any], reach: Reach, held: Lock | None = None) -> Work:
    """Take all tiles that can be reached from the up stairs. Doors open when their keys are
    reached; that of `held` opens last, and what was reached until then is kept."""
    reach.before = [0] * reach.plane.height
    yield from begin_to_reach(g, reach)
    while True:
        yield from fill_region(reach.plane, reach.flood)
        yield "fill"
        is_open = yield from unlock_door(reach, held)
        if held and not is_open:
            yield "unlock"
            yield from keep_before(reach)
            held = None
            yield "keep"
            is_open = yield from unlock_door(reach)
        if not is_open:
            return
        yield "unlock"


def reach_behind(g: Generation[Any], reach: Reach, lock: Lock) -> Work:
    """Take all tiles that can be reached without a key, and keep them; then take also those that
    are directly behind its door: no other door is on the way to them."""
    yield from begin_to_reach(g, reach)
    while True:
        yield from fill_region(reach.plane, reach.flood)
        yield "fill"
        if not (yield from unlock_door(reach, lock)):
            break
        yield "unlock"
    yield "unlock"
    yield from keep_before(reach)
    open_lock(reach, lock)
    yield "keep"
    yield from fill_region(reach.plane, reach.flood)


def begin_to_reach(g: Generation[Any], reach: Reach) -> Work:
    """Let the flood begin at the up stairs."""
    yield from copy_plane(reach.plane)
    reach.flood = Flood(reach.plane.taken)
    reach_from(reach, g.up)
    yield "copy"


def keep_before(reach: Reach) -> Work:
    """Keep what was taken before a door is opened."""
    yield COPIED.weighing(reach.plane.row_bytes * reach.plane.height)
    reach.before = list(reach.plane.taken)
