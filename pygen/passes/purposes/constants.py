"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

MOST_PURPOSES = 15
"""The most purposes of a dungeon: with that of plain rooms, their numbers have bits in a word."""

MOST_LEAST = 8
"""The most rooms that a purpose may have for sure: the machine remembers as many."""

RULE_BYTES = 16
"""The bytes of a purpose in the table of rules."""

SIDE_BY_SIDE = 5
"""How many tiles there may be between two rectangles that stand side by side."""
