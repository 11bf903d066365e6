"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

from pygen.engine.random.streams import stream_number

NEVER = 0xFFFF
"""A number of steps that no way has."""

POINT_STREAM = stream_number("near_previous")
"""The stream of the points that two floors share. No pass has an id that is so long."""
