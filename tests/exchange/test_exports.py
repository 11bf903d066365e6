"""Dungeons as files of other tools, read back by other programs or by readers of these tests, and
compared with the reference: every tile, look, room and entity."""

from __future__ import annotations

import csv
import functools
import gzip
import importlib
import io
import os
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers.tasks import invoke_here
from helpers.tools import (
    FLOORS_SPEC_FILE,
    SHIPPED_SPEC_FILE,
    SPEC_FILE,
    WORLDS_SPEC_FILE,
    needs_pytiled,
    needs_tiled,
)
from PIL import Image

from pygen.engine.dungeon.entities import known_kinds, seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.exchange.contents import contents
from pygen.exchange.files import FORMATS, around, files_of
from pygen.kinds import generate
from pygen.pictures import as_png
from pygen.spec import Spec, dungeon_digest
from pygen.spec import load_spec as load_anew

KEEP = Path(__file__).with_name("keep.yaml")

load_spec = functools.cache(load_anew)

CASES = [
    (SPEC_FILE, Request("crypt", 7)),
    (SPEC_FILE, Request("burrow", 65535)),
    (FLOORS_SPEC_FILE, Request("deep", 3, 4)),
    (KEEP, Request("keep", 47)),
    (KEEP, Request("learned", 1)),
    pytest.param(SHIPPED_SPEC_FILE, Request("cloister", 7), marks=pytest.mark.shipped),
    pytest.param(SHIPPED_SPEC_FILE, Request("fens", 7), marks=pytest.mark.shipped),
    pytest.param(SHIPPED_SPEC_FILE, Request("twelve_floors", 7, 9), marks=pytest.mark.shipped),
]
every_case = pytest.mark.parametrize(
    ("file", "request_"), CASES, ids=lambda one: str(one) if isinstance(one, Request) else ""
)


@pytest.fixture
def tiled() -> Any:
    """The package that reads Tiled's files."""
    return importlib.import_module("pytiled_parser")


def written(folder: Path, spec: Spec, form: str, *requests: Request, scale: int = 1) -> list[str]:
    """Write the files of dungeons into a folder: their names."""
    files = files_of(spec, form, requests, scale)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return list(files)


def rows_of(numbers: Any, width: int) -> list[list[int]]:
    return [list(numbers[at : at + width]) for at in range(0, len(numbers), width)]


def rectangles(g: Generation[Any]) -> list[tuple[int, int, int, int]]:
    """The rooms of a dungeon by its table, whatever this is called."""
    table = next((one for one in ("rooms", "chambers", "features") if one in g.tables), None)
    records = g.table_values(table) if table else []
    return [(one["x"], one["y"], one["w"], one["h"]) for one in records]


def purposes(g: Generation[Any]) -> list[str]:
    """The purposes of rooms, by the numbers in the table `places`."""
    names = {n: name for name, n in g.blueprint.dungeon.purpose_numbers.items() if n}
    records = g.table_values("places") if "places" in g.tables else []
    return [names.get(one["purpose"], "") for one in records]


def numbers_of_entities(g: Generation[Any]) -> list[tuple[int, int, int]]:
    records = g.table_values("entities") if "entities" in g.tables else []
    return [(one["kind"], one["x"], one["y"]) for one in records]


@needs_pytiled
@every_case
def test_another_program_reads_the_same_dungeon_from_the_map_for_tiled(
    file: Path, request_: Request, tmp_path: Path, tiled: Any
) -> None:
    spec = load_spec(file)
    g = generate(spec, request_)
    names = written(tmp_path, spec, "tiled", request_)
    found = tiled.parse_map(tmp_path / names[0])
    said = {key: found.properties[key] for key in ("dungeon", "seed", "floor", "digest")}
    assert said == {
        "dungeon": request_.dungeon,
        "seed": request_.seed,
        "floor": request_.floor,
        "digest": dungeon_digest(spec, request_.dungeon),
    }
    assert (found.map_size.width, found.map_size.height) == (g.tiles.width, g.tiles.height)
    tiles = {1 + number: one for number, one in found.tilesets[1].tiles.items()}
    layers = {layer.name: layer for layer in found.layers}
    codes = [[tiles[n].properties["code"] for n in row] for row in layers["tiles"].data]
    assert codes == rows_of(g.tiles.tiles, g.tiles.width)
    assert ("looks" in layers) == g.has_looks
    if g.has_looks:
        looks = [
            [tiles[n].properties["number"] if n else 0 for n in row] for row in layers["looks"].data
        ]
        assert looks == rows_of(g.looks.tiles, g.tiles.width) and any(map(any, looks))
    for name, tile in spec.tiles.items():
        for one in tiles.values():
            if one.class_ == "tile" and one.properties["name"] == name:
                assert one.properties["walkable"] == tile.walkable
                assert one.properties["code"] == tile.code
    rooms = [
        (*(int(n) // 8 for n in (*one.coordinates, *one.size)),)
        for one in getattr(layers.get("rooms"), "tiled_objects", ())
    ]
    assert rooms == rectangles(g)
    if named := purposes(g):
        objects = layers["rooms"].tiled_objects
        assert [one.properties.get("purpose", "") for one in objects] == named
        assert [one.properties["number"] for one in objects] == list(range(len(named)))
    kinds = known_kinds(spec.dungeons[request_.dungeon])
    entities = []
    for one in getattr(layers.get("entities"), "tiled_objects", ()):
        x, y = (int(n) for n in one.coordinates)
        # A point is in the middle of its tile.
        assert (x % 8, y % 8) == (4, 4) and one.class_ == kinds[one.properties["kind"]].name
        entities.append((one.properties["kind"], x // 8, y // 8))
    assert entities == numbers_of_entities(g)
    doors = [
        (int(one.coordinates.x) // 8, int(one.coordinates.y) // 8)
        for one in getattr(layers.get("doors"), "tiled_objects", ())
    ]
    shut = [g.codes[name] for name in ("door", "secret_path") if name in g.codes]
    assert doors == [
        (at % g.tiles.width, at // g.tiles.width)
        for at, code in enumerate(g.tiles.tiles)
        if code in shut
    ]


@needs_pytiled
def test_connections_say_which_room_is_at_the_other_end(tmp_path: Path, tiled: Any) -> None:
    spec = load_spec(SPEC_FILE)
    g = generate(spec, Request("crypt", 7))
    (name, *_) = written(tmp_path, spec, "tiled", Request("crypt", 7))
    (layer,) = [one for one in tiled.parse_map(tmp_path / name).layers if one.name == "connections"]
    found = {
        (one.properties["room"], one.properties["to"]): (
            int(one.coordinates.x) // 8,
            int(one.coordinates.y) // 8,
        )
        for one in layer.tiled_objects
    }
    wanted = {
        (number, end.room): (end.door_x, end.door_y)
        for number, room in enumerate(g.rooms)
        for end in room.connections
    }
    assert found == wanted and len(found) > 10
    # Who comes out at the other end comes back.
    assert {(b, a) for a, b in found} == set(found)


@needs_pytiled
def test_the_tileset_has_the_characters_of_the_c64(tmp_path: Path, tiled: Any) -> None:
    """The map, put together from the tileset's picture, is the picture that `show --png` writes."""
    spec, request = load_spec(KEEP), Request("keep", 47)
    g = generate(spec, request)
    (name, *_) = written(tmp_path, spec, "tiled", request)
    found = tiled.parse_map(tmp_path / name)
    tileset = found.tilesets[1]
    sheet = Image.open(tmp_path / tileset.image.name).convert("RGB")
    layers = {layer.name: layer for layer in found.layers}
    entities = {
        one.properties["kind"]: number
        for number, one in tileset.tiles.items()
        if one.class_ == "entity"
    }
    numbers = {kind.name: n for n, kind in known_kinds(spec.dungeons["keep"]).items()}
    seen = {place: entities[numbers[kind.name]] for place, kind in seen_entities(g).items()}
    picture = Image.new("RGB", (8 * g.tiles.width, 8 * g.tiles.height))
    shows_looks = {spec.codes["wall"], spec.codes["floor"]}
    for y, row in enumerate(layers["tiles"].data):
        for x, gid in enumerate(row):
            look = layers["looks"].data[y][x]
            shown = look if look and g.tiles.tiles[y * g.tiles.width + x] in shows_looks else gid
            number = seen.get((x, y), shown - 1)
            at = number % tileset.columns * 8, number // tileset.columns * 8
            picture.paste(sheet.crop((*at, at[0] + 8, at[1] + 8)), (8 * x, 8 * y))
    wanted = Image.open(io.BytesIO(as_png(spec, g))).convert("RGB")
    assert seen and picture.tobytes() == wanted.tobytes()


@needs_pytiled
def test_a_world_of_tiled_puts_chunks_beside_each_other(tmp_path: Path, tiled: Any) -> None:
    spec = load_spec(WORLDS_SPEC_FILE)
    dungeon = next(name for name, one in spec.dungeons.items() if one.world)
    # The world wraps around between these chunks.
    requests = around(Request(dungeon, 7, chunk=(2047, 0)), 1)
    names = written(tmp_path, spec, "tiled", *requests)
    assert f"{dungeon}_7_chunk_0_2047.tmx" in names
    world = tiled.parse_world(tmp_path / f"{dungeon}_7.world")
    assert len(world.maps) == 9
    for number, one in enumerate(world.maps):
        assert tuple(one.coordinates) == (number % 3 * 256, number // 3 * 256)
        found = tiled.parse_map(one.map_file)
        chunk = found.properties["chunk_x"], found.properties["chunk_y"]
        assert chunk == ((2046 + number % 3) % 2048, (2047 + number // 3) % 2048)
        tiles = found.tilesets[1].tiles
        codes = [tiles[n - 1].properties["code"] for row in found.layers[0].data for n in row]
        assert codes == list(generate(spec, Request(dungeon, 7, chunk=chunk)).tiles.tiles)


def table(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


@every_case
def test_tables_have_the_codes_and_everything_else(
    file: Path, request_: Request, tmp_path: Path
) -> None:
    spec = load_spec(file)
    g = generate(spec, request_)
    names = written(tmp_path, spec, "csv", request_)
    stem = names[0].removesuffix(".csv")
    codes = [[int(one) for one in row] for row in table(tmp_path / names[0])]
    assert codes == rows_of(g.tiles.tiles, g.tiles.width)
    if g.has_looks:
        looks = [[int(one) for one in row] for row in table(tmp_path / f"{stem}_looks.csv")]
        assert looks == rows_of(g.looks.tiles, g.tiles.width)
    head, *legend = table(tmp_path / f"{request_.dungeon}_legend.csv")
    meanings = {
        int(row[head.index("number")]): row[head.index("name")]
        for row in legend
        if row[head.index("what")] == "tile"
    }
    assert meanings == {code: name for name, code in g.codes.items()}

    def numbers(what: str, *keys: str) -> list[tuple[int, ...]]:
        path = tmp_path / f"{stem}_{what}.csv"
        if not path.exists():
            return []
        head, *rows = table(path)
        return [tuple(int(row[head.index(key)]) for key in keys) for row in rows]

    assert numbers("rooms", *"xywh") == rectangles(g)
    assert numbers("entities", "kind", "x", "y") == numbers_of_entities(g)


def test_pictures_are_whole_characters_times_the_scale(tmp_path: Path) -> None:
    spec, request = load_spec(SPEC_FILE), Request("burrow", 7)
    g = generate(spec, request)
    small, large = (
        Image.open(io.BytesIO(next(iter(files_of(spec, "png", [request], scale).values()))))
        for scale in (1, 3)
    )
    assert small.size == (8 * g.tiles.width, 8 * g.tiles.height)
    assert large.size == (3 * small.width, 3 * small.height)
    shrunk = large.resize(small.size, Image.Resampling.NEAREST)
    assert shrunk.convert("RGB").tobytes() == small.convert("RGB").tobytes()
    # Sixteen colours, and two at most in a character.
    wall = spec.codes["wall"]
    for at, code in enumerate(g.tiles.tiles):
        x, y = at % g.tiles.width * 8, at // g.tiles.width * 8
        colours = small.crop((x, y, x + 8, y + 8)).getcolors()
        assert colours and len(colours) <= 2 and (code != wall or len(colours) == 2)


def read_ctm(data: bytes) -> dict[str, Any]:
    """A little reader of CharPad's projects, version 5, written from the manual of CharPad 2.3."""
    assert data[:3] == b"CTM" and data[3] == 5
    colouring, flags = data[8], data[9]
    characters, tiles = (1 + n for n in struct.unpack_from("<HH", data, 10))
    tile_width, tile_height = data[14], data[15]
    width, height = struct.unpack_from("<HH", data, 16)
    at = 20
    glyphs = [data[at + 8 * n : at + 8 * n + 8] for n in range(characters)]
    at += 8 * characters
    attributes = data[at : at + characters]
    at += characters
    cells = tiles * tile_width * tile_height
    tile_data: tuple[int, ...] = ()
    if not flags & 2:
        tile_data = struct.unpack_from(f"<{cells}H", data, at)
        at += 2 * cells
    at += tiles * (colouring == 1)
    places = struct.unpack_from(f"<{width * height}H", data, at)
    at += 2 * width * height
    assert at == len(data)
    return {
        "background": data[4], "colouring": colouring, "flags": flags, "glyphs": glyphs,
        "colours": [one & 15 for one in attributes], "tiles": tile_data,
        "tile": (tile_width, tile_height), "size": (width, height), "map": places,
    }  # fmt: skip


@every_case
def test_a_project_of_charpad_shows_what_the_c64_shows(file: Path, request_: Request) -> None:
    """Its characters in their colours are the picture of the dungeon."""
    spec = load_spec(file)
    g = generate(spec, request_)
    ((name, data),) = files_of(spec, "charpad", [request_]).items()
    read = read_ctm(data)
    assert name.endswith(".ctm") and read["size"] == (g.tiles.width, g.tiles.height)
    assert read["tile"] == (1, 1) and read["colouring"] == 2 and read["flags"] & 4 == 0
    # Tile n is character n, so the map is right for programs that know of no tiles, too.
    assert list(read["tiles"]) == list(range(len(read["glyphs"])))
    wanted = Image.open(io.BytesIO(as_png(spec, g)))
    pixels = bytearray(64 * len(read["map"]))
    for at, number in enumerate(read["map"]):
        x, y = at % g.tiles.width, at // g.tiles.width
        glyph, colour = read["glyphs"][read["tiles"][number]], read["colours"][number]
        for line, row in enumerate(glyph):
            first = (8 * y + line) * 8 * g.tiles.width + 8 * x
            for bit in range(8):
                is_set = row >> (7 - bit) & 1
                pixels[first + bit] = colour if is_set else read["background"]
    assert bytes(pixels) == wanted.tobytes()


@every_case
def test_a_picture_for_rexpaint_has_the_characters_of_a_terminal(
    file: Path, request_: Request
) -> None:
    """Read by a little reader of the format: cells column by column, in two layers."""
    spec = load_spec(file)
    g = generate(spec, request_)
    ((name, packed),) = files_of(spec, "rexpaint", [request_]).items()
    data = gzip.decompress(packed)
    version, layers, width, height = struct.unpack_from("<4i", data)
    assert name.endswith(".xp") and (version, layers) == (-1, 2)
    assert (width, height) == (g.tiles.width, g.tiles.height)
    size = 10 * width * height
    assert len(data) == 8 + 2 * (8 + size)
    glyphs = {tile.code: tile.glyph for tile in spec.tiles.values()}
    seen = seen_entities(g)
    for x in range(width):
        for y in range(height):
            at = 10 * (x * height + y)
            below, over = data[16 + at : 26 + at], data[24 + size + at : 34 + size + at]
            assert below[0] == ord(glyphs[g.tiles.tiles[y * width + x]])
            kind = seen.get((x, y))
            assert over[0] == ord(kind.glyph if kind else " ")
            assert (over[7:] == b"\xff\0\xff") == (kind is None)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_dungeon_gives_the_same_bytes(form: str) -> None:
    spec = load_spec(KEEP)
    assert files_of(spec, form, [Request("keep", 1)]) == files_of(spec, form, [Request("keep", 1)])


def test_a_file_that_was_edited_is_not_overwritten(tmp_path: Path) -> None:
    arguments = ("--to", tmp_path, "--dungeon", "burrow", "--seed", 7, "--as", "tiled")
    assert invoke_here("export", *arguments).returncode == 0
    assert invoke_here("export", *arguments).returncode == 0
    path = tmp_path / "burrow_7.tmx"
    before = path.read_bytes()
    path.write_bytes(before + b"<!-- mine -->\n")
    (tmp_path / "burrow_tiles.png").unlink()
    done = invoke_here("export", *arguments)
    assert done.returncode == 1
    assert "burrow_7.tmx: this file exists" in done.stderr and "--replace" in done.stderr
    # Nothing else was written either.
    assert not (tmp_path / "burrow_tiles.png").exists()
    assert invoke_here("export", *arguments, "--replace").returncode == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seed", 7), "--seed: it is for exports of dungeons, not of a module"),
        (("--as", "csv", "--compiler", "cc65"), "--compiler: only a module is compiled"),
        (("--as", "csv", "--scale", 2), "--scale: it is for pictures"),
        (("--as", "png", "--scale", 17), "--scale: 17 is out of range"),
        (("--as", "csv", "--drawings"), "--drawings: only Tiled can edit them"),
        (("--as", "tiled", "--drawings"), "crypt has neither vaults nor pieces"),
        (("--as", "tiled", "--drawings", "--seed", 3), "--drawings excludes"),
        (("--as", "csv", "--chunk", "3,3"), "--chunk: crypt has no chunks"),
        (("--as", "csv", "--around", 2), "--around: crypt has no chunks"),
        (("--as", "cvs"), "Did you mean csv?"),
        (("--as", "csv", "--seeds", "0-1024"), "these are 1,025 dungeons"),
        (("--as", "csv", "--floor", 999), "--floor: 999 is out of range"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    arguments: tuple[object, ...], message: str, tmp_path: Path
) -> None:
    done = invoke_here("export", "--to", tmp_path / "new", *arguments)
    assert done.returncode in (1, 2) and message in done.stderr
    assert not (tmp_path / "new").exists()


@needs_tiled
def test_tiled_itself_draws_the_same_picture(tmp_path: Path) -> None:
    """Without entities, which are points."""
    spec, request = load_spec(SPEC_FILE), Request("crypt", 7)
    (name, *_) = written(tmp_path, spec, "tiled", request)
    hidden = [
        word for one in contents(spec, generate(spec, request)) for word in ("--hide-layer", one)
    ]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
    picture = tmp_path / "by_tiled.png"
    subprocess.run(
        ["tmxrasterizer", *hidden, str(tmp_path / name), str(picture)],
        env=environment, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    wanted = Image.open(io.BytesIO(as_png(spec, generate(spec, request)))).convert("RGB")
    assert Image.open(picture).convert("RGB").tobytes() == wanted.tobytes()
