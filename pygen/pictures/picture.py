"""Dungeons as pictures in the C64's colours, drawn with its characters."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pygen.base.errors import UsageError
from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.definition.map_size import MapSize
from pygen.engine.dungeon.entities import seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import TileMap
from pygen.pictures import characters
from pygen.pictures.cells import Atlas, cells_of, make_atlas
from pygen.pictures.data import room_labels
from pygen.pictures.palette import PALETTE, colour_number
from pygen.spec.glyphs import SIZE, Glyph, load_glyphs
from pygen.spec.model import Spec

if TYPE_CHECKING:
    from PIL import Image

MAX_SCALE = 16
CAPTION_COLOUR = "light_blue"
ROOM_COLOUR = "white"
# Contact sheets: the margin between and around the maps, and the side of a tile, in pixels.
GAP = 8
SHEET_TILE = 3


class Canvas:
    """A picture of palette numbers: one byte per pixel, row by row."""

    def __init__(self, width: int, height: int, background: int) -> None:
        self.width, self.height = width, height
        self.pixels = bytearray(bytes((background,)) * (width * height))

    def put(self, x: int, y: int, rows: Sequence[bytes]) -> None:
        """Copy rows of pixels to (x, y); they must lie in the picture."""
        for line, row in enumerate(rows, y):
            at = line * self.width + x
            self.pixels[at : at + len(row)] = row

    def write(self, x: int, y: int, text: str, colour: int, background: int) -> None:
        """Write a caption of 8 x 8 characters, cut off at the right edge."""
        for n, glyph in enumerate(load_glyphs().of_text(text)):
            if x + (n + 1) * SIZE <= self.width:
                self.put(x + n * SIZE, y, glyph_rows(glyph, colour, background))

    def image(self, scale: int = 1) -> Image.Image:
        """The picture for Pillow, each pixel `scale` x `scale`."""
        # Pillow takes a while to import, and maps in the terminal do not need it.
        from PIL import Image, ImageOps

        image = Image.frombytes("P", (self.width, self.height), bytes(self.pixels))
        image.putpalette([part for colour in PALETTE for part in colour])
        return ImageOps.scale(image, scale, Image.Resampling.NEAREST)

    def png(self, scale: int = 1) -> bytes:
        """The picture as an indexed PNG, each pixel `scale` x `scale`; without a time stamp."""
        file = io.BytesIO()
        self.image(scale).save(file, "PNG", optimize=False, compress_level=9)
        return file.getvalue()


class MapCanvas(Canvas):
    """A picture of a map, drawn with the cells of an atlas."""

    def __init__(self, atlas: Atlas, size: TileMap | MapSize) -> None:
        super().__init__(size.width * SIZE, size.height * SIZE, atlas.background)
        self.columns = size.width
        self.art = [glyph_rows(glyph, colour, atlas.background) for glyph, colour in atlas.art]

    def draw(self, at: int, cell: int) -> None:
        """Draw a cell at the tile with the number `at`, counted row by row."""
        y, x = divmod(at, self.columns)
        self.put(x * SIZE, y * SIZE, self.art[cell])


def glyph_rows(glyph: Glyph, colour: int, background: int) -> list[bytes]:
    """The pixels of a glyph: eight rows of eight palette numbers."""
    pixels = (background, colour)
    return [bytes(pixels[row >> bit & 1] for bit in range(SIZE - 1, -1, -1)) for row in glyph]


def draw_small_map(
    canvas: Canvas, x: int, y: int, spec: Spec, g: Generation[Any], size: int
) -> None:
    """Draw each tile of a dungeon's map as a square of `size` x `size` pixels, in the colour of the
    entity there or of the tile, with its upper left corner at (x, y)."""
    looks = characters.tile_looks(spec, g.name)
    colours = {spec.codes[name]: colour_number(colour) for name, (_, colour) in looks.items()}
    # Empty tiles get the background colour of the caption.
    colours[spec.codes["empty"]] = colour_number(spec.display.background_colour)
    for row in range(g.tiles.height):
        codes = g.tiles.tiles[row * g.tiles.width : (row + 1) * g.tiles.width]
        line = b"".join(bytes((colours[code],)) * size for code in codes)
        canvas.put(x, y + row * size, [line] * size)
    things = characters.entity_art(spec, g.name)
    for (column, row), kind in seen_entities(g).items():
        line = bytes((colour_number(things[kind.name][1]),)) * size
        canvas.put(x + column * size, y + row * size, [line] * size)


def as_png(spec: Spec, generation: Generation[Any], scale: int = 1, rooms: bool = False) -> bytes:
    """A dungeon as a PNG of 8 x 8 pixels per tile, times `scale` (1..16).

    `rooms` writes each room's number (hexadecimal, as in the records) into its upper left corner,
    and behind it its purpose.
    The same dungeon always gives the same bytes. Raises UsageError for another scale.
    """
    check_scale(scale)
    atlas = make_atlas(spec, generation.name)
    canvas = MapCanvas(atlas, generation.tiles)
    for at, cell in enumerate(cells_of(atlas, generation)):
        canvas.draw(at, cell)
    if rooms:
        for x, y, label in room_labels(generation):
            colour = colour_number(ROOM_COLOUR)
            canvas.write(x * SIZE, y * SIZE, label, colour, atlas.background)
    return canvas.png(scale)


def world_png(spec: Spec, chunks: Sequence[Sequence[Generation[Any]]], scale: int = 1) -> bytes:
    """Chunks of a world, in rows from the top, joined to a PNG of 3 x 3 pixels per tile, times
    `scale` (1..16). Raises UsageError for another scale."""
    check_scale(scale)
    side = CHUNK_SIDE * SHEET_TILE
    background = colour_number(spec.display.background_colour)
    canvas = Canvas(len(chunks[0]) * side, len(chunks) * side, background)
    for y, row in enumerate(chunks):
        for x, one in enumerate(row):
            draw_small_map(canvas, x * side, y * side, spec, one, SHEET_TILE)
    return canvas.png(scale)


@dataclass(frozen=True)
class Entry:
    """A dungeon on a contact sheet, its spec, and the caption below it."""

    spec: Spec
    generation: Generation[Any]
    caption: str


def contact_sheet(
    entries: Sequence[Entry], columns: int = 4, tile: int = SHEET_TILE, scale: int = 1
) -> bytes:
    """Several dungeons as one PNG, `columns` side by side, each with its caption below.

    `tile` is the side of a tile in pixels (1..16); the whole is enlarged by `scale` (1..16).
    Raises UsageError for another scale, or if there is nothing to show.
    """
    check_scale(scale)
    if not entries or columns < 1 or not 1 <= tile <= MAX_SCALE:
        raise UsageError("a sheet needs a dungeon, a column and tiles of 1 to 16 pixels")
    lines = [entries[at : at + columns] for at in range(0, len(entries), columns)]
    heights = [
        max(one.generation.tiles.height for one in line) * tile + SIZE + 2 * GAP for line in lines
    ]
    column = max(one.generation.tiles.width for one in entries) * tile + GAP
    background = colour_number(entries[0].spec.display.background_colour)
    canvas = Canvas(len(lines[0]) * column + GAP, sum(heights) + GAP, background)
    y = GAP
    for line, height in zip(lines, heights, strict=True):
        for n, entry in enumerate(line):
            x = GAP + n * column
            draw_small_map(canvas, x, y, entry.spec, entry.generation, tile)
            # The C64 has no underscore.
            caption = entry.caption.replace("_", " ")[: (column - GAP) // SIZE]
            below = y + entry.generation.tiles.height * tile + GAP // 2
            canvas.write(x, below, caption, colour_number(CAPTION_COLOUR), background)
        y += height
    return canvas.png(scale)


def check_scale(scale: int) -> None:
    """Raise UsageError unless `scale` is 1..16."""
    if not 1 <= scale <= MAX_SCALE:
        raise UsageError(f"--scale: {scale} is out of range", f"Choose 1 to {MAX_SCALE}.")
