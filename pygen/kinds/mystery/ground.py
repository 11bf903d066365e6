"""A floor while it is built: its ground, a byte for each tile, and its cells."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.engine.random32 import Random32, next_floor
from pygen.kinds.mystery.parameters import Mystery

TERRAIN = 0x03
WALL, FLOOR, WATER, MOAT = range(4)
"""The terrain of a tile. A moat is water that is open, but not walked on."""

IN_ROOM = 0x04
JUNCTION = 0x08

ZONE = 0x30
KEPT, HOUSE, SHOP = 0x10, 0x20, 0x30
"""Stairs stay away from what is kept: the room of a shop, and an island. The shop itself is within
such a room."""

HAS_ITEM = 0x40
FREE = 0x80
"""Floor without a trap. It is set when the things are placed, not before."""

# The properties of a cell.
VALID, ROOM, CONNECTED, MERGED, AWAY, MAZE, IMPERFECT, STRUCTURED = (1 << bit for bit in range(8))
"""MERGED: merged with another one. AWAY: the other one has taken its place."""

NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8
LINKS = (NORTH, SOUTH, WEST, EAST)
LINK_X = {NORTH: 0, SOUTH: 0, WEST: -1, EAST: 1}
LINK_Y = {NORTH: -1, SOUTH: 1, WEST: 0, EAST: 0}
LINK_BACK = {NORTH: SOUTH, SOUTH: NORTH, WEST: EAST, EAST: WEST}

CELLS_ACROSS, CELLS_DOWN = 6, 4
CELLS = CELLS_ACROSS * CELLS_DOWN

NO_CELL = 255
NOWHERE = (255, 255)


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
        # The generator of floors starts with an odd number: here it follows from the floor's seed.
        self.random32 = Random32(next_floor(g.seed << 1 | 1)[1])
        self.layout = g.parameters.layout_data
        self.across = self.down = 0
        self.lines_x: list[int] = []
        self.lines_y: list[int] = []
        self.left, self.top = bytearray(CELLS), bytearray(CELLS)
        self.right, self.bottom = bytearray(CELLS), bytearray(CELLS)
        self.state, self.links, self.todo = bytearray(CELLS), bytearray(CELLS), bytearray(CELLS)
        self.structures_left = 0
        self.has_shop = self.has_house = self.house_is_forced = False
        self.house_cell = NO_CELL
        self.shop_cell = NO_CELL
        self.maze_ground = 0
        self.stairs = self.hidden_stairs = self.start = NOWHERE
        self.has_water = False


def at(x: int, y: int) -> int:
    """The number of the cell in column x and row y."""
    return y * CELLS_ACROSS + x


def terrain_at(f: Floor, x: int, y: int) -> int:
    """The terrain of a tile."""
    return f.ground[y * f.width + x] & TERRAIN


def is_floor(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is floor."""
    return f.ground[y * f.width + x] & TERRAIN == FLOOR


def set_terrain(f: Floor, x: int, y: int, terrain: int) -> None:
    """Change the terrain of a tile; its properties stay."""
    place = y * f.width + x
    f.ground[place] = f.ground[place] & ~TERRAIN & 0xFF | terrain


def set_rectangle(
    f: Floor, left: int, top: int, right: int, bottom: int, kept: int, added: int
) -> None:
    """Change the bytes of a rectangle, `right` and `bottom` excluded: keep only the bits `kept`,
    then add the bits `added`."""
    for y in range(top, bottom):
        for place in range(y * f.width + left, y * f.width + right):
            f.ground[place] = f.ground[place] & kept | added


def reset_floor(f: Floor) -> None:
    """Begin a try: all walls, nothing on them.

    In exact mode a shop or a monster house of a failed try is not forgotten.
    """
    f.ground = bytearray(f.width * f.height)
    f.state = bytearray(CELLS)
    f.g.tables["entities"].clear()
    f.stairs = NOWHERE
    f.house_cell = f.shop_cell = NO_CELL
    if not f.exact:
        f.has_shop = f.has_house = f.house_is_forced = False
