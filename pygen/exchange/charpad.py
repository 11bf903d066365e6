"""Projects for CharPad: characters, their colours, and a map.

The format is CTM, version 5, which CharPad 2.0 to 2.3 write. Source: "CTM File Format, Version 5"
in the manual that comes with CharPad 2.3 (Subchrist Software, 2019).

    CTM, 5                      4 bytes
    colours                     4: screen, two more colours of characters, characters
    colouring                   1: each character has its own colour
    flags                       1: there are tiles
    characters - 1, tiles - 1   2 each, low byte first
    tile width, height          1 each
    map width, height           2 each
    characters                  8 bytes each, from the top row down
    attributes                  1 byte each: the colour in bits 0-3
    tiles                       2 bytes each: the number of a character
    map                         2 bytes each: the number of a tile, row by row

A tile is a single character here and has its number, so the map is right whether a program takes
its numbers for tiles or for characters.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from pygen.exchange.tileset import Tileset

VERSION = 5
COLOUR_OF_EACH_CHARACTER = 2
HAS_TILES = 1


def as_ctm(tileset: Tileset, shown: Sequence[int], width: int) -> bytes:
    """A project with the characters of a tileset and a map that is `width` characters wide.

    `shown` are the numbers of the pictures in the tileset, row by row. Character 0 is blank, so
    these are the numbers of characters, too.
    """
    glyphs = [bytes(8), *(piece.glyph for piece in tileset.pieces)]
    colours = [0, *(piece.colour for piece in tileset.pieces)]
    count = len(glyphs)
    head = struct.pack(
        "<3sB4BBBHHBBHH",
        b"CTM",
        VERSION,
        *(tileset.background, 0, 0, 1),
        COLOUR_OF_EACH_CHARACTER,
        HAS_TILES,
        count - 1,
        count - 1,
        *(1, 1),
        width,
        len(shown) // width,
    )
    tiles = struct.pack(f"<{count}H", *range(count))
    places = struct.pack(f"<{len(shown)}H", *shown)
    return head + b"".join(glyphs) + bytes(colours) + tiles + places
