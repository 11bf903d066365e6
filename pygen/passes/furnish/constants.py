"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

IN_CENTRE, IN_CORNERS, AT_WALLS, IN_TILES = range(4)
"""Where drawings are placed."""

OTHER_SHAPES = 7
"""The bit of all shapes of rooms without a name."""
