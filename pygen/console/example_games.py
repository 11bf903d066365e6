"""The sources of the small games in examples/ that are made from templates: `invoke docs` writes
them.

The game in assembler is one text for all assemblers, which differ in how they write bytes, files
and comments. Its characters are drawings, for the game in C, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pygen.base.project import C_FOLDER, PROJECT, TEMPLATES
from pygen.emit.templates import render

EXAMPLES = PROJECT / "examples"
DRAWINGS = TEMPLATES / "examples" / "shapes.txt"

TABLES = (("map", "map", 48, 40), ("view", "window", 17, 17), ("screen", "screen", 40, 24))
"""Tables of addresses in the game in assembler: name, first address, step and number of rows."""


@dataclass(frozen=True)
class Shape:
    """A character: its name, and its rows as bytes, the leftmost point in the highest bit."""

    name: str
    rows: Sequence[int]


@dataclass(frozen=True)
class Syntax:
    """How an assembler writes what others write in another way.

    `constants` begins a line that names a number; `include`, `binary` (all of a file but its first
    two bytes) and `origin` are lines with `%s`; `limit` is a line that stops a program which
    reaches its map; `command` assembles `hunt.asm`.
    """

    title: str
    folder: str
    command: str
    byte: str
    include: str
    binary: str
    limit: str = ""
    origin: str = "* = %s"
    constants: str = ""
    comment: str = ";"
    include_file: str = "tomb.inc"


SYNTAXES = (
    Syntax(
        "ca65",
        "ca65",
        "cl65 -t none -C hunt.cfg -o hunt.prg hunt.asm",
        byte=".byte",
        include='.include "%s"',
        binary='.incbin "%s", 2',
    ),
    Syntax(
        "ACME",
        "acme",
        "acme -f cbm -o hunt.prg hunt.asm",
        byte="!byte",
        include='!source "%s"',
        binary='!binary "%s", , 2',
        limit='!if * > map { !error "the program reaches its map" }',
    ),
    Syntax(
        "64tass",
        "64tass",
        "64tass --cbm-prg -o hunt.prg hunt.asm",
        byte=".byte",
        include='.include "%s"',
        binary='.binary "%s", 2',
        limit='.cerror * > map, "the program reaches its map"',
    ),
    Syntax(
        "KickAssembler",
        "kickassembler",
        "java -jar KickAss.jar hunt.asm -o hunt.prg",
        byte=".byte",
        include='#import "%s"',
        binary='.import binary "%s", 2',
        limit='.errorif (* > map), "the program reaches its map"',
        constants=".const ",
        comment="//",
        include_file="tomb_kick.asm",
    ),
)


def shapes() -> list[Shape]:
    """The characters of the games, in their order."""
    _, *blocks = DRAWINGS.read_text(encoding="utf-8").strip().split("\n\n")
    found = []
    for block in blocks:
        name, *rows = block.splitlines()
        points = [row.replace(".", "0").replace("#", "1") for row in rows]
        found.append(Shape(name, [int(row, 2) for row in points]))
    return found


def example_sources() -> dict[Path, str]:
    """The text of each file in examples/ that is made, by its path."""
    found = shapes()
    numbers = {shape.name: number for number, shape in enumerate(found)}
    common: dict[str, object] = {
        "shapes": found,
        "numbers": numbers,
        "tile_shapes": numbers["front"] + 1,
        "word_numbers": [numbers[letter] for letter in "floor"],
        "tables": TABLES,
    }
    texts = {EXAMPLES / "c" / "shapes.h": _rendered("shapes.h", common)}
    for syntax in SYNTAXES:
        text = _rendered("hunt.asm", {**common, **asdict(syntax)})
        lines = [line.replace(";", syntax.comment, 1).rstrip() for line in text.splitlines()]
        texts[EXAMPLES / syntax.folder / "hunt.asm"] = "\n".join([*lines, ""])
    return texts


def _rendered(name: str, context: Mapping[str, object]) -> str:
    return render((TEMPLATES, C_FOLDER), f"examples/{name}.j2", context)
