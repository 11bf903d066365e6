"""The sides of a rectangle, by number: of a room, a part of the map, a feature or a piece."""

from __future__ import annotations

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""`side ^ 1` is the opposite side. A side below TOP is upright."""
