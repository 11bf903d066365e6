"""Random tiles for things, each as likely as any other that fits."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    FLOOR,
    FREE,
    HAS_ITEM,
    HOUSE,
    IN_ROOM,
    JUNCTION,
    KEPT,
    NO_CELL,
    ON_FLOOR,
    ROOM_FLOOR,
    SEARCHED_AT_ONCE,
    SHOP,
    TERRAIN,
    WALL,
    ZONE,
)
from pygen.kinds.mystery.entities import is_loot
from pygen.kinds.mystery.ground import LONG, NOWHERE, Floor, Place
from pygen.kinds.mystery.labyrinth import is_in_cell

STAIRS, HIDDEN, ITEMS, BURIED, LOOT, TRAPS, START, ENEMIES, HOUSE_ENEMIES = range(9)
"""The rounds in which things are placed."""

ROUND_MASK = (
    ROOM_FLOOR | KEPT,
    ROOM_FLOOR | KEPT,
    ROOM_FLOOR | HOUSE,
    TERRAIN,
    ZONE | JUNCTION,
    ROOM_FLOOR | HAS_ITEM,
    ROOM_FLOOR | HAS_ITEM | FREE,
    ROOM_FLOOR | HAS_ITEM,
    TERRAIN | IN_ROOM | ZONE,
)
ROUND_VALUE = (
    ON_FLOOR,
    ON_FLOOR,
    ON_FLOOR,
    WALL,
    HOUSE,
    ON_FLOOR,
    ON_FLOOR | FREE,
    ON_FLOOR,
    ON_FLOOR | HOUSE,
)
"""What the tile of a thing needs, by rounds: the bits to look at, and how they must be. None but
a buried thing is put into a shop."""

AVOIDING = frozenset((HIDDEN, START, ENEMIES, HOUSE_ENEMIES))
"""The rounds whose things are neither at the stairs nor at the start."""


def is_reserved(f: Floor, x: int, y: int) -> bool:
    """Whether stairs are at a tile, or the start."""
    return (x, y) in (f.stairs, f.hidden_stairs, f.start)


def fits(f: Floor, number: int, x: int, y: int) -> bool:
    """Whether a tile has what the things of a round need."""
    ground = f.ground[y * f.width + x]
    if ground & ROUND_MASK[number] != ROUND_VALUE[number]:
        return False
    return ground & ZONE != SHOP or number == BURIED


def is_on_island(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is on an island, which is kept, but not in the room of a shop."""
    if f.ground[y * f.width + x] & ZONE != KEPT:
        return False
    return f.shop_cell == NO_CELL or not is_in_cell(f, f.shop_cell, x, y)


def is_taken(f: Floor, number: int, x: int, y: int) -> bool:
    """Whether a thing of the same round is at a tile that fits. One of a round before does not
    count: there is no other thing then, and one less."""
    ground = f.ground[y * f.width + x]
    if number == TRAPS:
        if ground & FREE or is_on_island(f, x, y):
            return False
        return ground & ZONE != HOUSE or not is_loot(f, x, y)
    if number == LOOT:
        return bool(ground & HAS_ITEM) or ground & (TERRAIN | FREE) == FLOOR
    if number == ITEMS:
        return bool(ground & HAS_ITEM) and not is_on_island(f, x, y)
    return number == BURIED and bool(ground & HAS_ITEM)


def is_place(f: Floor, number: int, x: int, y: int) -> bool:
    """Whether a thing of a round may be at a tile."""
    if not fits(f, number, x, y) or (number in AVOIDING and is_reserved(f, x, y)):
        return False
    return not is_taken(f, number, x, y)


def try_place(f: Floor, number: int) -> Place:
    """A random tile if a thing of a round may be there, else NOWHERE; all tiles are as likely.

    One draw has the bits of both numbers. Those outside the map are no tiles. The number of draws
    is added because the bits of a state follow from those of the states before it, which have made
    the rooms.
    """
    x_bits = (1 << (f.width - 1).bit_length()) - 1
    y_bits = (1 << (f.height - 1).bit_length()) - 1
    state = f.g.random.draw()
    x, y = state + f.g.random.draws & x_bits, state >> 8 & y_bits
    if x < f.width and y < f.height and is_place(f, number, x, y):
        return x, y
    return NOWHERE


def search_tiles(f: Floor, number: int, x: int, y: int) -> tuple[Place, bool]:
    """The first of some tiles of a row at which a thing of a round may be, or NOWHERE; and whether
    the search was long, because a tile had what such a thing needs."""
    is_long = False
    for near in range(x, min(x + SEARCHED_AT_ONCE, f.width)):
        if fits(f, number, near, y):
            is_long = LONG
            if is_place(f, number, near, y):
                return (near, y), is_long
    return NOWHERE, is_long
