"""Take a drawing from a map of Tiled: a vault, a piece, or the sample of pieces.

`invoke export --as tiled --drawings` writes the drawings of a dungeon as maps, with a tileset of
the marks that they may have. Edit one in Tiled, save it, and this task prints its rows as they
stand in the YAML; with --write it puts them into the file of the spec, and leaves its comments as
they are. For a new vault or piece draw a new map with the same tileset, and say what it is with
--as, and with --name if it is not the name of the file. Cells without a tile are blanks.

A map that `invoke export --as tiled` has made of a whole dungeon can be read, too: --part cuts out
what is to become a sample or a vault.

Examples:
  invoke import-tiled drawings/keep_vaults_treasury.tmx --spec keep.yaml
  invoke import-tiled drawings/keep_vaults_treasury.tmx --spec keep.yaml --write
  invoke import-tiled library.tmx --spec keep.yaml --as vault --name library --write
  invoke import-tiled maps/crypt_7.tmx --spec learned.yaml --as sample --part 8,12,20,14
"""

from __future__ import annotations

from pathlib import Path

from pygen.base.errors import UsageError
from pygen.base.files import write_if_changed
from pygen.console.arguments import DEFAULT_SPEC, FileArguments, check_dungeon
from pygen.console.options import Flag, Name, OneOf, Parsed, Text
from pygen.console.terminal import out, shown_path, warn
from pygen.exchange.drawings import KINDS_OF_DRAWINGS, Drawing
from pygen.exchange.importing import Part, Wish, drawing_of_map, with_drawing, yaml_lines
from pygen.exchange.tiled_reading import read_tiled
from pygen.spec.document import Document, read_text
from pygen.spec.editing import inheritors
from pygen.spec.loading import spec_of
from pygen.spec.problems import dotted

AUTO = "auto"


def parse_part(text: str) -> Part:
    """A part of a map as people write it. Raises UsageError for anything else."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != 4 or not all(word.isascii() and word.isdigit() for word in words):
        raise UsageError(
            f"--part: {text!r} is no part of a map",
            "Give the column and the row of its upper left tile, from 0, then its width and its "
            "height, as in 10,4,24,20.",
        )
    x, y, width, height = (int(word[:9]) for word in words)
    if not width or not height:
        raise UsageError(f"--part: {text} has no tiles", "Give a width and a height from 1 on.")
    return x, y, width, height


class Arguments(FileArguments):
    map = Name("the map of Tiled, a .tmx file")
    dungeon = Text("of which dungeon it is a drawing (default: as the map says, else the first)")
    as_ = OneOf(
        "vault, piece, sample or auto: as the map says, else what the dungeon has (default: auto)",
        AUTO,
        [AUTO, *KINDS_OF_DRAWINGS],
    )
    name = Text("the name of the vault or piece (default: as the map says, else the file's name)")
    part = Parsed[Part | None](
        "only this part of the map: column and row from 0, width, height, as in 10,4,24,20",
        None,
        parse_part,
    )
    write = Flag("put the drawing into the file of the spec")


def run(given: Arguments) -> None:
    if given.dungeon:
        check_dungeon(given.spec, given.dungeon)
    path = Path(given.spec_path or DEFAULT_SPEC)
    wish = Wish(given.dungeon, given.as_ if given.has("as_") else None, given.name, given.part)
    first = given.selection.dungeons[0]
    drawing = drawing_of_map(given.spec, read_tiled(Path(given.map)), wish, first)
    file = Path(given.map).stem
    if given.write and not given.name and not file.endswith(drawing.name):
        raise UsageError(
            f"{given.map}: the map says that it is the {drawing.what} {drawing.name}",
            f"Add --name {drawing.name} to replace that, or --name with a name of its own.",
        )
    before = read_text(path)
    after = with_drawing(before, drawing)
    if not given.write:
        print_drawing(drawing)
    # The drawing must be one that the dungeon can have.
    spec_of(Document.of_text(after, f"{shown_path(path)}, with {given.map}"))
    if not given.write:
        return
    for one in inheritors(before, after, drawing.path[:2]):
        warn(f"{one} inherits the same lines, and changes, too.")
    if write_if_changed(path, after.encode()):
        out.print(f"{drawing.what} {drawing.name} written to {shown_path(path)}", soft_wrap=True)
    else:
        out.print(f"{shown_path(path)} has this drawing already", soft_wrap=True)


def print_drawing(drawing: Drawing) -> None:
    """Print a drawing as it stands in the YAML, and where it belongs."""
    out.print(f"for {dotted(drawing.path[:-1])}:", soft_wrap=True, markup=False)
    for line in yaml_lines(drawing.rows):
        out.print(line, soft_wrap=True, markup=False)
