"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

CENTRE, CORNERS, WALLS, TILED = range(4)
"""Where drawings are placed."""

OTHER_SHAPES = 7
"""The bit of all shapes of rooms without a name."""
