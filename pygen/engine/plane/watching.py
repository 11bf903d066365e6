"""A plane shown as tiles, for people who watch a dungeon being built."""

from __future__ import annotations

from pygen.engine.plane.plane import Plane


def draft(plane: Plane) -> bytes:
    """The tile codes of a plane: walls where it is solid, floor where it is open."""
    codes = plane.g.codes
    names = {"0": codes["floor"], "1": codes["wall"]}
    table = {ord(bit): code for bit, code in names.items()}
    shown = bytearray()
    for row in plane.solid:
        bits = f"{row & ((1 << plane.width) - 1):0{plane.width}b}"[::-1]
        shown += bits.translate(table).encode("latin-1")
    return bytes(shown)
