"""Looks: how a tile is shown, beside what it is.

A map's looks are a second map, with a number for each tile; 0 means no look. A tile with a look is
shown with it as long as the tile is a wall or floor, or a secret tile that was not found. What a
tile is and whether it can be walked on does not depend on its look. Passes give looks to tiles. A
dungeon without such a pass has no looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.definition.map_size import MapSize

MOST_TILES_OF_EIGHT_BITS = 56 * 32
"""The most tiles of a map whose looks take 8 bits each; the looks of larger maps take 4."""


@dataclass(frozen=True)
class Look:
    """One look.

    `glyph` is the name of a drawing or a character, as for tiles, or a frame (below). `colour` is
    one of the C64's colours; if it is empty, the look has the colour of `tile`, the tile that
    usually has this look.

    A look with a `frame`, the name of a set of drawings, is put together from the quarters of these
    drawings. Its `open` sides are some of n, ne, e, se, s, sw, w and nw: the directions in which
    its surroundings are open.
    """

    name: str
    glyph: str = ""
    colour: str = ""
    tile: str = "wall"
    frame: str = ""
    open: frozenset[str] = frozenset()


Looks = dict[int, Look]
"""Looks by their numbers."""


def drawings_needed(looks: Looks) -> int:
    """The number of characters that show these looks: looks that are drawn alike share one."""
    return len({(look.glyph, look.tile, look.frame, look.open) for look in looks.values()})


def look_bits(size: MapSize) -> int:
    """The bits of a look on a map of this size: 8 or 4."""
    return 8 if size.width * size.height <= MOST_TILES_OF_EIGHT_BITS else 4


def look_row_bytes(size: MapSize) -> int:
    """The bytes of a row of looks; each row begins with a whole byte."""
    return (size.width * look_bits(size) + 7) // 8


def looks_bytes(size: MapSize) -> int:
    """The bytes of all looks of a map."""
    return look_row_bytes(size) * size.height


class LookMap:
    """The looks of a map: `tiles` has a byte for each tile, row by row from the top left."""

    __slots__ = ("bits", "height", "tiles", "width")

    def __init__(self, size: MapSize) -> None:
        """No tile has a look."""
        self.width, self.height, self.bits = size.width, size.height, look_bits(size)
        self.tiles = bytearray(size.width * size.height)

    def set(self, x: int, y: int, look: int) -> None:
        """Give the tile at column `x`, row `y` a look; 0 is none."""
        self.tiles[y * self.width + x] = look

    def get(self, x: int, y: int) -> int:
        """The look of the tile at column `x`, row `y`."""
        return self.tiles[y * self.width + x]

    def row(self, y: int) -> bytes:
        """The looks of a row, a byte each."""
        return bytes(self.tiles[y * self.width : (y + 1) * self.width])

    def pack(self) -> bytes:
        """The looks as they are in memory. Two looks of 4 bits share a byte, the left one in its
        lower half. Each row begins with a whole byte."""
        if self.bits == 8:
            return bytes(self.tiles)
        packed = bytearray()
        for y in range(self.height):
            row = self.row(y) + bytes(self.width % 2)
            packed += bytes(left | right << 4 for left, right in zip(row[::2], row[1::2]))
        return bytes(packed)


def unpack_looks(data: bytes, size: MapSize) -> list[int]:
    """The looks of all tiles, row by row; the inverse of `LookMap.pack`."""
    if look_bits(size) == 8:
        return list(data)
    looks = [half for byte in data for half in (byte & 15, byte >> 4)]
    if size.width % 2:
        # The last half byte of each row has no tile.
        del looks[size.width :: size.width + 1]
    return looks
