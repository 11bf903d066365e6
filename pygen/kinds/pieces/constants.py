"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_CHOICE = 255
"""The least count of a row whose cells have one option each."""

LEAST_CHOICE = 2
"""The fewest options of a cell that has several."""

ALL_WAIT = 255
"""For the row from which on cells wait only if they have one option left: there is none."""

CELLS_TRIED = 32
"""How many random cells are tried for a piece that is placed first, before all are searched."""

IS_DONE, GOES_ON, CONTRADICTS, CROWDED = range(4)
"""The results of `spread`."""

NO_PIECE = 255
"""The piece of a cell that is solid: its part of the map was dropped, or it is outside the map."""

NO_EDGE = 255
"""The edge of a piece that is never exchanged for another one."""

NOT_REACHED, DROPPED = 0, 3
"""The first and the last label of cells: not reached, and dropped. Between them are two labels for
parts of the map."""
