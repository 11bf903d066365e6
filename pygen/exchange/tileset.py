"""Tilesets: what the maps of a dungeon are put together from, each with a picture of 8 x 8 pixels.

The number of a picture is its place in the tileset, from 1; 0 is nothing. A tileset is the same for
all seeds of a dungeon.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.entities import known_kinds, seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.exchange.contents import Value
from pygen.pictures import characters
from pygen.pictures.palette import colour_number
from pygen.pictures.picture import Canvas, glyph_rows
from pygen.spec.glyphs import SIZE, Glyph
from pygen.spec.model import Spec

COLUMNS = 16
"""How many pictures of a tileset are side by side."""

TILE, LOOK, ENTITY, MARK = "tile", "look", "entity", "mark"
"""What a picture may show: a tile, a look of a tile, an entity, or a mark of drawings."""


@dataclass(frozen=True)
class Piece:
    """One of the pictures: what it shows, its glyph and the number of its colour."""

    what: str
    name: str
    glyph: Glyph
    colour: int
    properties: Mapping[str, Value]


@dataclass(frozen=True)
class Tileset:
    """A tileset; `background` is the number of the colour behind the glyphs."""

    name: str
    pieces: Sequence[Piece]
    background: int
    numbers: dict[tuple[str, Value], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        keys = {TILE: "code", LOOK: "number", ENTITY: "kind", MARK: "mark"}
        for number, piece in enumerate(self.pieces, 1):
            self.numbers[piece.what, piece.properties[keys[piece.what]]] = number

    def number(self, what: str, key: Value) -> int:
        """The number of the picture of a tile (by its code), a look (by its number), an entity (by
        the number of its kind) or a mark; 0 if there is none."""
        return self.numbers.get((what, key), 0)

    @property
    def rows(self) -> int:
        """How many rows of pictures there are."""
        return -(-len(self.pieces) // COLUMNS)

    def png(self) -> bytes:
        """All pictures, in rows of COLUMNS."""
        canvas = Canvas(COLUMNS * SIZE, max(1, self.rows) * SIZE, self.background)
        for at, piece in enumerate(self.pieces):
            rows = glyph_rows(piece.glyph, piece.colour, self.background)
            canvas.put(at % COLUMNS * SIZE, at // COLUMNS * SIZE, rows)
        return canvas.png()


def background_of(spec: Spec) -> int:
    """The number of the colour behind all glyphs."""
    return colour_number(spec.display.background_colour)


def tileset_of(spec: Spec, dungeon: str) -> Tileset:
    """The tileset of a dungeon's maps: its tiles in the order of their codes, its looks, and the
    entities that it shows."""
    art, codes = characters.tile_looks(spec, dungeon), spec.codes_of(dungeon)
    pieces = []
    said: dict[str, Value]
    for name, code in sorted(codes.items(), key=lambda item: item[1]):
        glyph, colour = art[name]
        tile = spec.tiles[name]
        said = {"code": code, **{flag: bool(getattr(tile, flag)) for flag in FLAGS}}
        pieces.append(Piece(TILE, name, glyph, colour_number(colour), said))
    looks = spec.dungeons[dungeon].looks
    for number, (glyph, colour) in characters.look_art(spec, dungeon).items():
        look = looks[number]
        said = {"number": number, "tile": look.tile}
        pieces.append(Piece(LOOK, look.name, glyph, colour_number(colour), said))
    if spec.has_table(dungeon, ENTITIES):
        shown = characters.entity_art(spec, dungeon)
        for number, kind in known_kinds(spec.dungeons[dungeon]).items():
            if kind.name in shown:
                glyph, colour = shown[kind.name]
                pieces.append(
                    Piece(ENTITY, kind.name, glyph, colour_number(colour), {"kind": number})
                )
    return Tileset(f"{dungeon}_tiles", pieces, background_of(spec))


def tile_numbers(tileset: Tileset, g: Generation[Any]) -> list[int]:
    """The numbers of the pictures of a map's tiles, row by row."""
    return [tileset.number(TILE, code) for code in g.tiles.tiles]


def look_numbers(tileset: Tileset, g: Generation[Any]) -> list[int]:
    """The numbers of the pictures of a map's looks, row by row; 0 where there is no look."""
    return [tileset.number(LOOK, look) for look in g.looks.tiles]


def shown_pieces(spec: Spec, tileset: Tileset, g: Generation[Any]) -> array[int]:
    """The numbers of the pictures that the map shows, row by row: entities over looks over tiles,
    as on the C64 when all secrets have been found."""
    numbers = array("H", tile_numbers(tileset, g))
    if g.has_looks:
        shows = {spec.tiles[name].code for name in ("wall", "floor") if not spec.tiles[name].secret}
        for at, look in enumerate(look_numbers(tileset, g)):
            if look and g.tiles.tiles[at] in shows:
                numbers[at] = look
    kinds = {kind.name: number for number, kind in known_kinds(g.blueprint.dungeon).items()}
    for (x, y), kind in seen_entities(g).items():
        numbers[y * g.tiles.width + x] = tileset.number(ENTITY, kinds[kind.name])
    return numbers


def in_rows(numbers: Iterable[int], width: int) -> list[list[int]]:
    """Numbers in rows of `width`."""
    every = list(numbers)
    return [every[at : at + width] for at in range(0, len(every), width)]
