"""The size of a dungeon's map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from pygen.engine.sections import Constants, Section, whole_number

Side = Annotated[int, Field(ge=8, le=240)]
"""A side of a map, in tiles."""
WIDTH_WORDS = "tiles across; an index is a byte"
HEIGHT_WORDS = "tiles down; an index is a byte"


TILE_TABLES: Mapping[str, str] = {
    "DIG_BYTE": "by place in a row: the byte of its tile, from the row's first byte on",
    "DIG_LOW_MASK": "by place in a row: the bits of its tile in that byte",
    "DIG_HIGH_MASK": "by place in a row: the bits of its tile in the byte after that",
}
"""What the constants of `MapSize.tile_tables` mean."""


class MapSize(Section):
    """The size of a dungeon's map. A kind that needs other defaults overrides the two sides."""

    width: Side = Field(default=72, description=WIDTH_WORDS)
    height: Side = Field(default=72, description=HEIGHT_WORDS)
    bits_per_tile: Annotated[Literal[3, 4, 8], BeforeValidator(whole_number)] = Field(
        default=3, description="bits a tile takes in the packed map"
    )

    @property
    def packed_bytes(self) -> int:
        """Bytes of the packed map, the last one padded with zero bits."""
        return (self.width * self.height * self.bits_per_tile + 7) // 8

    @property
    def rows_are_aligned(self) -> bool:
        """Whether each row of the packed map begins with a whole byte."""
        return self.width * self.bits_per_tile % 8 == 0

    def tile_tables(self) -> Constants:
        """Tables for kernels that dig. For each place in a row of the packed map they have the byte
        of its tile, and the tile's bits in that byte and in the next one.

        Places are counted from the last byte that begins with a whole tile. So if the rows are not
        aligned, there are seven more places than columns.
        """
        places = self.width + (0 if self.rows_are_aligned else 7)
        first_bits = [place * self.bits_per_tile for place in range(places)]
        masks = [(1 << self.bits_per_tile) - 1 << (first & 7) for first in first_bits]
        return {
            "DIG_BYTE": [first >> 3 for first in first_bits],
            "DIG_LOW_MASK": [mask & 0xFF for mask in masks],
            "DIG_HIGH_MASK": [mask >> 8 for mask in masks],
        }
