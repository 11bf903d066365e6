"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

STATUS_NO_UP_STAIRS = 1
"""A bit of the summary's status: there are no up stairs."""
STATUS_NO_DOWN_STAIRS = 2
"""A bit of the summary's status: there are no down stairs."""
STATUS_FEWER_TREASURES = 4
"""A bit of the summary's status: there are fewer treasures than wanted."""
STATUS_FEWER_PARTS = 8
"""A bit of the summary's status: the dungeon has fewer parts than wanted."""
STATUS_STAIRS_TOO_NEAR = 16
"""A bit of the summary's status: both stairs are nearer to each other than wanted."""
STATUS_NOT_ALL_PLACED = 32
"""A bit of the summary's status: a pass has found no place for something."""
STATUS_NOT_AS_REQUIRED = 64
"""A bit of the summary's status: the last try has not met all requirements either."""

CHUNK_EDGES = 4
"""The edges of a chunk, at each of which gates may be."""

MOST_ENTRIES = 96
"""The most entries of the stack. A region of fewer tiles never needs more."""

STRAIGHT, L_SHAPED, Z_SHAPED, WINDING, SHARED = range(5)
"""The shapes of corridors, as their records have them."""

NO_ROOM = 255
"""Stands for no room in place of a room's number."""

STAIRS_PROBES = 60
"""How many random tiles may be tried for the up stairs before the first floor tile is taken."""

MORE_STEPS = 2
"""With fewer steps, the first numbers of two streams are not independent over all seeds."""

WORLD_CHUNKS = 2048
"""The chunks along each side of a world."""

CHUNK_SIDE = 32
"""The tiles along each side of a chunk."""

MIX_ROUNDS = 8
"""With 7 rounds, each bit of coordinates and world changes every bit of the result half the time.
"""

MIX_CONSTANT = 0x9E37
"""The difference between the numbers of two rounds: 65,536 divided by the golden ratio."""

LEVEL_EDGE, UPRIGHT_EDGE = 0x8000, 0x4000
"""Mixed in besides the coordinates: which edge it is, below a chunk or on its right side."""

MOST_GATES = 3
"""The most gates of an edge: a byte of the mixture for each, and one for their number."""

FIRST_GATE, GATE_PLACES = 2, 28
"""The first tile of an edge that can be a gate, and the number of tiles that can."""

LARGEST_RADIUS = 8
"""The largest radius of the corners of a round room."""

TURN_SIDES, FLIP_COLUMNS, FLIP_ROWS = 1, 2, 4
"""The bits of an orientation of a drawing: its columns become rows; then its columns come in the
opposite order, and its rows do."""

MOST_MADE = 24
"""The most different things that a pass may count by their numbers, such as its vaults."""
