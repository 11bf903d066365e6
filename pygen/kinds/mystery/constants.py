"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

FLOOR_TRIES, LAYOUT_TRIES = 10, 10
"""How often a floor is tried, and each time how often its layout."""

LEAST_ROOMS = 2
"""The original asks for 20 tiles of floor in rooms, too, which two rooms always have."""

GRID_TRIES = 32
"""How often exact mode draws a number of cells that fits."""

SWAPS, SWAPS_AT_ONCE = 64, 2
"""How many pairs exact mode swaps to shuffle a few cells, and how many at once."""

SWEEPS = 200
"""How often a floor with too few rooms looks for one more."""

TURNS = 8
"""How often a dead end of the original looks for a direction."""

RIGHT = 1

PASSED_AT_ONCE = 8
"""How many tiles of floor a hall passes at once before it begins."""

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
"""What is open and has no trap. It is set when that is known to be reached."""

# The properties of a cell.
VALID, ROOM, CONNECTED, MERGED, AWAY, MAZE, IMPERFECT, STRUCTURED = (1 << bit for bit in range(8))
"""MERGED: merged with another one. AWAY: the other one has taken its place."""

LIVE = VALID | ROOM | CONNECTED

NORTH, SOUTH, WEST, EAST = range(4)
"""The links of a cell. The one back has the lowest bit changed."""

CELLS_ACROSS, CELLS_DOWN = 6, 4

CELLS = CELLS_ACROSS * CELLS_DOWN

FORGOTTEN_AT_ONCE = 8
"""How many entities of a failed try are forgotten at once."""

NO_CELL = 255

PROBES = 10

OPEN_DOWN, OPEN_RIGHT, OPEN_UP, OPEN_LEFT = 1, 2, 4, 8

FEW_CHOICES = 16
"""Up to so many choices the engine's draws of 8 bits are even enough."""

MOST_TRAPS = 56
"""The most traps beside those of a monster house."""

LOOT = 7
"""The things in a monster house."""

HOUSE_ENEMIES, EMPTY_HOUSE_ENEMIES = 45, 4
"""The most enemies in a monster house that is forced, and in an empty one."""

ROUNDS = 9

ROOM_FLOOR = TERRAIN | IN_ROOM | JUNCTION

ON_FLOOR = FLOOR | IN_ROOM
"""Floor of a room beside which no hall ends: the bits to look at, and how they must be."""

TRIES = 512
"""How many random tiles are tried before all are searched."""

SEARCHED_AT_ONCE = 3
"""At how many tiles a search looks at once."""

LEAST_WIDTH, LEAST_HEIGHT = 5, 4
"""The least size of a room, but of one of two rooms."""

LEAST_CUT = 3
"""A shop that is cut has at least so many columns and rows, if the room has."""

ORDERED, ORDER_SWAPS, ORDER_SWAPS_AT_ONCE = 15, 200, 2
"""Exact mode puts so many columns and rows into a random order, by so many swaps; so many of them
at once."""

NOTHING, CENTRE, CHECKERBOARD, POOL, ISLAND, CUT = range(6)

LOOKED_AT_ONCE = 6
"""How many tiles of a cut are looked at at once."""

CHECKS = 64
"""How many tiles of a checkerboard are tried."""

LAKE_TRIES, LAKE_RADIUS = 64, 3

NEIGHBOURS_OF_LAKE = 4
"""A tile with so many neighbours of water becomes water, where a lake is."""

SPOT_TRIES = 200

SPOT_SIDE, SPOT_ROW = 8, 16
"""A spot is a square of so many tiles a side, of which hits take away what they can reach."""

SWAPS_PASSED_AT_ONCE = 10
"""How many pairs of swaps exact mode passes by at once."""
