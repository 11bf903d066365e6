"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

ROOMS_MEASURED = 8
"""From how many rooms one step measures."""
