"""Rooms in a grid, joined by a spanning tree of corridors: documents 000 and 004.

One file a phase, in the order in which they run; `c64src/grid_rooms.c` and `c64src/grid_rooms/`
are the twins, function by function.
"""

from pygen.engine.generation import Generation
from pygen.engine.kind import Kind, Phase
from pygen.kinds.grid_rooms.connect import connect_rooms
from pygen.kinds.grid_rooms.notes import notes
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.rooms import create_rooms
from pygen.kinds.grid_rooms.secrets import place_secret_rooms, place_treasures
from pygen.kinds.grid_rooms.stairs import place_stairs

KIND = Kind(
    "grid_rooms",
    GridRooms,
    (
        Phase("rooms", create_rooms),
        Phase("corridors", connect_rooms),
        Phase("secret rooms", place_secret_rooms),
        Phase("treasures", place_treasures),
        Phase("stairs", place_stairs),
        Phase("camera", Generation.place_camera),
    ),
    notes=notes,
)
