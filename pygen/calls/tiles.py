"""The properties of tiles. The twin of c64src/calls/tiles, and of the table of properties that all
game calls share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.tiles import FLAGS


class HasProperties(Protocol):
    """A tile of a spec: it has a code, and a truth for each of FLAGS."""

    @property
    def code(self) -> int:
        """The number that the map holds for it."""


def properties_of(tiles: Mapping[str, HasProperties]) -> bytes:
    """The properties of a spec's tiles by their codes, as bits in the order of FLAGS."""
    found = bytearray(1 + max(tile.code for tile in tiles.values()))
    for tile in tiles.values():
        found[tile.code] = sum(getattr(tile, flag) << bit for bit, flag in enumerate(FLAGS))
    return bytes(found)


def tile_is(
    unpacked: bytes, size: MapSize, of_tiles: bytes, x: int, y: int, properties: int
) -> int:
    """Which of `properties` the tile at column x, row y of an unpacked map has; none if it is not
    in the map. `of_tiles` is as in `properties_of`."""
    if x >= size.width or y >= size.height:
        return 0
    code = unpacked[y * size.width + x]
    return of_tiles[code] & properties if code < len(of_tiles) else 0
