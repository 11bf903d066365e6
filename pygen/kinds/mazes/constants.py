"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

SIDES = 15
"""The bits of a cell that say on which sides it is open: 1 left, 2 right, 4 up, 8 down."""

DUG = 16
"""The bit of cells that must not be dug: the cells around the maze, and its first cell."""

JUNCTION = 32
"""The bit of a cell with three or four open sides before any dead end was removed."""

CLEARING = 254
"""The region of the cells of clearings."""

OUTSIDE = 255
"""The region of the cells around the maze."""
