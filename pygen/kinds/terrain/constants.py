"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_CLASSES = 8
"""The most classes of a terrain."""
