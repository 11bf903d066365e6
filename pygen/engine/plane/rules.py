"""The rules for maps that need planes."""

from __future__ import annotations

from pygen.engine.definition.map_size import MapSize
from pygen.engine.plane.plane import MOST_BYTES, plane_bytes
from pygen.engine.sections import BrokenRule


def map_rules(size: MapSize, most_bytes: int, example: str) -> list[BrokenRule]:
    """The rule that a map of a kind with planes breaks if one of its planes takes more than
    `most_bytes`. `example` is the size of a map that fits."""
    needed = plane_bytes(size)
    if needed <= most_bytes:
        return []
    wrong = f"a plane of {size.width} x {size.height} bits takes {needed} bytes"
    right = f"expected a smaller map: at most {most_bytes} bytes, such as {example} tiles"
    return [BrokenRule(("map",), wrong, right)]


def plane_rules(size: MapSize) -> list[BrokenRule]:
    """The rules that a map of this size breaks if it needs planes: they must fit into memory."""
    needed = plane_bytes(size)
    if needed <= MOST_BYTES:
        return []
    wrong = f"a map of {size.width} x {size.height} tiles takes planes of {needed:,} bytes"
    return [BrokenRule((), wrong, f"expected a map whose planes have at most {MOST_BYTES:,}")]
