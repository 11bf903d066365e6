"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_SIDE = 4
"""From where a way comes at its end."""

LONGEST = 255
"""The most tiles of a way that are counted: a byte must hold them."""
