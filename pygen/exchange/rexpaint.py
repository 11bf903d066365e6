"""Pictures of characters for REXPaint, an editor of roguelikes' maps and screens.

The format is XP: a gzip file with 32-bit numbers, low byte first. Source: "Appendix B: .xp Format
Specification" in the manual of REXPaint.

    version (-1), layers
    for each layer:
        width, height
        cells, column by column: a character (32 bits), its colour and that behind it (3 bytes each)

A dungeon has two layers: its tiles as a terminal shows them, and its entities.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Sequence
from typing import Any

from pygen.engine.dungeon.entities import seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.pictures import characters
from pygen.pictures.palette import Rgb, rgb
from pygen.spec.model import Spec

VERSION = -1
TRANSPARENT = (255, 0, 255)
"""The colour behind a cell through which the layer below is seen."""

Cell = tuple[str, Rgb]


def as_xp(spec: Spec, g: Generation[Any]) -> bytes:
    """A dungeon as a picture of characters. The same dungeon always gives the same bytes."""
    looks = characters.tile_looks(spec, g.name)
    tiles = {
        code: (spec.tiles[name].glyph, rgb(looks[name][1]))
        for name, code in spec.codes_of(g.name).items()
    }
    art = characters.entity_art(spec, g.name)
    things = {
        place: (kind.glyph, rgb(art[kind.name][1])) for place, kind in seen_entities(g).items()
    }
    width, height = g.tiles.width, g.tiles.height
    map_cells = [tiles[code] for code in g.tiles.tiles]
    over: list[Cell | None] = [
        things.get((at % width, at // width)) for at in range(width * height)
    ]
    behind = rgb(spec.display.background_colour)
    layers = [_layer(map_cells, width, behind), _layer(over, width, behind)]
    head = struct.pack("<ii", VERSION, len(layers))
    return gzip.compress(head + b"".join(layers), mtime=0)


def _layer(cells: Sequence[Cell | None], width: int, behind: Rgb) -> bytes:
    """The bytes of a layer; None is nothing."""
    height = len(cells) // width
    data = struct.pack("<ii", width, height)
    for x in range(width):
        for y in range(height):
            cell = cells[y * width + x]
            glyph, colour = cell or (" ", (0, 0, 0))
            back = behind if cell else TRANSPARENT
            # Characters that are not ASCII have other codes in REXPaint's fonts.
            code = ord(glyph) if glyph.isascii() else ord("?")
            data += struct.pack("<I3B3B", code, *colour, *back)
    return data
