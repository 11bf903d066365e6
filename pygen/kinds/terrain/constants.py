"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

HEIGHTS_AT_ONCE = 32
"""How many of them one step assigns to classes."""

TILES_DRAWN = 48
"""How many tiles of a row one step draws: whole bytes of a plane."""

BYTES_COMPARED = 24
"""How many bytes of a plane one step compares, at most."""

MOST_CLASSES = 8
"""The most classes of a terrain."""
