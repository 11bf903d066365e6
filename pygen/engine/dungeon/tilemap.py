"""A map of tiles and its packed form."""

from __future__ import annotations

# Digits of base 2**bits for every tile code, so that int() can pack a whole map at once.
_DIGITS = bytes(b"0123456789abcdef"[code & 15] for code in range(256))


class TileMap:
    """`width` x `height` tiles, one byte each in `tiles`, row by row from the top left.

    `bits` (3, 4 or 8) is the size of a packed tile.
    """

    __slots__ = ("bits", "height", "tiles", "width")

    def __init__(self, width: int, height: int, bits: int) -> None:
        self.width, self.height, self.bits = width, height, bits
        self.tiles = bytearray(width * height)

    def set(self, x: int, y: int, code: int) -> None:
        """Put the tile `code` at column `x`, row `y`."""
        self.tiles[y * self.width + x] = code

    def get(self, x: int, y: int) -> int:
        """The code of the tile at column `x`, row `y`."""
        return self.tiles[y * self.width + x]

    def fill(self, x: int, y: int, w: int, h: int, code: int) -> None:
        """Fill w x h tiles with `code`, from (x, y) at the top left; all must be in the map."""
        span = bytes((code,)) * w
        width = self.width
        start = y * width + x
        for at in range(start, start + h * width, width):
            self.tiles[at : at + w] = span

    def pack(self) -> bytes:
        """The map as one little-endian stream of bits.

        Tile (x, y) is the `bits` bits from bit bits * (y * width + x), least significant first;
        a tile may span two bytes. Bits after the last tile are 0. The format is that of the
        original's C source.
        """
        if self.bits == 8:
            return bytes(self.tiles)
        digits = self.tiles[::-1].translate(_DIGITS)
        size = (len(self.tiles) * self.bits + 7) // 8
        return int(digits, 1 << self.bits).to_bytes(size, "little")


def unpack(data: bytes, width: int, height: int, bits: int) -> list[int]:
    """The tile codes of a packed map, row by row; the inverse of `TileMap.pack`."""
    stream = int.from_bytes(data, "little")
    mask = (1 << bits) - 1
    codes = []
    # Eight tiles always fill whole bytes, which keeps the integers short.
    for group in range(0, width * height, 8):
        chunk = stream >> group * bits & (1 << 8 * bits) - 1
        codes += [chunk >> n * bits & mask for n in range(8)]
    return codes[: width * height]
