"""Which maps a plane can be of."""

from __future__ import annotations

from pydantic_core import PydanticCustomError

from pygen.engine.map_size import MapSize
from pygen.engine.plane.plane import MOST_BYTES, plane_bytes
from pygen.engine.sections import rule_broken


def plane_rules(size: MapSize) -> list[PydanticCustomError]:
    """The rules that a map of this size breaks if it needs planes: they must fit into memory."""
    needed = plane_bytes(size)
    if needed <= MOST_BYTES:
        return []
    wrong = f"a map of {size.width} x {size.height} tiles takes planes of {needed:,} bytes"
    return [rule_broken((), wrong, f"expected a map whose planes have at most {MOST_BYTES:,}")]
