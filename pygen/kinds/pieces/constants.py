"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_CHOICE = 255
"""Of a row whose cells have one option each."""

LEAST_CHOICE = 2
"""The fewest options of a cell that has several."""

IS_DONE, GOES_ON, CONTRADICTS, CROWDED = range(4)
"""What `spread` has come to."""

NO_PIECE = 255
"""Of a cell that is solid because its part of the map was dropped, or outside the map."""

NOT_REACHED, DROPPED = 0, 3
"""What a cell is labelled with: not reached, one of two labels for parts of the map, or dropped."""
