"""What is seen from a tile: the twin of c64src/calls/sight.

The map is an unpacked one: a byte a tile, row by row; bit 7 is the caller's and does not count. A
ray goes from the centre of a tile to that of another one, row by row of the tiles between them (or
column by column, if it is not steeper than a diagonal). A tile in a row is as wide as the row's
line through its centre, and blocks the rays that cross this line. A ray through the point between
two tiles passes if there is room beside it: on the left in all rows, or on the right in all rows.
A tile that lets light through is seen if the ray to its centre arrives. So sight is symmetric: the
ray back crosses the same points. An opaque tile is seen if any ray arrives at it: so all walls of
a room are seen from everywhere in it. Source of these rules: Albert Ford, Symmetric Shadowcasting,
2020.

`pygen.calls.rays` has the numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pygen.calls.rays import (
    BEFORE,
    BEHIND,
    CENTRE,
    CODE,
    FIRST_OF,
    INTERVALS,
    NOT_SEEN,
    OCTANTS,
    SIDE,
    TILE_OF,
)  # fmt: skip
from pygen.spec import Spec


class Sight:
    """Looking around in a map of `width` x `height` tiles. `opaque` are the codes of the tiles that
    stop a ray; `outside` is the code that all places outside of the map count as."""

    def __init__(
        self, tiles: Sequence[int], width: int, height: int, opaque: Collection[int], outside: int
    ) -> None:
        self.tiles, self.width, self.height = tiles, width, height
        self.opaque, self.outside = frozenset(opaque), outside

    def field_of_view(self, x: int, y: int, radius: int, window: bytearray) -> None:
        """Write to `window`, SIDE rows of SIDE bytes around (x, y), the codes of the tiles at most
        `radius` rows and columns away, with NOT_SEEN where a tile is not seen."""
        self.gather(x, y, radius, window)
        for octant in range(len(OCTANTS)):
            self.scan_octant(octant, radius, window)

    def gather(self, x: int, y: int, radius: int, window: bytearray) -> None:
        """Write the codes to the window; only the tile at (x, y) is seen yet."""
        for row in range(y - radius, y + radius + 1):
            at = CENTRE + (row - y) * SIDE - x
            for column in range(x - radius, x + radius + 1):
                inside = 0 <= row < self.height and 0 <= column < self.width
                code = self.tiles[row * self.width + column] if inside else self.outside
                window[at + column] = code | NOT_SEEN
        window[CENTRE] &= CODE

    def scan_octant(self, octant: int, radius: int, window: bytearray) -> None:
        """Mark what is seen in an octant of a window whose codes are written.

        A sector is a run of intervals whose rays arrive at a row. What is left of it behind the row
        are sectors of the next one.
        """
        row_step, tile_step = OCTANTS[octant]
        sectors = [(1, 0, INTERVALS - 1)]
        while sectors:
            row, first, last = sectors.pop()
            if row > radius:
                continue
            tile_of, first_of = TILE_OF[row - 1], FIRST_OF[row - 1]
            start: int | None = first
            for tile in range(tile_of[first], tile_of[last] + 1):
                at = CENTRE + row * row_step + tile * tile_step
                code = window[at] & CODE
                if code in self.opaque:
                    window[at] = code
                    if start is not None and first_of[tile] > start:
                        sectors.append((row + 1, start, first_of[tile] - 1))
                    start = None
                    continue
                if start is None:
                    start = first_of[tile]
                if first <= BEHIND[row - 1][tile] and last >= BEFORE[row - 1][tile]:
                    window[at] = code
            if start is not None:
                sectors.append((row + 1, start, last))

    def line_of_sight(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Whether the ray from (x, y) arrives at the centre of (to_x, to_y), at any distance.
        Neither of these tiles stops it."""
        across, down = to_x - x, to_y - y
        rows, tiles = sorted((abs(down), abs(across)), reverse=True)
        right, below = (across > 0) - (across < 0), (down > 0) - (down < 0)
        if abs(down) >= abs(across):
            row_step, tile_step = below * self.width, right
        else:
            row_step, tile_step = right, below * self.width
        at = y * self.width + x
        parts, is_even = rows // 2, rows % 2 == 0
        is_free_before = is_free_behind = True
        for _ in range(1, rows):
            at += row_step
            parts += tiles
            if parts >= rows:
                parts -= rows
                at += tile_step
            is_clear = self.tiles[at] & CODE not in self.opaque
            if parts == 0 and is_even:
                # The ray is just between this tile and the one before it.
                is_free_behind &= is_clear
                is_free_before &= self.tiles[at - tile_step] & CODE not in self.opaque
                is_clear = is_free_before or is_free_behind
            if not is_clear:
                return False
        return True


def mark_seen(
    window: Sequence[int], x: int, y: int, radius: int, width: int, height: int, plane: bytearray
) -> None:
    """Set the bits of the tiles of a map that are seen in `window` in `plane`: rows of whole bytes,
    a bit a tile."""
    row_bytes = (width + 7) // 8
    for row in range(max(y - radius, 0), min(y + radius, height - 1) + 1):
        for column in range(max(x - radius, 0), min(x + radius, width - 1) + 1):
            if window[CENTRE + (row - y) * SIDE + column - x] < NOT_SEEN:
                plane[row * row_bytes + column // 8] |= 1 << column % 8


def sight_in(spec: Spec, dungeon: str, tiles: Sequence[int]) -> Sight:
    """Looking around in an unpacked map of a dungeon."""
    size = spec.dungeons[dungeon].map
    opaque = [tile.code for tile in spec.tiles.values() if tile.opaque]
    return Sight(tiles, size.width, size.height, opaque, spec.codes["empty"])
