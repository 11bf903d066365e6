"""The characters as they are in memory when the program has started."""

from __future__ import annotations

from pygen.pictures import characters
from pygen.spec import Spec
from pygen.spec.glyphs import SIZE, Glyph

SPRITE_ROW_BYTES = 3


def charset(spec: Spec, dungeon: str | None = None) -> bytes:
    """All characters and the figure's sprite, as in the region `charset`.

    Without a `dungeon` the characters that a dungeon defines are empty.
    """
    own = characters.drawn_for(spec, dungeon) if dungeon else b""
    data = bytearray((characters.drawn(spec) + own).ljust(characters.count(spec) * SIZE, b"\0"))
    for quarters in range(16):
        start = (characters.quadrants_start(spec) + quarters) * SIZE
        data[start : start + SIZE] = quadrants(quarters)
    for row, pixels in enumerate(characters.figures()[0]):
        data[characters.sprite_start(spec) * SIZE + SPRITE_ROW_BYTES * row] = pixels
    return bytes(data)


def quadrants(quarters: int) -> Glyph:
    """A character whose quarters are filled: bit 0 upper left, 1 upper right, 2 and 3 below."""
    halves = (0x00, 0xF0, 0x0F, 0xFF)
    return bytes((halves[quarters & 3],)) * 4 + bytes((halves[quarters >> 2],)) * 4
