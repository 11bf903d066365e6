"""The drawings of a dungeon for Tiled: its vaults, its pieces, and the sample of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pygen.base.errors import UserError
from pygen.engine.definition.tiles import STANDARD_TILES, WATER
from pygen.engine.drawings.legend import Meaning, things_of
from pygen.engine.drawings.marks import BLANK, TILE_OF_MARK
from pygen.exchange.tiled import MapFile, tileset_files
from pygen.exchange.tileset import MARK, Piece, Tileset, background_of
from pygen.kinds.pieces.parameters import Pieces
from pygen.passes.vaults.parameters import Vaults
from pygen.passes.vaults.parameters.legend import entity_of
from pygen.pictures import characters
from pygen.pictures.palette import colour_number
from pygen.spec.glyphs import BOX, Glyph, load_glyphs
from pygen.spec.model import Spec
from pygen.spec.problems import KeyPath

What = Literal["vault", "piece", "sample"]
KINDS_OF_DRAWINGS: tuple[What, ...] = ("vault", "piece", "sample")

COLOUR_OF_LETTERS = "white"
"""The colour of marks that are shown as themselves."""

MARKS_OF_PIECES = tuple("#.+?$")
"""The marks of pieces and samples. They have no legend."""

WALL_COLOUR = "grey"


@dataclass(frozen=True)
class Drawing:
    """A drawing of a spec. `path` is where its rows are in the YAML; `use` is the id of the pass of
    a vault, "" for pieces; `number` is its place among the others."""

    what: What
    dungeon: str
    use: str
    name: str
    number: int
    path: KeyPath
    rows: Sequence[str]
    legend: Mapping[str, Meaning] = field(default_factory=dict)

    @property
    def marks(self) -> Sequence[str]:
        """The marks that mean something in it, besides the blank."""
        fixed = tuple(TILE_OF_MARK) if self.what == "vault" else MARKS_OF_PIECES
        return [*(mark for mark in fixed if mark not in self.legend), *self.legend]

    @property
    def tileset(self) -> str:
        """The name of the tileset with its marks."""
        return f"{self.dungeon}_{self.use or 'pieces'}_marks"

    @property
    def stem(self) -> str:
        """The name of its file, without the ending."""
        parts = [self.dungeon, self.use or ("" if self.what == "sample" else "pieces")]
        return "_".join(filter(None, [*parts, self.name or str(self.number)]))


def drawings_of(spec: Spec, dungeon: str) -> Iterator[Drawing]:
    """The drawings of a dungeon, in the order of the YAML."""
    parameters: Any = spec.dungeons[dungeon]
    here = ("dungeons", dungeon)
    if isinstance(parameters, Pieces):
        if parameters.is_learned:
            path: KeyPath = (*here, "sample", "drawing")
            yield Drawing("sample", dungeon, "", "sample", 0, path, parameters.sample.drawing)
        for number, piece in enumerate(parameters.pieces):
            path = (*here, "pieces", number, "drawing")
            yield Drawing("piece", dungeon, "", piece.name or "", number, path, piece.drawing)
    for place, use in enumerate(parameters.passes):
        if isinstance(use, Vaults):
            for number, vault in enumerate(use.vaults):
                path = (*here, "passes", place, "vaults", number, "drawing")
                yield Drawing(
                    "vault", dungeon, use.id, vault.name, number, path, vault.drawing, use.legend
                )


def drawing_files(spec: Spec, dungeon: str) -> dict[str, bytes]:
    """A map for Tiled of each drawing, and the tilesets with their marks.

    Raises UserError if the dungeon has no drawings.
    """
    files: dict[str, bytes] = {}
    for drawing in drawings_of(spec, dungeon):
        tileset = marks_of(spec, drawing)
        files |= tileset_files(tileset)
        files[f"{drawing.stem}.tmx"] = drawing_file(tileset, drawing)
    if not files:
        raise UserError(
            f"--drawings: {dungeon} has neither vaults nor pieces",
            "Name a --dungeon with the pass `vaults` (docs/passes/vaults.md), or of the kind "
            "`pieces` with `pieces` or a `sample` in the YAML (docs/kinds/pieces.md).",
        )
    return files


def drawing_file(tileset: Tileset, drawing: Drawing) -> bytes:
    """A drawing as a map for Tiled; a blank is no tile."""
    file = MapFile(tileset, len(drawing.rows[0]), len(drawing.rows))
    file.say(drawing=drawing.what, dungeon=drawing.dungeon, name=drawing.name)
    if drawing.what != "sample":
        file.say(number=drawing.number)
    if drawing.use:
        file.say(use=drawing.use)
    file.tiles("marks", [tileset.number(MARK, mark) for row in drawing.rows for mark in row])
    return file.data()


def marks_of(spec: Spec, drawing: Drawing) -> Tileset:
    """The marks of a drawing as a tileset. A mark that stands for one thing looks like it; one that
    stands for several, and one that would look like another mark, is its own letter."""
    pieces: list[Piece] = []
    seen: set[tuple[Glyph, int]] = set()
    for mark in drawing.marks:
        meaning = drawing.legend.get(mark)
        glyph, colour = _art(spec, drawing.dungeon, mark, meaning)
        number = colour_number(colour)
        if (glyph, number) in seen:
            glyph, number = _letter(mark), colour_number(COLOUR_OF_LETTERS)
        seen.add((glyph, number))
        name = TILE_OF_MARK[mark] if meaning is None else _words(meaning)
        pieces.append(Piece(MARK, name, glyph, number, {"mark": mark}))
    return Tileset(drawing.tileset, pieces, background_of(spec))


def _art(spec: Spec, dungeon: str, mark: str, meaning: Meaning | None) -> tuple[Glyph, str]:
    """The glyph and the colour of a mark."""
    if meaning is None:
        return _tile_art(spec, dungeon, TILE_OF_MARK[mark])
    things = things_of(meaning)
    if len(things) > 1:
        return _letter(mark), COLOUR_OF_LETTERS
    (_, thing) = things[0]
    shown = characters.entity_art(spec, dungeon)
    entity = entity_of(thing)
    if entity in shown:
        return shown[entity]
    if entity:
        return _letter(mark), COLOUR_OF_LETTERS
    if thing.look is not None:
        return load_glyphs().of_tile(thing.look.glyph, thing.look.glyph), thing.look.colour
    return _tile_art(spec, dungeon, thing.tile or "floor")


def _tile_art(spec: Spec, dungeon: str, name: str) -> tuple[Glyph, str]:
    """The glyph and the colour of a tile; a standard tile need not be in the spec."""
    known = characters.tile_looks(spec, dungeon)
    if name in known:
        return known[name]
    tile = next((one for one in (*STANDARD_TILES, WATER) if one.name == name), None)
    if tile is None:
        return BOX, COLOUR_OF_LETTERS
    return load_glyphs().of_tile(name, tile.glyph), tile.colour


def _letter(mark: str) -> Glyph:
    return load_glyphs().of_text(mark)[0]


def _words(meaning: Meaning) -> str:
    """What a mark stands for, in words."""
    said = []
    for _, thing in things_of(meaning):
        look = thing.look.glyph if thing.look is not None else None
        parts = [entity_of(thing), look, thing.tile]
        said.append(" on ".join(part for part in parts if part) or "floor")
    return " or ".join(said)


def mark_of_tile(drawing: Drawing, name: str) -> str | None:
    """The mark that stands for a tile alone: the blank for nothing, or None if there is none."""
    if name == "empty":
        return BLANK
    for mark, meaning in drawing.legend.items():
        things = [thing for _, thing in things_of(meaning)]
        if (
            len(things) == 1
            and things[0].tile == name
            and things[0].look is None
            and not entity_of(things[0])
        ):
            return mark
    fixed = (mark for mark, tile in TILE_OF_MARK.items() if tile == name)
    return next((mark for mark in fixed if mark in drawing.marks), None)


def mark_of_entity(drawing: Drawing, name: str) -> str | None:
    """The mark that stands for an entity alone, on floor; None if there is none."""
    for mark, meaning in drawing.legend.items():
        things = [thing for _, thing in things_of(meaning)]
        if len(things) == 1 and entity_of(things[0]) == name and things[0].look is None:
            return mark
    return None
