"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

STEP_LEFT, STEP_RIGHT, STEP_UP, STEP_DOWN = range(4)
"""The directions of a step, in the order of pygen/engine/definition/sides.py."""
