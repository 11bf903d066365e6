"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_TOGETHER = 12
"""How many rules may match the same surroundings."""

MOST_WAITING = 96
"""The most tiles that may wait to be looked at again. If there are more, all undecided ones are."""

NO_LOOK, UNDECIDED = 0, 255
"""What a neighbour may show instead of a look."""

MOST_CHOICES = 15
"""More possible looks of a tile count as so many, as do none: such a tile comes last."""

NONE_LEFT = 16
"""Above it: what a row without undecided tiles has."""
