"""All that is done for a dungeon, in order: the phases of its kind, and what every dungeon needs.

Each phase is a row of steps. Between two steps the dungeon's whole state is in its work memory, so
that a game can do one step after the other whenever it has time, and a test can compare the
dungeon after each of them. The driver in C is emitted from the same list.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.kind import Kind, Phase, Steps

CLEARED_AT_ONCE = 800
"""The most bytes of the map that one step clears. A byte takes the 6502 some five to ten cycles."""


def map_parts(size: int) -> int:
    """The number of steps that clear a packed map of `size` bytes."""
    return -(-size // CLEARED_AT_ONCE)


def clear(g: Generation[Any]) -> Steps:
    """Empty the map and the records: nothing to do in Python, where a new dungeon is empty."""
    if g.parameters.record_count():
        yield "records"
    for _ in range(map_parts(g.parameters.map.packed_bytes) - 1):
        yield "map"


CLEAR = Phase("clear", clear)
CAMERA = Phase("camera", Generation.place_camera)


def pipeline(kind: Kind[Any]) -> tuple[Phase[Any], ...]:
    """The phases of a dungeon of this kind, in order, with those that every dungeon has."""
    return (CLEAR, *kind.phases, CAMERA)

