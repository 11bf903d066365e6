"""All tiles of a map as bytes. The twin of c64src/calls/unpacking."""

from __future__ import annotations

from pygen.calls.constants import MOST_UNPACKED
from pygen.engine.definition.map_size import MapSize
from pygen.engine.dungeon.tilemap import unpack


def unpack_map(packed: bytes, size: MapSize) -> bytes | None:
    """The tiles of a packed map of this size, a byte each, row by row; None if it has more than
    MOST_UNPACKED tiles."""
    if size.width * size.height > MOST_UNPACKED:
        return None
    return bytes(unpack(packed, size.width, size.height, size.bits_per_tile))
