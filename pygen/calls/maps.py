"""A map as a whole: all tiles as bytes, and whether they are a map. The twin of
c64src/calls/maps."""

from __future__ import annotations

from pygen.calls.constants import (
    CLASS_EMPTY,
    CLASS_WALKABLE,
    MAP_HAS_OPEN_EDGE,
    MAP_HAS_OTHER_CODES,
    MAP_HAS_OTHER_STAIRS,
    MOST_UNPACKED,
)
from pygen.engine.constants import STATUS_NO_DOWN_STAIRS, STATUS_NO_UP_STAIRS
from pygen.engine.definition.map_size import MapSize
from pygen.engine.dungeon.tilemap import unpack


def unpack_map(packed: bytes, size: MapSize) -> bytes | None:
    """The tiles of a packed map of this size, a byte each, row by row; None if it has more than
    MOST_UNPACKED tiles."""
    if size.width * size.height > MOST_UNPACKED:
        return None
    return bytes(unpack(packed, size.width, size.height, size.bits_per_tile))


def validate(
    tiles: bytes, size: MapSize, of_tiles: bytes, stairs: tuple[int, int], status: int, world: bool
) -> int:
    """What is wrong with a map of these tiles, as bits MAP_HAS_; 0 if nothing is.

    `of_tiles` are the properties of tiles as in `pygen.calls.tiles.properties_of`, `stairs` the
    codes of up and down stairs, `status` is that of the summary. The map of a `world` goes on
    behind its edges, and has no stairs.
    """
    faults = 0
    classes = bytes(_class_of(code, of_tiles) for code in range(256))
    outside = 0 if world else CLASS_EMPTY
    above = bytearray([outside]) * (size.width + 2)
    for start in range(0, size.width * size.height, size.width):
        before = outside
        row = tiles[start : start + size.width]
        if max(row) >= len(of_tiles):
            faults |= MAP_HAS_OTHER_CODES
        for x, here in enumerate(row.translate(classes)):
            around = before | above[x + 1] | above[x + 2]
            if here and here | around == CLASS_WALKABLE | CLASS_EMPTY:
                faults |= MAP_HAS_OPEN_EDGE
            before = above[x + 1] | here
            above[x + 1] = here
    if not world and CLASS_WALKABLE in above:
        faults |= MAP_HAS_OPEN_EDGE
    for code, missing in zip(stairs, (STATUS_NO_UP_STAIRS, STATUS_NO_DOWN_STAIRS)):
        if tiles.count(code) != (status & missing == 0 and not world):
            faults |= MAP_HAS_OTHER_STAIRS
    return faults


def _class_of(code: int, of_tiles: bytes) -> int:
    """What a tile is: empty, walkable or neither."""
    if code == 0:
        return CLASS_EMPTY
    return CLASS_WALKABLE if code < len(of_tiles) and of_tiles[code] & 1 else 0
