"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

WAYS_AT_ONCE = 12
"""To how many entities one step measures the way."""
