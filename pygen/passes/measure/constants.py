"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

LEAST_ISLAND = 9
"""The fewest tiles of an island: what is smaller is a pillar."""

MOST_LOOPS = 255
"""The most loops that are counted: a byte must hold them."""
