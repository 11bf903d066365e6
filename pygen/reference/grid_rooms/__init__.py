"""Rooms in a grid, joined by a spanning tree of corridors: documents 000 and 004.

One file a phase, in the order in which they run; `c64src/grid_rooms.c` and `c64src/grid_rooms/`
are the twins, function by function.
"""

from pygen.reference.generation import Generation
from pygen.reference.grid_rooms.connect import connect_rooms
from pygen.reference.grid_rooms.rooms import create_rooms
from pygen.reference.grid_rooms.secrets import place_secret_rooms, place_treasures
from pygen.reference.grid_rooms.stairs import place_stairs

PHASES = (
    ("rooms", create_rooms),
    ("corridors", connect_rooms),
    ("secret rooms", place_secret_rooms),
    ("treasures", place_treasures),
    ("stairs", place_stairs),
    ("camera", Generation.place_camera),
)
