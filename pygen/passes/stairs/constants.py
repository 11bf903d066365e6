"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NEVER = 0xFFFF
"""A number of steps that no way has."""
