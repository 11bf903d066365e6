"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

CELLS_NAMED = 8
"""How many cells one step names, at most."""

NO_CHOICE = 255
"""Of a row whose cells have one option each."""

LEAST_CHOICE = 2
"""The fewest options of a cell that has several."""

IS_DONE, GOES_ON, CONTRADICTS, CROWDED = range(4)
"""What `spread` has come to."""

WORK_SEARCHED = 110
"""How many cells one step looks at, or a row if that is more. To find a row counts as WORK_OF_ROW,
and one for each row there is."""

WORK_OF_ROW = 12

MARKS_AT_ONCE = 24
"""How many marks of a learned map one step collects at most, or looks at for walls."""

NO_PIECE = 255
"""Of a cell that is solid because its part of the map was dropped, or outside the map."""

NOT_REACHED, DROPPED = 0, 3
"""What a cell is labelled with: not reached, one of two labels for parts of the map, or dropped."""

CELLS_FLOODED = 16
"""From how many cells one step floods."""

WORK_COMPARED = 48
"""At how many cells one step looks for neighbours to be joined; one that may be joined counts as
WORK_OF_JOINT."""

WORK_OF_JOINT = 12

CELLS_RESET = 9
"""How many cells one step resets, at most."""
