"""Random tiles for things, each as likely as any other that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pygen.kinds.mystery.constants import FLOOR, FREE, HAS_ITEM, HOUSE, KEPT, SHOP, TERRAIN, ZONE
from pygen.kinds.mystery.entities import is_loot
from pygen.kinds.mystery.grid import Place
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PIECE


def is_never_taken(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile is taken, for things that may share a tile: never."""
    return False


@dataclass(frozen=True)
class Round:
    """Things of one sort, which are placed one after the other.

    `count` says how many there are; `put` puts one at a tile. A tile fits if its byte is `value` as
    far as the bits of `mask` go; in a shop, only if the things `may_be_in_shops`. `is_taken` says
    whether a tile that fits has such a thing already. Things that `avoid_stairs` are neither at
    stairs nor at the start; a key says the same of all others.
    """

    count: Callable[[Floor], int]
    put: Callable[[Floor, int, int], None]
    mask: int
    value: int
    is_taken: Callable[[Floor, int, int], bool] = is_never_taken
    avoid_stairs: bool = False
    may_be_in_shops: bool = False

    @cached_property
    def fitting(self) -> bytes:
        """By the byte of a tile, whether it fits."""
        return bytes(
            byte & self.mask == self.value and (byte & ZONE != SHOP or self.may_be_in_shops)
            for byte in range(256)
        )

    def fits(self, floor: Floor, x: int, y: int) -> bool:
        """Whether a tile has what these things need."""
        return bool(self.fitting[floor.ground[y * floor.width + x]])

    def has_place(self, floor: Floor, x: int, y: int) -> bool:
        """Whether one of these things may be at a tile."""
        if not self.fitting[floor.ground[y * floor.width + x]]:
            return False
        if (x, y) in floor.reserved and (self.avoid_stairs or floor.parameters.things.are_clear):
            return False
        return not self.is_taken(floor, x, y)


def is_on_island(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile is on an island, which is kept, but not in the room of a shop."""
    if floor.ground.at(x, y) & ZONE != KEPT:
        return False
    return not floor.shop or not floor.shop.rect.contains(x, y)


def is_near_stairs(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile has too few columns plus rows between it and the stairs. On foot the way is as
    long or longer; which tiles are nearer on foot is marked on the ground."""
    assert floor.stairs, "the stairs are chosen first"
    steps = abs(x - floor.stairs[0]) + abs(y - floor.stairs[1])
    return steps < floor.parameters.things.least_steps


def has_item(floor: Floor, x: int, y: int) -> bool:
    """Whether there is an item at a tile."""
    return bool(floor.ground.at(x, y) & HAS_ITEM)


def has_item_of_round(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile has an item, other than an item that was placed with an island."""
    return has_item(floor, x, y) and not is_on_island(floor, x, y)


def has_loot(floor: Floor, x: int, y: int) -> bool:
    """Whether there is an item or a trap at a tile."""
    return has_item(floor, x, y) or floor.ground.at(x, y) & (TERRAIN | FREE) == FLOOR


def has_trap_of_round(floor: Floor, x: int, y: int) -> bool:
    """Whether a tile has a trap of the round of traps.

    A trap that was placed with an island or as loot does not count. If its tile is chosen, no other
    trap is added, and the floor has one trap less.
    """
    tile = floor.ground.at(x, y)
    if tile & FREE or is_on_island(floor, x, y):
        return False
    return tile & ZONE != HOUSE or not is_loot(floor, x, y)


def try_place(floor: Floor, things: Round) -> Place | None:
    """A random tile if one of these things may be there; all tiles are as likely.

    One draw has the bits of the column and of the row; a tile outside the map does not count. The
    number of draws is added to the column because a state follows from the states before it, which
    have made the rooms.
    """
    random = floor.g.random
    state = random.draw()
    x, y = state + random.draws & floor.column_bits, state >> 8 & floor.row_bits
    if x < floor.width and y < floor.height and things.has_place(floor, x, y):
        return x, y
    return None


def search_tiles(
    floor: Floor, things: Round, columns: Sequence[int], y: int
) -> tuple[Place | None, bool]:
    """The first of some tiles of a row at which one of these things may be, or None.

    Also returns whether the search was long, because at least one tile fitted.
    """
    is_long = PIECE
    for x in columns:
        if things.fits(floor, x, y):
            is_long = LONG
            if things.has_place(floor, x, y):
                return (x, y), is_long
    return None, is_long
