"""Random tiles for things, each as likely as any other that fits."""

from __future__ import annotations

from pygen.kinds.mystery.entities import find_entity, has_thing
from pygen.kinds.mystery.ground import (
    FLOOR,
    FREE,
    HAS_ITEM,
    HOUSE,
    IN_ROOM,
    JUNCTION,
    KEPT,
    NOWHERE,
    SHOP,
    TERRAIN,
    WALL,
    ZONE,
    Floor,
    Place,
)

STAIRS, HIDDEN, ITEMS, BURIED, LOOT, TRAPS, START, ENEMIES, HOUSE_ENEMIES = range(9)
"""The rounds in which things are placed."""

ROUNDS = 9

ROOM_FLOOR = TERRAIN | IN_ROOM | JUNCTION
ON_FLOOR = FLOOR | IN_ROOM
"""Floor of a room beside which no hall ends: the bits to look at, and how they must be."""

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

TRIES = 512
"""How many random tiles are tried before all are searched."""

SEARCHED_AT_ONCE = 4
"""At how many tiles a search looks at once."""


def is_reserved(f: Floor, x: int, y: int) -> bool:
    """Whether stairs are at a tile, or the start."""
    return (x, y) in (f.stairs, f.hidden_stairs, f.start)


def fits(f: Floor, number: int, x: int, y: int) -> bool:
    """Whether a tile has what the things of a round need."""
    ground = f.ground[y * f.width + x]
    if ground & ROUND_MASK[number] != ROUND_VALUE[number]:
        return False
    return ground & ZONE != SHOP or number == BURIED


def is_place(f: Floor, number: int, x: int, y: int, first: int) -> bool:
    """Whether a thing of a round may be at a tile; the round began with the entity `first`."""
    if not fits(f, number, x, y) or (number in AVOIDING and is_reserved(f, x, y)):
        return False
    return not has_thing(f, x, y) or find_entity(f, x, y, first) == len(f.g.tables["entities"])


def try_place(f: Floor, number: int, first: int) -> Place:
    """A random tile if a thing of a round may be there, else NOWHERE; all tiles are as likely.

    One draw has the bits of both numbers. Those outside the map are no tiles.
    """
    x_bits = (1 << (f.width - 1).bit_length()) - 1
    y_bits = (1 << (f.height - 1).bit_length()) - 1
    state = f.g.random.draw()
    x, y = state & x_bits, state >> 8 & y_bits
    if x < f.width and y < f.height and is_place(f, number, x, y, first):
        return x, y
    return NOWHERE


def search_tiles(f: Floor, number: int, first: int, x: int, y: int) -> Place:
    """The first of some tiles of a row at which a thing of a round may be, or NOWHERE."""
    for near in range(x, min(x + SEARCHED_AT_ONCE, f.width)):
        if is_place(f, number, near, y, first):
            return near, y
    return NOWHERE
