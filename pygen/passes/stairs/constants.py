"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NEVER = 0xFFFF
"""A number of steps that no way takes."""

TILES_PROBED = 60
"""How many random tiles may be tried for the up stairs before all are searched."""

TILES_LOOKED_AT = 2
"""At how many tiles one step looks that stairs might be at."""

WALKED_AT_ONCE = 5
"""From how many tiles one step goes on."""
