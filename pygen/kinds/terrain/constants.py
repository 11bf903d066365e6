"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_CLASSES = 8
"""The most classes of a terrain."""

SOURCES = 8
"""Of so many random tiles, the highest one is the source of a river."""

SPRINGS = 48
"""How often a river begins anew if it is too short."""

MOST_RIVER = 120
"""A river that is as long as that does not end, and is undone."""

COURSE = 255
"""The height of a river's tiles while it runs: higher than all others, so it does not come back."""

BED = 0
"""The height of a river's tiles: they belong to the lowest class."""

ROAD = 255
"""The height of the tiles of roads: they become floor, whatever class has that height."""

SITES_TRIED = 8
"""How many random tiles are tried for a site, before it may be where nobody can walk."""
