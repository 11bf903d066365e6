"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

FARTHEST = 255
"""The most steps that are counted: a byte must hold them."""

LEAST_GAP = 3
"""The fewest tiles between the floors of two rooms that a straight corridor or a Z can join: both
openings, and a tile between them."""

STRAIGHT_OF = 4
"""Of so many corridors between rooms that face each other, all but one are straight."""
