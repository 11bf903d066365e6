"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

from pygen.engine.definition.map_size import TILE_TABLES

MEANINGS: Mapping[str, str] = {
    **TILE_TABLES,
    "STRIDE": "the distance in the list of cells from a cell to the one below it",
    "COLUMNS": "cells across",
    "ROWS": "cells down",
    "MAZE_LEFT": "the column of the left wall of the maze, in tiles",
    "MAZE_TOP": "the row of the upper wall of the maze, in tiles",
    "GROWN_AT_ONCE": (
        "how often one step tries to grow: newest_at_once or any_at_once of schedule.toml"
    ),
    "DRAWN_AT_ONCE": "cells that one step draws: as many as drawing_cycles of schedule.toml allow",
    "WALLED_AT_ONCE": "cells whose walls one step draws",
    "KNOWS_DEEPEST": "whether the growth itself shows which cell is farthest from the first one",
    "GROWS_FROM_NEWEST": (
        "whether growth.newest_chance is 100: no random number is drawn for the cell"
    ),
    "FIRST_SIDE": "by the set of sides that are possible, as bits: the first of them",
    "SECOND_SIDE": "the second of them, 0 if there is none",
    "THIRD_SIDE": "the third of them, 0 if there is none",
    "SECOND_FROM": "by the set of sides: the least random byte for which the second side is taken",
    "THIRD_FROM": "the least random byte for which the third side is taken",
    "FOURTH_FROM": "the least random byte for which the fourth side is taken",
    "IS_DEAD_END": "by the set of open sides of a cell: whether it is a dead end",
    "STEP_LOW": "by side: the distance in the list of cells to the neighbour there, lower byte",
    "STEP_HIGH": "the same, upper byte",
    "SIDE_BIT": "the bit of a side, by side",
    "BACK_BIT": "the bit of the opposite side, by side",
    "GROWS": "whether the algorithm is a growing tree",
    "WINDS": "whether it is a sidewinder",
    "DIVIDES": "whether it is a recursive division",
    "RUN_THRESHOLD": "the chance that a run of a sidewinder goes on, of 65535",
    "HAS_OWN_ROOMS": "whether rooms are tried",
    "HAS_CLEARINGS": "whether clearings are tried",
    "HAS_BLOCKS": "whether rooms or clearings are tried",
    "MOST_OWN_ROOMS": "the most rooms",
    "MOST_CLEARINGS": "the most clearings",
    "ROOM_CHOICES": "how many lengths the side of a room may have, in cells",
    "CLEARING_CHOICES": "how many lengths the side of a clearing may have, in cells",
    "JOIN_STEP": (
        "the distance in the list of cells to the one whose walls to other regions are looked at "
        "next"
    ),
    "HAS_REGIONS": "whether any floor needs the regions of cells",
    "MAY_HAVE_LOOPS": "whether the maze of any floor may have loops",
    "HAS_DOORS": "whether the rooms of any floor may have doors",
    "MOST_REGIONS": "more than the number of any region",
    "SIDE_OFFSET": "by side: the distance to the neighbour there from the cell above, in cells",
}
