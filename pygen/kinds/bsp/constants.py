"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

TRIES_AT_ONCE = 3
"""How many pairs are looked at in one step, if none of them is joined."""

NO_DOOR = 0
"""Stands for no door where its column or row is expected; no door is at the map's edge."""

DOORS_AT_ONCE = 8
"""How many walls are looked at for doors in one step: those of two rooms."""

PAIRS_AT_ONCE = 48
"""How many pairs of parts are looked at in one step."""

PARTS_AT_ONCE = 4
"""How many parts are cut, or given a room, in one step."""

ROOMS_AT_ONCE = 4
"""From how many rooms one step looks on."""

PRIORITY_UP, PRIORITY_DOWN = 10, 9
"""The priorities of the rooms with the stairs."""
