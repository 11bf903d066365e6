"""Maps for Tiled, the editor of tile maps: TMX files with a tileset, and worlds of chunks.

Source: "TMX Map Format" and "Worlds" in the documentation of Tiled 1.10.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from pygen.base.version import version
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.exchange.contents import Placed, Value, contents
from pygen.exchange.tileset import (
    COLUMNS,
    Tileset,
    in_rows,
    look_numbers,
    tile_numbers,
)
from pygen.pictures.palette import PALETTE
from pygen.spec.glyphs import SIZE
from pygen.spec.hashing import dungeon_digest
from pygen.spec.model import Spec

FORMAT, TILED = "1.10", "1.10.2"
"""The version of the format, and that of Tiled whose documentation it was written from."""

FIRST_ID = 1


class MapFile:
    """A TMX file that is being put together. Layers lie over the earlier ones."""

    def __init__(self, tileset: Tileset, width: int, height: int) -> None:
        red, green, blue = PALETTE[tileset.background]
        self._size = {"width": str(width), "height": str(height)}
        self._width = width
        self._root = Element(
            "map",
            {
                "version": FORMAT,
                "tiledversion": TILED,
                "orientation": "orthogonal",
                "renderorder": "right-down",
                **self._size,
                "tilewidth": str(SIZE),
                "tileheight": str(SIZE),
                "infinite": "0",
                "backgroundcolor": f"#{red:02x}{green:02x}{blue:02x}",
            },
        )
        self._layers, self._objects = FIRST_ID, FIRST_ID
        self._properties: dict[str, Value] = {}
        self._body = [Element("tileset", firstgid="1", source=f"{tileset.name}.tsx")]

    def say(self, **properties: Value) -> None:
        """Add properties of the map itself."""
        self._properties |= properties

    def _layer(self, tag: str, name: str, **attributes: str) -> Element:
        layer = Element(tag, {"id": str(self._layers), "name": name, **attributes})
        self._layers += 1
        self._body.append(layer)
        return layer

    def tiles(self, name: str, numbers: Iterable[int]) -> None:
        """Add a layer of tiles: the numbers of pictures in the tileset, row by row."""
        layer = self._layer("layer", name, **self._size)
        rows = [",".join(map(str, row)) for row in in_rows(numbers, self._width)]
        SubElement(layer, "data", encoding="csv").text = "\n" + ",\n".join(rows) + "\n"

    def objects(self, name: str, things: Sequence[Placed]) -> None:
        """Add a layer of objects: rectangles of tiles, and points in the middle of a tile."""
        group = self._layer("objectgroup", name)
        for thing in things:
            shift = 0 if thing.width else SIZE // 2
            one = SubElement(
                group,
                "object",
                {
                    "id": str(self._objects),
                    "name": thing.name,
                    "type": thing.kind,
                    "x": str(thing.x * SIZE + shift),
                    "y": str(thing.y * SIZE + shift),
                },
            )
            self._objects += 1
            if thing.width:
                one.set("width", str(thing.width * SIZE))
                one.set("height", str(thing.height * SIZE))
            _add_properties(one, thing.properties)
            if not thing.width:
                SubElement(one, "point")

    def data(self) -> bytes:
        """The bytes of the file."""
        self._root.set("nextlayerid", str(self._layers))
        self._root.set("nextobjectid", str(self._objects))
        _add_properties(self._root, self._properties)
        self._root.extend(self._body)
        return _file(self._root)


def tsx(tileset: Tileset) -> bytes:
    """The file of a tileset, whose picture is beside it. Each picture has what it shows as its
    class, and its name and more as properties."""
    root = Element(
        "tileset",
        {
            "version": FORMAT,
            "tiledversion": TILED,
            "name": tileset.name,
            "tilewidth": str(SIZE),
            "tileheight": str(SIZE),
            "tilecount": str(len(tileset.pieces)),
            "columns": str(COLUMNS),
        },
    )
    SubElement(
        root,
        "image",
        source=f"{tileset.name}.png",
        width=str(COLUMNS * SIZE),
        height=str(max(1, tileset.rows) * SIZE),
    )
    for number, piece in enumerate(tileset.pieces):
        tile = SubElement(root, "tile", id=str(number), type=piece.what)
        _add_properties(tile, {"name": piece.name, **piece.properties})
    return _file(root)


def tileset_files(tileset: Tileset) -> dict[str, bytes]:
    """A tileset and its picture."""
    return {f"{tileset.name}.tsx": tsx(tileset), f"{tileset.name}.png": tileset.png()}


def map_file(spec: Spec, tileset: Tileset, g: Generation[Any], request: Request) -> bytes:
    """A dungeon as a map: layers of tiles and of looks, and a layer for each sort of contents."""
    file = MapFile(tileset, g.tiles.width, g.tiles.height)
    file.say(
        dungeon=request.dungeon,
        seed=request.seed,
        floor=request.floor,
        digest=dungeon_digest(spec, request.dungeon),
    )
    if spec.dungeons[request.dungeon].world:
        file.say(chunk_x=request.chunk[0], chunk_y=request.chunk[1])
    file.say(floor_seed=g.seed, status=g.status, made_by=f"Undercroft {version()}")
    file.tiles("tiles", tile_numbers(tileset, g))
    if g.has_looks:
        file.tiles("looks", look_numbers(tileset, g))
    for name, things in contents(spec, g).items():
        file.objects(name, things)
    return file.data()


def world_file(maps: Mapping[str, tuple[int, int]], width: int, height: int) -> bytes:
    """A world of Tiled: the names of maps, each of `width` x `height` tiles, with their columns and
    rows in the world."""
    entries = [
        {
            "fileName": name,
            "x": column * width * SIZE,
            "y": row * height * SIZE,
            "width": width * SIZE,
            "height": height * SIZE,
        }
        for name, (column, row) in maps.items()
    ]
    data = {"maps": entries, "onlyShowAdjacentMaps": False, "type": "world"}
    return (json.dumps(data, indent=1) + "\n").encode()


def _add_properties(element: Element, properties: Mapping[str, Value]) -> None:
    """Add properties of an element; texts that are empty are left out."""
    said = {name: value for name, value in properties.items() if value != ""}
    if not said:
        return
    group = SubElement(element, "properties")
    for name, value in said.items():
        one = SubElement(group, "property", name=name)
        if isinstance(value, bool):
            one.set("type", "bool")
            one.set("value", str(value).lower())
        elif isinstance(value, int):
            one.set("type", "int")
            one.set("value", str(value))
        else:
            one.set("value", value)


def _file(root: Element) -> bytes:
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()
