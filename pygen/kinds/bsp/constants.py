"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

NO_DOOR = 0
"""Stands for no door where its column or row is expected; no door is at the map's edge."""

PRIORITY_UP, PRIORITY_DOWN = 10, 9
"""The priorities of the rooms with the stairs."""
