"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

TILES_OPENED = 8
"""How many tiles at a side of the map one step looks at."""

MOST_TOGETHER = 12
"""How many rules may match the same surroundings."""

PICK_EFFORT = 6
"""How much it is to choose a look by weights."""

SETTLE_EFFORT = 6
"""How much it is to find out which looks are possible for a tile."""

MOST_WAITING = 96
"""The most tiles that may wait to be looked at again. If there are more, all undecided ones are."""

NO_LOOK, UNDECIDED = 0, 255
"""What a neighbour may show instead of a look."""

MOST_CHOICES = 15
"""More possible looks of a tile count as so many, as do none: such a tile comes last."""

ROWS_COMPARED, LOOKS_COMPARED = 60, 5
"""How many rows one step compares, and at how many bytes of a row one looks."""

NONE_LEFT = 16
"""Above it: what a row without undecided tiles has."""

BYTES_SHAPED = 10
"""How many bytes of a row of the plane one step gives shapes."""
