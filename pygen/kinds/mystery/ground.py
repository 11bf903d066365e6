"""A floor while it is built: its ground, a byte for each tile, and its cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.random32 import Random32, next_floor
from pygen.engine.watching import WatchedRandom32
from pygen.kinds.mystery.constants import (
    CELLS,
    CELLS_ACROSS,
    FLOOR,
    FORGOTTEN_AT_ONCE,
    NO_CELL,
    TERRAIN,
)
from pygen.kinds.mystery.parameters import Mystery

LONG = True
"""What ends a piece of work behind which nothing else should be done in its step."""

Work = Iterator[Any]
"""A part of the work, in pieces: each `yield` ends one, and so does the end."""

LINK_BIT = (1, 2, 4, 8)
LINK_X, LINK_Y = (0, 0, -1, 1), (-1, 1, 0, 0)
LINK_STEP = (-6, 6, -1, 1)

NOWHERE = (255, 255)

Place = tuple[int, int]


class Floor:
    """A floor while it is built.

    `ground` has a byte for each tile, row by row: its terrain and properties. The cells lie in
    `across` columns and `down` rows between the lines; each has a rectangle, `left` and `top`
    included, `right` and `bottom` not, its properties, its links, and the links that have still to
    be dug.
    """

    def __init__(self, g: Generation[Mystery]) -> None:
        self.g = g
        self.exact = g.parameters.numbers == "exact"
        self.width, self.height = g.tiles.width, g.tiles.height
        self.ground = bytearray(self.width * self.height)
        # The generator of floors starts with an odd number, which follows from the floor's seed.
        random32 = Random32(next_floor(g.first_state << 1 | 1)[1])
        self.random32 = WatchedRandom32(random32, g.watch.draws) if g.watch else random32
        self.layout = g.parameters.layout_data
        self.across = self.down = 0
        self.lines_x: list[int] = []
        self.lines_y: list[int] = []
        self.left, self.top = bytearray(CELLS), bytearray(CELLS)
        self.right, self.bottom = bytearray(CELLS), bytearray(CELLS)
        self.state, self.links, self.todo = bytearray(CELLS), bytearray(CELLS), bytearray(CELLS)
        self.walk_x = self.walk_y = 0
        self.structures_left = g.parameters.rooms.structures
        self.has_shop = self.has_house = self.house_is_forced = self.is_empty = False
        self.house_cell = self.shop_cell = NO_CELL
        self.maze_ground = 0
        # Exact mode: the flags, and the orders of columns and rows, that are shuffled; by columns,
        # how many tiles fit; the tiles at which things are placed, first as their numbers in the
        # list of all that fit.
        self.flags: list[bool] = []
        self.orders: tuple[list[int], list[int]] = ([], [])
        self.column_counts: list[int] = []
        self.tracked: list[int] = []
        self.found: list[Place] = []
        self.open_tiles = 0
        self.stairs = self.hidden_stairs = self.start = NOWHERE
        # The items of a monster house that are left, if it has a round of its own.
        self.items_left = 0
        # The first entity that is loot, and the one behind the last.
        self.first_loot = self.behind_loot = 0
        # The area that is being filled: its columns, its next row and the one behind its last.
        self.area_left = self.area_right = self.area_row = self.area_bottom = 0
        self.area_kept = self.area_added = 0


def is_floor(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is floor."""
    return f.ground[y * f.width + x] & TERRAIN == FLOOR


def set_terrain(f: Floor, x: int, y: int, terrain: int) -> None:
    """Change the terrain of a tile; its properties stay."""
    place = y * f.width + x
    f.ground[place] = f.ground[place] & ~TERRAIN & 0xFF | terrain


def begin_area(
    f: Floor, left: int, top: int, right: int, bottom: int, kept: int, added: int
) -> None:
    """Begin to change the bytes of a rectangle, `right` and `bottom` excluded: only the bits `kept`
    stay, then the bits `added` are added. The driver fills it, row by row."""
    f.area_left, f.area_right, f.area_row, f.area_bottom = left, right, top, bottom
    f.area_kept, f.area_added = kept, added


def change_tiles(f: Floor, first: int, count: int) -> None:
    """Change the bytes of some tiles of the ground as those of the area."""
    for place in range(first, first + count):
        f.ground[place] = f.ground[place] & f.area_kept | f.area_added


def fill_area_row(f: Floor) -> None:
    """Change the bytes of the area's next row."""
    change_tiles(f, f.area_row * f.width + f.area_left, f.area_right - f.area_left)
    f.area_row += 1


def fill_area(f: Floor) -> None:
    """Fill all of a small area at once."""
    while f.area_row < f.area_bottom:
        fill_area_row(f)


def begin_cell_area(f: Floor, cell: int, kept: int, added: int) -> None:
    """Begin to change the bytes of a cell's rectangle."""
    begin_area(f, f.left[cell], f.top[cell], f.right[cell], f.bottom[cell], kept, added)


def begin_try(f: Floor) -> None:
    """Forget what a try has left beside the ground and the table of entities.

    In exact mode a shop or a monster house of a failed try is not forgotten.
    """
    f.state = bytearray(CELLS)
    f.stairs = f.hidden_stairs = NOWHERE
    f.house_cell = f.shop_cell = NO_CELL
    if not f.exact:
        f.start = NOWHERE
        f.has_shop = f.has_house = f.house_is_forced = False


def reset_floor(f: Floor) -> Work:
    """Begin a try: all walls, nothing on them. A piece is some entities, or a row."""
    begin_try(f)
    yield
    entities = f.g.tables["entities"]
    while entities:
        del entities[-FORGOTTEN_AT_ONCE:]
        yield
    for y in range(f.height):
        f.ground[y * f.width : (y + 1) * f.width] = bytes(f.width)
        if y != f.height - 1:
            yield


def cell_at(x: int, y: int) -> int:
    """The number of the cell in column x and row y."""
    return y * CELLS_ACROSS + x
