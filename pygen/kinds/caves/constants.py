"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

BYTES_FILLED = 8
"""How many bytes of a row one step fills, at most."""
