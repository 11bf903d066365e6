"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

LEAST_ISLAND = 9
"""The fewest tiles of an island: what is smaller is a pillar."""

OUTSIDE = 0
"""The number of the part that touches the edge of the map."""

NO_PART = 255
"""Stands for the part of a run that has touched none yet."""

MOST_LOOPS = 255
"""The most loops that are counted: a byte must hold them."""
