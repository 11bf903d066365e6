"""Rooms in the parts of a map that is cut in two again and again: binary space partitioning.

Source: the survey of techniques, and the code that it describes (docs/sources.md). One file for
each part; the twins are in `c64src/kinds/bsp/`.
"""

from pygen.engine.dungeon.rooms import ROOM_STRUCTS, rooms_table
from pygen.engine.generator.kind import OWN_CONNECTIONS, Kind, Phase, corridors_recorded
from pygen.kinds.bsp.figures import FIGURES, columns, lines
from pygen.kinds.bsp.halls_phase import build_halls
from pygen.kinds.bsp.notes import notes
from pygen.kinds.bsp.parameters import Bsp
from pygen.kinds.bsp.stairs import place_stairs

KIND = Kind(
    "bsp",
    Bsp,
    (
        Phase("halls", build_halls),
        Phase("stairs", place_stairs),
    ),
    notes=notes,
    columns=columns,
    lines=lines,
    tables=(rooms_table(Bsp.record_count, final_after="stairs"),),
    structs=(ROOM_STRUCTS,),
    figures=FIGURES,
    tiles=("door",),
    filled=("wall", "floor"),
    optional=(OWN_CONNECTIONS, "stairs"),
    gives=corridors_recorded,
)
