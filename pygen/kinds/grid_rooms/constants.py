"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_RUNS = 3
"""The most runs of a corridor."""

DRAW_ROOM, DRAW_WALLS_OF_RUN, DRAW_FLOOR_OF_RUN = range(3)
"""The figures that the kernel draw_figure can draw."""
