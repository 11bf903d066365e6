"""Reading maps of Tiled: the tiles of all visible layers, the properties of the map, and entities.

All that Tiled writes to a TMX file is read, except Zstandard, which Python's library lacks. Tiles
that are mirrored or turned count as if they were not.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file

MOST_BYTES = 8 * 1024 * 1024
MOST_SIDE = 1024
"""The longest side of a map that is read, in tiles."""

FLAGS = 0xF0000000
"""The bits of a number that say how a tile is turned."""


@dataclass(frozen=True)
class Tile:
    """A tile of a tileset: its class and its properties as texts, and its number."""

    what: str
    properties: Mapping[str, str]
    place: str
    """The tileset and the number in it, for errors."""


@dataclass(frozen=True)
class TiledMap:
    """A map: its properties, its tiles row by row (None: no tile), and the kinds of entities by
    column and row."""

    path: Path
    properties: Mapping[str, str]
    rows: list[list[Tile | None]]
    entities: Mapping[tuple[int, int], str]

    @property
    def width(self) -> int:
        """Its columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Its rows."""
        return len(self.rows)


def read_tiled(path: Path) -> TiledMap:
    """The map in a TMX file. Raises UserError if it cannot be read, or is not one."""
    root = _xml(path, "map")
    if root.get("orientation", "orthogonal") != "orthogonal":
        raise UserError(
            f"{path}: the map is {root.get('orientation')}", "Only orthogonal maps can be read."
        )
    side = _number(path, root, "tilewidth"), _number(path, root, "tileheight")
    if min(side) < 1:
        raise UserError(f"{path}: its tiles are {side[0]} x {side[1]} pixels", "Save it again.")
    tiles = _tiles(path, root)
    cells: dict[tuple[int, int], int] = {}
    for layer in _layers(root, "layer"):
        for place, number in _cells(path, layer):
            if number:
                cells[place] = number
    unknown = next((pair for pair in cells.items() if pair[1] not in tiles), None)
    if unknown:
        (x, y), number = unknown
        raise UserError(
            f"{path}: the tile in column {x}, row {y} has number {number}, which is in no tileset",
            "Save the map in Tiled again.",
        )
    left, top, width, height = _area(path, root, cells)
    rows = [
        [tiles.get(cells.get((x, y), 0)) for x in range(left, left + width)]
        for y in range(top, top + height)
    ]
    entities = {
        (x - left, y - top): kind
        for group in _layers(root, "objectgroup")
        if group.get("name") == "entities"
        for (x, y), kind in _kinds(path, group, side)
    }
    return TiledMap(path, _properties(root), rows, entities)


def _xml(path: Path, tag: str) -> Element:
    """The root of an XML file, which has this tag."""
    data = read_plain_file(path, MOST_BYTES, "a file of Tiled")
    what = {"map": "a map of Tiled (.tmx)", "tileset": "a tileset of Tiled (.tsx)"}[tag]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is not {what}", "Save it in Tiled again.") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UserError(f"{path}: it declares entities of XML", "Tiled writes no such file.")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        json = text.lstrip().startswith("{")
        hint = "In Tiled, export it as TMX." if json else "Save it in Tiled again."
        raise UserError(f"{path}:{line}:{column + 1}: this is not {what}", hint) from None
    if root.tag != tag:
        raise UserError(f"{path}: this is not {what}, but a file of <{root.tag}>")
    return root


def _tiles(path: Path, root: Element) -> dict[int, Tile]:
    """All tiles of the map's tilesets, by their numbers in the map."""
    found: dict[int, Tile] = {}
    for element in root.findall("tileset"):
        first = _number(path, element, "firstgid")
        source, file = element.get("source"), path
        if source:
            file = path.parent / source
            if not file.exists():
                raise UserError(
                    f"{path}: its tileset {source} is missing",
                    "Put it beside the map, or at the place that the map names.",
                )
            element = _xml(file, "tileset")
        name = element.get("name") or file.stem
        count = _number(file, element, "tilecount", 0)
        said = {_number(file, one, "id"): one for one in element.findall("tile")}
        for number in {*range(min(count, 1 << 16)), *said}:
            one = said.get(number)
            what = "" if one is None else one.get("type") or one.get("class") or ""
            properties = {} if one is None else _properties(one)
            found[first + number] = Tile(what, properties, f"tile {number} of {name}")
    return found


def _layers(root: Element, tag: str) -> Iterator[Element]:
    """The visible layers with a tag, from the lowest to the topmost."""
    for one in root:
        if one.get("visible", "1") == "0":
            continue
        if one.tag == tag:
            yield one
        elif one.tag == "group":
            yield from _layers(one, tag)


def _cells(path: Path, layer: Element) -> Iterator[tuple[tuple[int, int], int]]:
    """The places of a layer with the numbers of their tiles."""
    data = layer.find("data")
    if data is None:
        return
    parts = data.findall("chunk") or [data]
    for part in parts:
        at = part if part is not data else layer
        width, height = _number(path, at, "width"), _number(path, at, "height")
        left, top = _number(path, at, "x", 0), _number(path, at, "y", 0)
        if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
            raise UserError(f"{path}: a layer has {width} x {height} tiles", "It is too large.")
        numbers = _numbers(path, data, part)
        if len(numbers) != width * height:
            raise UserError(
                f"{path}: layer {layer.get('name')} has {len(numbers)} tiles, expected "
                f"{width} x {height}",
                "Save the map in Tiled again.",
            )
        for at_place, number in enumerate(numbers):
            place = left + at_place % width, top + at_place // width
            yield place, number & ~FLAGS


def _numbers(path: Path, data: Element, part: Element) -> list[int]:
    """The numbers of tiles in a layer or a chunk, whatever their encoding."""
    encoding, compression = data.get("encoding"), data.get("compression")
    try:
        if encoding is None:
            return [int(one.get("gid", "0")) for one in part.findall("tile")]
        if encoding == "csv":
            return [int(word) for word in (part.text or "").split(",") if word.strip()]
        if encoding == "base64" and compression in (None, "", "gzip", "zlib"):
            packed = base64.b64decode("".join((part.text or "").split()), validate=True)
            size = 4 * MOST_SIDE * MOST_SIDE
            if compression:
                kind = zlib.MAX_WBITS | (16 if compression == "gzip" else 0)
                packed = zlib.decompressobj(kind).decompress(packed, size)
            count = len(packed) // 4
            return [int.from_bytes(packed[4 * n : 4 * n + 4], "little") for n in range(count)]
    except (ValueError, binascii.Error, zlib.error, gzip.BadGzipFile):
        raise UserError(f"{path}: a layer's tiles cannot be read", "Save it again.") from None
    raise UserError(
        f"{path}: its tiles are packed in a way that cannot be read ({compression or encoding})",
        "In Tiled, Map > Map Properties: choose CSV as the tile layer format.",
    )


def _area(
    path: Path, root: Element, cells: Mapping[tuple[int, int], int]
) -> tuple[int, int, int, int]:
    """The first column and row of the map, and its width and height. An infinite map is as large as
    what is drawn on it."""
    if root.get("infinite", "0") != "1":
        width, height = _number(path, root, "width"), _number(path, root, "height")
        left = top = 0
    elif cells:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        width = max(x for x, _ in cells) - left + 1
        height = max(y for _, y in cells) - top + 1
    else:
        width = height = left = top = 0
    if not cells or width < 1 or height < 1:
        raise UserError(f"{path}: nothing is drawn on the visible layers", "Draw something.")
    if max(width, height) > MOST_SIDE:
        raise UserError(f"{path}: the map is {width} x {height} tiles", "It is too large.")
    return left, top, width, height


def _kinds(
    path: Path, group: Element, side: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """The places of a layer's objects with their classes."""
    for one in group.findall("object"):
        kind = one.get("type") or one.get("class") or one.get("name") or ""
        try:
            x, y = int(float(one.get("x", "0"))), int(float(one.get("y", "0")))
        except (ValueError, OverflowError):
            raise UserError(f"{path}: an object has no place", "Save it again.") from None
        # The place of an object with a tile is that tile's lower left corner.
        shift = 1 if one.get("gid") else 0
        yield (x // side[0], y // side[1] - shift), kind


def _properties(element: Element) -> dict[str, str]:
    """The properties of something, as texts."""
    found = element.findall("properties/property")
    return {one.get("name", ""): one.get("value", one.text or "") for one in found}


def _number(path: Path, element: Element, name: str, default: int | None = None) -> int:
    """A whole number of an element."""
    text = element.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(text or "")
    except ValueError:
        raise UserError(
            f"{path}: <{element.tag}> has no number `{name}`", "Save it in Tiled again."
        ) from None
