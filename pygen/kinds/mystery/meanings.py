"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

from pygen.kinds.mystery.pace import pieces_of_stages

MEANINGS: Mapping[str, str] = {
    "PROPERTIES": "what the layout has, as bits",
    "FIXED_ACROSS": "cells across of a fixed layout; 0 if chance decides",
    "FIXED_DOWN": "cells down of a fixed layout; 0 if chance decides",
    "LINE_X0": "of a fixed layout: the column of tiles of line 0 between cells",
    "LINE_X1": "of a fixed layout: the column of tiles of line 1 between cells",
    "LINE_X2": "of a fixed layout: the column of tiles of line 2 between cells",
    "LINE_X3": "of a fixed layout: the column of tiles of line 3 between cells",
    "LINE_X4": "of a fixed layout: the column of tiles of line 4 between cells",
    "LINE_X5": "of a fixed layout: the column of tiles of line 5 between cells",
    "LINE_X6": "of a fixed layout: the column of tiles of line 6 between cells",
    "LINE_Y0": "of a fixed layout: the row of tiles of line 0 between cells",
    "LINE_Y1": "of a fixed layout: the row of tiles of line 1 between cells",
    "LINE_Y2": "of a fixed layout: the row of tiles of line 2 between cells",
    "LINE_Y3": "of a fixed layout: the row of tiles of line 3 between cells",
    "LINE_Y4": "of a fixed layout: the row of tiles of line 4 between cells",
    "ACROSS_CHOICES": "how many numbers of cells across are possible; 0 if it is fixed",
    "DOWN_CHOICES": "how many numbers of cells down are possible; 0 if it is fixed",
    "VALID_COLUMNS": "columns of cells that may have rooms; 255: all",
    "RIGHT_LIMIT": "the column of tiles behind the last one that rooms and halls may have",
    "INNER_STATE": "the first state of a cell that is at no edge",
    "OUTER_STATE": "the first state of a cell that is at one edge",
    "CORNER_STATE": "the first state of a cell that is in a corner",
    "LINKS_BORDER": "whether the cells of the border are linked in a ring",
    "BORDER_LOOP_IS_WHOLE": "whether that ring has the last row of cells",
    "LINKS_ROWS": "whether the cells of each row are linked",
    "FIRST_LAYOUT_TRY": (
        "the number of the first try of a layout: the last one makes one large room"
    ),
    "HOUSE_IS_FORCED": "whether the layout always is a monster house",
    "ROOMS_DENSITY": "how many cells are rooms, at least",
    "DENSITY_VARIES": "whether it may be up to 2 more",
    "HAS_WATER": "whether the floor has rivers and lakes",
    "LEAST_TRAPS": "the fewest traps",
    "TRAP_LIMIT": "one more than the most traps",
    "STAIRS_ARE_CLEAR": "whether nothing lies on stairs",
    "SPARED_CHANCE": "the chance that an imperfect room stays as it is, like those of keys",
    "HAVE_KINDS": "whether some things are chosen from tables",
    "ITEMS_WEIGHTS": "how often each kind of items is chosen",
    "ITEMS_SUM": "the sum of these weights; 0: items are nothing in particular",
    "TRAPS_WEIGHTS": "how often each kind of traps is chosen",
    "TRAPS_SUM": "the sum of these weights; 0: traps are nothing in particular",
    "ENEMIES_WEIGHTS": "how often each kind of enemies is chosen",
    "ENEMIES_SUM": "the sum of these weights; 0: enemies are nothing in particular",
    "LEAST_ENEMIES": "the fewest enemies",
    "ENEMY_CHOICES": "how many numbers of enemies are possible from there on; 0: one",
    "THINGS_CAPACITY": "rows of the table of entities for what the kind places",
    "ENTITY_LIMIT": "rows of the table of entities in all",
    "GRID_ACROSS": "exact mode: the numbers of cells across, as it draws them",
    "GRID_DOWN": "exact mode: the numbers of cells down, as it draws them",
    "HAS_COLUMNS": "exact mode: whether the layout limits the columns of cells",
    "HOUSE_CHANCE": "exact mode: percent of the floors with a monster house",
    "IS_ONE_ROOM": "exact mode: whether the layout is one_room",
    "EVEN_WIDTHS": "by the number of cells across: the width of each, in tiles",
    "EVEN_HEIGHTS": "by the number of cells down: the height of each, in tiles",
    "GROUND_ROWS": "by row: the offset of its first tile in the plane of the ground",
    "LAST_COLUMN": "the last column of tiles of the map",
    "X_BITS": "the bits of a random number that can be a column",
    "Y_BITS": "the bits of a random number that can be a row",
    "SOME_DENSITIES_VARY": "whether some floors have rooms.density of 0 or more",
    "SOME_HAVE_CELLS": "whether some floors are more than one room",
    "SOME_HAVE_LINES": "whether some layouts have lines between cells that are fixed",
    "SOME_HAVE_DENSITY": "whether some layouts have rooms by density",
    "SOME_WALK": "whether some layouts link cells by a walk",
    "SOME_REMOVE_DEAD_ENDS": "whether dead ends are removed on some floors",
    "SOME_LINK_BORDER": "whether the border is linked in a whole ring on some floors",
    "SOME_LINK_ORIGINALLY": "whether the ring lacks its last row on some floors",
    "SOME_ARE_LOOSE": "whether rooms may lie anywhere in their cells on some floors",
    "SOME_ARE_STRICT": "whether they may not on some floors",
    "SOME_MERGE": "whether rooms merge on some floors",
    "SOME_REPAIR": "whether floors of some layouts are repaired",
    "SOME_HAVE_MAZES": "whether some floors may have a labyrinth",
    "SOME_HAVE_SHOPS": "whether some floors may have a shop",
    "SOME_HAVE_EXTRA_HALLS": "whether some floors have extra halls",
    "SOME_ARE_IMPERFECT": "whether corners of rooms may fall in on some floors",
    "SOME_HAVE_STRUCTURES": "whether rooms may have water within on some floors",
    **{
        f"{name}{at}": f"exact mode: by byte: its product with the {what} of the random numbers, "
        f"byte {at} of it"
        for name, what in (("MULTIPLE", "multiplier"), ("INVERSE", "inverse of the multiplier"))
        for at in range(4)
    },
    **{
        f"STAGE_{stage.upper()}": f"what `stage` is while its work is done; {key} in the schedule"
        for stage, key in pieces_of_stages(is_exact=True).items()
    },
    "PIECES_AT_ONCE": "by `stage`: how many pieces of its work one step does at most",
}
