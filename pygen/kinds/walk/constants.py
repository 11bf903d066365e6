"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

STEP_LEFT, STEP_RIGHT, STEP_UP, STEP_DOWN = range(4)
"""The directions of a step, in the order of pygen/engine/definition/sides.py."""

MOST_COVERING_WALKS = 255
"""How many further walks lead to sections without floor at most (covering.py)."""
