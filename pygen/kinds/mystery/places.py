"""Random tiles for things, each as likely as any other that fits."""

from __future__ import annotations

from collections.abc import Generator

from pygen.kinds.mystery.entities import find_entity
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
)
from pygen.kinds.mystery.numbers import draw_below

Place = tuple[int, int]
Search = Generator[str, None, Place]

ROOM_FLOOR = TERRAIN | IN_ROOM | JUNCTION
ON_FLOOR = FLOOR | IN_ROOM
"""Floor of a room beside which no hall ends: the bits to look at, and how they must be."""

# What each thing needs: the bits to look at, and how they must be. None may be in the shop.
FOR_STAIRS = ROOM_FLOOR | KEPT, ON_FLOOR
FOR_ITEMS = ROOM_FLOOR | HOUSE, ON_FLOOR
FOR_BURIED = TERRAIN, WALL
FOR_LOOT = ZONE | JUNCTION, HOUSE
FOR_TRAPS = ROOM_FLOOR | HAS_ITEM, ON_FLOOR
FOR_START = ROOM_FLOOR | HAS_ITEM | FREE, ON_FLOOR | FREE
FOR_ENEMIES = FOR_TRAPS
FOR_HOUSE_ENEMIES = TERRAIN | IN_ROOM | ZONE, ON_FLOOR | HOUSE

TRIES = 512
"""How many random tiles are tried before all are searched."""

TRIES_AT_ONCE = 24


def fits(f: Floor, needs: Place, x: int, y: int) -> bool:
    """Whether a tile has what is needed; nothing but buried items is put into a shop."""
    ground = f.ground[y * f.width + x]
    mask, value = needs
    return ground & mask == value and (ground & ZONE != SHOP or mask == TERRAIN)


def is_reserved(f: Floor, x: int, y: int) -> bool:
    """Whether stairs are at a tile, or the start."""
    return (x, y) in (f.stairs, f.hidden_stairs, f.start)


def find_place(f: Floor, needs: Place, first: int, avoids: bool) -> Search:
    """A random tile that has what is needed and none of the entities from number `first` on; if
    it `avoids` them, neither stairs nor the start. NOWHERE if there is none.

    Tiles are drawn until one fits. After many, the next one that fits is taken, row by row.
    """
    x_bits = (1 << (f.width - 1).bit_length()) - 1
    y_bits = (1 << (f.height - 1).bit_length()) - 1
    x = y = 0
    for number in range(TRIES):
        if number and number % TRIES_AT_ONCE == 0:
            yield "try"
        state = f.g.random.draw()
        x, y = state & x_bits, state >> 8 & y_bits
        if x < f.width and y < f.height and is_place(f, needs, x, y, first, avoids):
            return x, y
    x, y = x % f.width, y % f.height
    for _ in range(f.height + 1):
        yield "search"
        while x < f.width:
            if is_place(f, needs, x, y, first, avoids):
                return x, y
            x += 1
        x = 0
        y = y + 1 if y + 1 < f.height else 0
    return NOWHERE


def is_place(f: Floor, needs: Place, x: int, y: int, first: int, avoids: bool) -> bool:
    """Whether a tile is one that `find_place` may find."""
    if not fits(f, needs, x, y) or (avoids and is_reserved(f, x, y)):
        return False
    return find_entity(f, x, y, first) == len(f.g.tables["entities"])


def list_places(f: Floor, needs: Place) -> list[Place]:
    """Exact mode: all tiles that have what is needed, column by column."""
    return [(x, y) for x in range(f.width) for y in range(f.height) if fits(f, needs, x, y)]


def shuffle_places(f: Floor, places: list[Place], count: int) -> list[Place]:
    """Exact mode: `count` tiles of a shuffled list, from a random one on and again from the first;
    some come again if there are too few."""
    length = len(places)
    for _ in range(2 * length):
        one = draw_below(f, length)
        other = draw_below(f, length)
        places[one], places[other] = places[other], places[one]
    start = draw_below(f, length)
    return [places[(start + number) % length] for number in range(count)]
