"""The glyphs: 8 x 8 pixels for every tile, letter and digit, read from text art.

All of them are in `templates/program/glyphs.txt`. The colours of the tiles are in the spec.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.project import TEMPLATES

GLYPHS_FILE = TEMPLATES / "program" / "glyphs.txt"
SIZE = 8

# A character as in the C64's memory: eight bytes from top to bottom, bit 7 the leftmost pixel.
Glyph = bytes

QUARTERS = tuple(
    (corner, range(4) if corner[0] == "n" else range(4, SIZE), 0xF0 if corner[1] == "w" else 0x0F)
    for corner in ("nw", "ne", "sw", "se")
)
"""The quarters of a glyph: each by its corner, with its rows and its pixels in them."""

FRAME_PARTS = ("rows", "columns", "alone", "corners")
"""The drawings of a frame, named by what is open: above and below; left and right; all sides; or
only the corners."""

BOX: Glyph = bytes((0xFF, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0xFF))


@dataclass
class Glyphs:
    """The glyphs of a file.

    `tiles` maps the names of tiles or themes to glyphs, `chars` characters (capitals), and `parts`
    (of boxes, bars and the figure) the names in `pygen.pictures.characters`.
    """

    tiles: dict[str, Glyph] = field(default_factory=dict)
    chars: dict[str, Glyph] = field(default_factory=dict)
    parts: dict[str, Glyph] = field(default_factory=dict)

    def of_tile(self, name: str, character: str) -> Glyph:
        """The glyph of that name. If there is none, the glyph of the tile's character in a
        terminal, or else a box."""
        drawn = self.tiles.get(name)
        return drawn if drawn is not None else self.chars.get(character.upper(), BOX)

    def of_frame(self, frame: str, sides: Collection[str], closed: Glyph) -> Glyph:
        """A glyph composed of quarters of a frame's drawings, for something that is open at these
        sides: n, ne, e and so on. Quarters without an open side come from `closed`."""
        glyph = bytearray(SIZE)
        for corner, rows, mask in QUARTERS:
            upright, level = corner[1:], corner[:1]
            part = ("closed", "rows", "columns", "alone")[(level in sides) + 2 * (upright in sides)]
            if part == "closed" and corner in sides:
                part = "corners"
            drawing = closed if part == "closed" else self.tiles.get(f"{frame}_{part}", BOX)
            for row in rows:
                glyph[row] |= drawing[row] & mask
        return bytes(glyph)

    def of_text(self, text: str) -> list[Glyph]:
        """The glyphs of a caption in capitals. A space is blank; a character without a glyph is a
        box."""
        blank = bytes(SIZE)
        return [blank if c == " " else self.chars.get(c, BOX) for c in text.upper()]


@functools.cache
def load_glyphs(path: Path = GLYPHS_FILE) -> Glyphs:
    """Read a file of glyphs, once in a process; callers must not change them.

    Raises UserError, with the line, if it cannot be read or is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: the glyphs cannot be read: {error}") from error
    glyphs = Glyphs()
    lines = _lines(text)
    for number, line in lines:
        kind, *names = line.split()
        if kind not in ("tile", "char", "part") or not names:
            what = "a block of glyphs begins with `tile`, `char` or `part` and names"
            raise _wrong(path, number, what)
        of_kind = {"tile": glyphs.tiles, "char": glyphs.chars, "part": glyphs.parts}[kind]
        for name in names:
            if name in of_kind or names.count(name) > 1:
                raise _wrong(path, number, f"{kind} `{name}` is drawn twice")
            if kind == "char" and len(name) != 1:
                raise _wrong(path, number, f"`{name}` is more than one character")
        rows = []
        for number, line in itertools.islice(lines, SIZE):
            rows.append(_row(path, number, line, len(names)))
        if len(rows) < SIZE:
            raise _wrong(path, number, f"the block ends here, but it needs {SIZE} rows of pixels")
        of_kind |= {name: bytes(row[n] for row in rows) for n, name in enumerate(names)}
    return glyphs


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with glyphs and their numbers. A comment begins with # and a space."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and line != "#" and not line.startswith("# "):
            yield number, line


def _row(path: Path, number: int, line: str, count: int) -> list[int]:
    groups = line.split()
    if len(groups) != count or any(len(g) != SIZE or set(g) - {"#", "."} for g in groups):
        wrong = f"expected {SIZE} pixels (# or .) for each of the block's {count} glyphs"
        raise _wrong(path, number, wrong)
    return [int(group.replace("#", "1").replace(".", "0"), 2) for group in groups]


def _wrong(path: Path, number: int, what: str) -> UserError:
    return UserError(f"{path}:{number}: {what}")
