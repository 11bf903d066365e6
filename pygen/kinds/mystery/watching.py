"""What a floor looks like before it is drawn, for those who watch."""

from __future__ import annotations

from pygen.kinds.mystery.drawing import tile_of
from pygen.kinds.mystery.ground import Floor


def draft(f: Floor) -> bytes:
    """The tiles of the ground."""
    return bytes(f.ground.translate(bytes(tile_of(f, ground) for ground in range(256))))
