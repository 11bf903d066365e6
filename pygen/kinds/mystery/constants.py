"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

FLOOR_TRIES, LAYOUT_TRIES = 10, 10
"""How often a floor is tried, and each time how often its layout."""

LEAST_ROOMS = 2
"""The original asks for 20 tiles of floor in rooms, too, which two rooms always have."""

GRID_TRIES = 32
"""How often exact mode draws a number of cells that fits."""

SWAPS = 64
"""How many pairs exact mode swaps to shuffle a few cells."""

SWEEPS = 200
"""How often a floor with too few rooms looks for one more."""

TURNS = 8
"""How often a dead end of the original looks for a direction."""

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

VALID, ROOM = 1, 2
"""What a cell is before rooms are chosen, as bits."""

NORTH, SOUTH, WEST, EAST = range(4)
"""The directions in which cells are linked. The one back has the lowest bit changed."""

CELLS_ACROSS, CELLS_DOWN = 6, 4

PROBES = 10

FEW_CHOICES = 16
"""The most choices for which the engine's draws of 8 bits are even enough."""

MOST_TRAPS = 56
"""The most traps outside the monster house."""

LOOT = 7
"""The things in a monster house."""

HOUSE_ENEMIES, EMPTY_HOUSE_ENEMIES = 45, 4
"""The most enemies in a monster house that is forced, and in an empty one."""

ROOM_FLOOR = TERRAIN | IN_ROOM | JUNCTION

ON_FLOOR = FLOOR | IN_ROOM
"""Floor of a room beside which no hall ends: the bits to look at, and how they must be."""

TRIES = 512
"""How many random tiles are tried before all are searched."""

LEAST_WIDTH, LEAST_HEIGHT = 5, 4
"""The least size of a room, but of one of two rooms."""

LEAST_CUT = 3
"""The fewest columns and rows of a shop that is cut, unless its room has fewer."""

ORDERED, ORDER_SWAPS = 15, 200
"""How many columns and rows exact mode puts into a random order, and by how many swaps each."""

NOTHING, CENTRE, CHECKERBOARD, POOL, ISLAND, CUT = range(6)

CHECKS = 64
"""How many tiles of a checkerboard are tried."""

LAKE_TRIES, LAKE_RADIUS = 64, 3

NEIGHBOURS_OF_LAKE = 4
"""How many of its neighbours must be water for a tile of a lake to become water, too."""

SPOT_TRIES = 200

SPOT_HITS = 80

SPOT_SIDE, SPOT_ROW = 8, 16
"""The side of a spot, in tiles: a square from which hits take away the outer tiles. Tiles of a spot
are numbered in rows of SPOT_ROW."""
