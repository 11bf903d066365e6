"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

DRAWN_AT_ONCE = 18
"""How many rows of tiles one step draws if it draws several rectangles; each counts as three
rows more."""

MARKS_AT_ONCE = 4
"""How many single tiles of a vault one step draws."""

HIDDEN, HAS_TREASURE, LEADS_ON, HAS_STAIRS = 1, 2, 4, 8
"""The bits of a feature's state: its door is a secret path; a treasure lies in it; others are
joined to it; stairs are in it."""

NO_FEATURE = 255

MOST_SITES = 160
"""The most walls that wait; when so many do, a new one is forgotten."""

FEW_SITES = 20
"""If fewer walls wait, one at which nothing fitted waits again."""

MOST_RETURNS = 200
"""How often a wall waits again in all."""

LOOKED_AT_ONCE = 20
"""At how many records one step looks."""

MOST_GAPS = 48
"""The most walls between two features that are remembered for loops."""

PROBED_AT_ONCE = 4
"""At how many tiles one step looks for a wall."""

MOST_TESTS = 8
"""For how many gaps the way round is measured; so there are no more loops."""

CHECKED_AT_ONCE = 6
"""At how many walls that wait one step looks."""

ENDS_AT_ONCE = 8
"""At the ends of how many corridors one step looks."""

CLIMBED_AT_ONCE = 16
"""How many features on the way round one step passes."""

ROOM, CORRIDOR, CROSS, CIRCLE, CAVE, VAULT = range(6)
"""The kinds of features; that of the vault number n is VAULT + n."""

HIDDEN_AT_ONCE = 10
"""How many features one step hides."""

VISITED_AT_ONCE = 12
"""At how many features one step looks for a place for a treasure."""

MEASURED_AT_ONCE = 16
"""How many features one step measures."""
