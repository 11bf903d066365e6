"""What a map shows at each tile: as on the C64, when all secrets have been found.

An *atlas* lists everything that a dungeon can show at a tile, each with its glyph and its colour. A
*cell* is the number of an entry of the atlas. Pictures, films and the studio draw cells.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pygen.engine.dungeon.entities import seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.pictures import characters
from pygen.pictures.palette import colour_number
from pygen.spec.glyphs import Glyph
from pygen.spec.model import Spec

CODES = 256
"""The number of possible codes of a tile."""


@dataclass(frozen=True)
class Atlas:
    """Everything that a dungeon can show.

    `art` has the glyph and the colour number of each cell; cell 0 is nothing. `names` describe the
    cells. `tiles` gives the cell of each code, `looks` that of each look, and `entities` that of
    each kind of entities, by name. `with_looks` are the codes that are shown as their looks,
    without secret paths. `background` is the number of the colour behind the glyphs.
    """

    art: tuple[tuple[Glyph, int], ...]
    names: tuple[str, ...]
    tiles: tuple[int, ...]
    looks: Mapping[int, int]
    entities: Mapping[str, int]
    with_looks: frozenset[int]
    background: int

    def cell(self, code: int, look: int) -> int:
        """The cell of a tile with this code and this look (0: no look)."""
        if look and code in self.with_looks:
            return self.looks.get(look, self.tiles[code])
        return self.tiles[code]


def make_atlas(spec: Spec, dungeon: str) -> Atlas:
    """The atlas of a dungeon."""
    art: list[tuple[Glyph, int]] = [(bytes(8), 0)]
    names = ["nothing"]

    def add(name: str, glyph: Glyph, colour: str) -> int:
        art.append((glyph, colour_number(colour)))
        names.append(name)
        return len(art) - 1

    tiles = [0] * CODES
    for name, (glyph, colour) in characters.tile_looks(spec, dungeon).items():
        tiles[spec.codes[name]] = add(name, glyph, colour)
    looks = {
        number: add(spec.dungeons[dungeon].looks[number].name, glyph, colour)
        for number, (glyph, colour) in characters.look_art(spec, dungeon).items()
    }
    entities = {
        name: add(name, glyph, colour)
        for name, (glyph, colour) in characters.entity_art(spec, dungeon).items()
    }
    # Whoever looks at a picture wants to see the secret paths, which the C64 shows as looks.
    shown_as_looks = [spec.tiles[name] for name in ("wall", "floor")]
    with_looks = frozenset(tile.code for tile in shown_as_looks if not tile.secret)
    background = colour_number(spec.display.background_colour)
    return Atlas(
        tuple(art), tuple(names), tuple(tiles), looks, entities, with_looks, background
    )  # fmt: skip


def cells_of(atlas: Atlas, g: Generation[Any]) -> array[int]:
    """The cells of a dungeon's map, row by row, as 16-bit numbers: entities over looks over
    tiles."""
    numbers: Iterable[int] = map(atlas.tiles.__getitem__, g.tiles.tiles)
    if atlas.looks and any(g.looks.tiles):
        numbers = map(atlas.cell, g.tiles.tiles, g.looks.tiles)
    cells = array("H", numbers)
    for (x, y), kind in seen_entities(g).items():
        cells[y * g.tiles.width + x] = atlas.entities[kind.name]
    return cells
