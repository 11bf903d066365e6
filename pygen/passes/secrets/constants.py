"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_SIDE = 4
"""Stands for the side that a way comes from, at its end: none."""

LONGEST = 255
"""The most tiles of a way that are counted: a byte must hold them."""
