"""Rooms in a grid, joined by a spanning tree of corridors.

Source: the original's C source and its description of the corridors. One file for each part; the
twins are in `c64src/kinds/grid_rooms/`.
"""

from pygen.engine.definition.features import HIDDEN_ROOMS, SECRET_ROOMS, TREASURES, Features
from pygen.engine.dungeon.rooms import ROOM_STRUCTS, rooms_table
from pygen.engine.generator.kind import OWN_CONNECTIONS, Kind, Phase, corridors_recorded
from pygen.kinds.grid_rooms.connect import connect_rooms
from pygen.kinds.grid_rooms.figures import FIGURES, columns, lines
from pygen.kinds.grid_rooms.notes import notes
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.rooms import create_rooms
from pygen.kinds.grid_rooms.secret_rooms import place_secret_rooms
from pygen.kinds.grid_rooms.stairs import place_stairs
from pygen.kinds.grid_rooms.treasures import place_treasures


def given(dungeon: GridRooms) -> Features:
    """The features of the kind's dungeons, without the parts that a dungeon leaves out."""
    own = {"secret rooms": SECRET_ROOMS, "treasures": TREASURES}
    found = {feature for phase, feature in own.items() if phase not in dungeon.without}
    if SECRET_ROOMS in found and dungeon.secrets.room_chance:
        found.add(HIDDEN_ROOMS)
    return corridors_recorded(dungeon) | found


KIND = Kind(
    "grid_rooms",
    GridRooms,
    (
        Phase("rooms", create_rooms),
        Phase("corridors", connect_rooms, left_out_as=OWN_CONNECTIONS),
        Phase("secret rooms", place_secret_rooms),
        Phase("treasures", place_treasures),
        Phase("stairs", place_stairs),
    ),
    notes=notes,
    columns=columns,
    lines=lines,
    tables=(rooms_table(GridRooms.record_count, final_after="treasures"),),
    structs=(ROOM_STRUCTS,),
    figures=FIGURES,
    tiles=("door", "secret_path"),
    filled=("wall", "floor"),
    optional=(OWN_CONNECTIONS, "secret rooms", "treasures", "stairs"),
    needs_joined_rooms=("secret rooms", "treasures", "stairs"),
    gives=given,
)
