"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_CHOICE = 255
"""The least count of a row whose cells have one option each."""

LEAST_CHOICE = 2
"""The fewest options of a cell that has several."""

IS_DONE, GOES_ON, CONTRADICTS, CROWDED = range(4)
"""The results of `spread`."""

NO_PIECE = 255
"""The piece of a cell that is solid: its part of the map was dropped, or it is outside the map."""

NOT_REACHED, DROPPED = 0, 3
"""The first and the last label of cells: not reached, and dropped. Between them are two labels for
parts of the map."""
