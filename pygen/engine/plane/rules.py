"""The rules for maps that need planes."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.plane.plane import MOST_BYTES, plane_bytes
from pygen.engine.sections import BrokenRule


def plane_rules(size: MapSize) -> list[BrokenRule]:
    """The rules that a map of this size breaks if it needs planes: they must fit into memory."""
    needed = plane_bytes(size)
    if needed <= MOST_BYTES:
        return []
    wrong = f"a map of {size.width} x {size.height} tiles takes planes of {needed:,} bytes"
    return [BrokenRule((), wrong, f"expected a map whose planes have at most {MOST_BYTES:,}")]
