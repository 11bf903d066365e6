"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

FLOOR_TRIES, LAYOUT_TRIES = 10, 10
"""How often a floor is tried, and each time how often its layout."""

LEAST_ROOMS = 2
"""The fewest rooms of a layout that is accepted. The original also asks for 20 tiles of floor in
rooms, but two rooms always have those."""

GRID_TRIES = 32
"""How often exact mode draws a number of cells that fits."""

SWAPS = 64
"""How many pairs exact mode swaps to shuffle a few cells."""

SWEEPS = 200
"""How often a floor with too few rooms looks for one more."""

TURNS = 8
"""How often a dead end of the original looks for a direction."""

TERRAIN = 0x03
"""The bits of a tile's byte that are its terrain."""

WALL, FLOOR, WATER, MOAT = range(4)
"""The terrain of a tile. A moat is water that counts as open when the check for unreachable tiles
looks for a way."""

IN_ROOM = 0x04
"""The bit of a tile that belongs to a room."""

JUNCTION = 0x08
"""The bit of a tile of a room beside which a hall ends."""

ZONE = 0x30
"""The bits of a tile's byte that are its zone."""

KEPT, HOUSE, SHOP = 0x10, 0x20, 0x30
"""The zone of a tile; most tiles have none. The room of a shop and islands are KEPT free of stairs.
SHOP is the shop itself, which lies within its room, and HOUSE is the monster house."""

HAS_ITEM = 0x40
"""The bit of a tile with an item; enemies set it, too, and come last."""

FREE = 0x80
"""The bit of an open tile without a trap. In lean mode it is set when the tile is found to be
reachable; exact mode sets it for all floor, and uses it anew to check what is reachable."""

VALID, ROOM = 1, 2
"""The state of a cell before rooms are chosen, as bits: whether the cell is valid, and whether it
has a room."""

NORTH, SOUTH, WEST, EAST = range(4)
"""The directions in which cells are linked; the opposite of a direction has the lowest bit changed.
This is not the order of the engine's sides: halls of a cell are dug in this order, on which the
original's random numbers depend."""

CELLS_ACROSS, CELLS_DOWN = 6, 4
"""The most cells across and down."""

PROBES = 10
"""How many tiles from a corner of an imperfect room are looked at, at most."""

FEW_CHOICES = 16
"""The most choices for which the engine's draws of 8 bits are even enough."""

MOST_TRAPS = 56
"""The most traps outside the monster house."""

MOST_LEAST_STEPS = 40
"""The most steps that may be wanted from the start to the stairs: in a single large room, which a
floor may become, some tile is so far from any other."""

LOOT, LEAST_LOOT = 7, 6
"""The things in a monster house: how many by default, and the fewest that exact mode draws."""

HOUSE_ENEMIES, EMPTY_HOUSE_ENEMIES = 45, 4
"""The most enemies in a monster house that is forced, by default, and in an empty one."""

FIRST_OWN_ITEM, FIRST_OWN_TRAP, FIRST_OWN_ENEMY = 32, 48, 16
"""The numbers of the first kinds of items, traps and enemies in tables, as entities."""

ROOM_FLOOR = TERRAIN | IN_ROOM | JUNCTION
"""The bits of a tile that tell whether it is floor of a room."""

ON_FLOOR = FLOOR | IN_ROOM
"""A tile is floor of a room, with no hall ending beside it, if its bits ROOM_FLOOR are ON_FLOOR."""

TRIES = 512
"""How many random tiles are tried before all are searched."""

LEAST_WIDTH, LEAST_HEIGHT = 5, 4
"""The least size of a room, except in the layout `two_rooms`."""

ROOMY_HEIGHT = 5
"""The least height of the room of a shop that always has three rows."""

LEAST_CUT = 3
"""The fewest columns and rows of a shop that is cut, unless its room has fewer."""

ORDERED, ORDER_SWAPS = 15, 200
"""How many columns and rows exact mode puts into a random order, and by how many swaps each."""

NOTHING, CENTRE, CHECKERBOARD, POOL, ISLAND, CUT = range(6)
"""The structures that a room may get, by the number that is drawn."""

CHECKS = 64
"""How many tiles of a checkerboard are tried."""

LAKE_TRIES, LAKE_RADIUS = 64, 3
"""How often a tile of a lake is drawn, and how far from its middle, at most."""

NEIGHBOURS_OF_LAKE = 4
"""How many of its neighbours must be water for a tile of a lake to become water, too."""

SPOT_TRIES = 200
"""How often exact mode draws a place for a spot, at most."""

SPOT_HITS = 80
"""How many hits a spot takes."""

SPOT_SIDE, SPOT_ROW = 8, 16
"""The side of a spot, in tiles: a square from which hits take away the outer tiles. Tiles of a spot
are numbered in rows of SPOT_ROW."""
