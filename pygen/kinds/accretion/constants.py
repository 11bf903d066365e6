"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

HIDDEN, HAS_TREASURE, LEADS_ON, HAS_STAIRS = 1, 2, 4, 8
"""The bits of a feature's state: its door is a secret path; a treasure lies in it; others are
joined to it; stairs are in it."""

NO_FEATURE = 255
"""Stands for no feature in place of a feature's number."""

MOST_SITES = 160
"""The most walls that wait. If the list is full, a new wall is forgotten."""

FEW_SITES = 20
"""If fewer walls wait, a wall at which nothing fitted waits again."""

MOST_RETURNS = 200
"""How often walls are made to wait again, in all."""

MOST_GAPS = 48
"""The most walls between two features that are remembered for loops."""

ROOM, CORRIDOR, CROSS, CIRCLE, CAVE, VAULT = range(6)
"""The kinds of features; vault number n has the kind VAULT + n."""

LARGE_ROOM, SMALL_ROOM = range(VAULT + 8, VAULT + 10)
"""Behind the kinds of all vaults: what is chosen is a room of other sizes. It becomes a ROOM."""

BEYOND_CORRIDOR = 3
"""How many tiles of solid ground must be beyond a corridor, so that few are dead ends."""
