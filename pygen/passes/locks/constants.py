"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

KEYS_TRIED = 150
"""How many tiles are tried for a key before another place is tried for its door."""

LEAST_WALL = 7
"""The fewest tiles of a wall that stands free and encloses a tile if a door closes it: smaller ones
are not told apart."""
