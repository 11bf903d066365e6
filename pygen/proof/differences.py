"""Differences between the reference's bytes and the C64's: by name, in numbers, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from struct import iter_unpack

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from pygen.emit.memory_regions import summary_structs
from pygen.engine.definition.looks import unpack_looks
from pygen.engine.definition.structs import Member, StructLayout
from pygen.engine.dungeon.tilemap import unpack
from pygen.spec import Spec

# How many tiles are shown around those that differ.
MARGIN = 3


@dataclass(frozen=True)
class Difference:
    """A value that differs: its name, and its values in Python and on the C64."""

    region: str
    name: str
    python: str
    c64: str

    def __str__(self) -> str:
        return f"{self.name}: Python {self.python}, C64 {self.c64}"


def differences(
    spec: Spec, dungeon: str, region: str, python: bytes, c64: bytes
) -> list[Difference]:
    """Every tile or field of a region that differs, in the order of memory. If no tile or field
    differs, the differing bytes."""
    if python == c64:
        return []
    return _named(spec, dungeon, region, python, c64) or [
        Difference(region, f"{region}, byte {at}", f"${ours:02x}", f"${theirs:02x}")
        for at, (ours, theirs) in enumerate(zip(python, c64, strict=True))
        if ours != theirs
    ]


def _named(spec: Spec, dungeon: str, region: str, python: bytes, c64: bytes) -> list[Difference]:
    """Every tile or field that differs."""
    parameters = spec.dungeons[dungeon]
    if region == "map":
        tiles = {code: name for name, code in spec.codes_of(dungeon).items()}
        codes = _codes(spec, dungeon, python), _codes(spec, dungeon, c64)
        found = _cells("map", "tile", parameters.map.width, tiles, *codes)
        return found or [Difference("map", "bits after the last tile", "0", "not 0")]
    if region == "looks":
        looks = {0: "none", **{number: look.name for number, look in parameters.looks.items()}}
        numbers = unpack_looks(python, parameters.map), unpack_looks(c64, parameters.map)
        found = _cells("looks", "look", parameters.map.width, looks, *numbers)
        return found or [Difference("looks", "bits behind a row", "0", "not 0")]
    if region == "summary":
        return [
            difference
            for at, layout in summary_structs(spec, dungeon)
            for difference in _fields(layout, region, python[at:], c64[at:])
        ]
    for table in spec.tables(dungeon):
        if region == table.name:
            return _records(spec.layouts[table.struct], region, python, c64)
    counts = zip(iter_unpack("<H", python), iter_unpack("<H", c64), strict=True)
    return [
        Difference(region, f"{region}.{name}", str(ours), str(theirs))
        for name, ((ours,), (theirs,)) in zip(spec.codes_of(dungeon), counts)
        if ours != theirs
    ]


def _codes(spec: Spec, dungeon: str, data: bytes) -> list[int]:
    """The codes of a packed map's tiles."""
    size = spec.dungeons[dungeon].map
    return unpack(data, size.width, size.height, size.bits_per_tile)


def _cells(
    region: str,
    cell: str,
    width: int,
    names: Mapping[int, str],
    python: Sequence[int],
    c64: Sequence[int],
) -> list[Difference]:
    """The cells of a map, `width` wide, that differ. `names` are those of their values."""
    return [
        Difference(
            region,
            f"{cell} ({index % width}, {index // width})",
            names.get(ours, str(ours)),
            names.get(theirs, str(theirs)),
        )
        for index, (ours, theirs) in enumerate(zip(python, c64))
        if ours != theirs
    ]


def _records(layout: StructLayout, region: str, python: bytes, c64: bytes) -> list[Difference]:
    differing = []
    for index in range(len(python) // layout.size):
        record = slice(index * layout.size, (index + 1) * layout.size)
        differing += _fields(layout, region, python[record], c64[record], f"[{index}]")
    return differing


def _fields(
    layout: StructLayout, region: str, python: bytes, c64: bytes, index: str = ""
) -> list[Difference]:
    """The fields of a struct that differ; `index` is its index in a table, in brackets."""
    if python == c64:
        return []
    differing = []
    for path, offset, member in layout.fields(f"{region}{index}."):
        ours, theirs = (_value(data, offset, member) for data in (python, c64))
        if ours != theirs:
            differing.append(Difference(region, path, str(ours), str(theirs)))
    return differing


def _value(data: bytes, at: int, member: Member) -> int:
    if member.bits == 16:
        return data[at] | data[at + 1] << 8
    return data[at] >> member.shift & member.mask


def picture(spec: Spec, dungeon: str, python: bytes, c64: bytes) -> RenderableType:
    """The part of both maps that differs, with the differing tiles marked.

    The marks are reversed colours, and an X in a third picture for terminals without colours.
    """
    size = spec.dungeons[dungeon].map
    glyphs = {tile.code: tile.glyph for tile in spec.tiles.values()}
    ours, theirs = _codes(spec, dungeon, python), _codes(spec, dungeon, c64)
    wrong = [index for index, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]]
    if not wrong:
        return Text("")
    columns = [index % size.width for index in wrong]
    rows = [index // size.width for index in wrong]
    left, right = max(0, min(columns) - MARGIN), min(size.width - 1, max(columns) + MARGIN)
    top, bottom = max(0, min(rows) - MARGIN), min(size.height - 1, max(rows) + MARGIN)

    def view(title: str, codes: list[int] | None) -> Text:
        text = Text(f"{title}\n", no_wrap=True)
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                index = y * size.width + x
                differs = ours[index] != theirs[index]
                if codes is None:
                    text.append("X" if differs else "·", style="bold red" if differs else "dim")
                else:
                    glyph = glyphs.get(codes[index], "!")
                    text.append(glyph, style="reverse bold red" if differs else "")
            text.append("\n")
        return text

    position = Text(f"columns {left}-{right}, rows {top}-{bottom}", style="dim")
    views = [view("Python", ours), view("C64", theirs), view("different", None)]
    return Group(position, Columns(views, padding=(0, 3)))
