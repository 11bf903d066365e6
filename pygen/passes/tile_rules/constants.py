"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_TOGETHER = 12
"""The most rules that may match the same surroundings."""

MOST_WAITING = 96
"""The most tiles that may wait to be looked at again. If there are more, all undecided tiles are
looked at again."""

NO_LOOK, UNDECIDED = 0, 255
"""The values that a neighbour may show instead of a look."""

MOST_CHOICES = 15
"""The greatest number of possible looks that is noted for a tile. A tile with more possible looks
has this number, too. So has a tile without any possible look, so that it is decided late."""

NONE_LEFT = 16
"""Noted in place of the fewest possible looks of a row that has no undecided tile left. It is
greater than MOST_CHOICES."""
