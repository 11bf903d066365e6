"""What a plane looks like as tiles, for those who watch."""

from __future__ import annotations

from pygen.engine.plane.plane import Plane


def draft(plane: Plane) -> bytes:
    """Walls where the plane is solid, floor where it is open."""
    codes = plane.g.codes
    names = {"0": codes["floor"], "1": codes["wall"]}
    table = {ord(bit): code for bit, code in names.items()}
    shown = bytearray()
    for row in plane.solid:
        bits = f"{row & (1 << plane.width) - 1:0{plane.width}b}"[::-1]
        shown += bits.translate(table).encode("latin-1")
    return bytes(shown)
