"""The dungeons, films and mistakes of the studio in the form in which the page gets them."""

from __future__ import annotations

import base64
import hashlib
import re
from array import array
from collections.abc import Sequence
from typing import Any

from pygen.base.errors import UsageError
from pygen.emit.plan import Plan
from pygen.engine.constants import WORLD_CHUNKS
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.places import PLACES
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.entities import known_kinds
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.floors import FLOORS
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import LAST_SEED
from pygen.pictures.cells import Atlas
from pygen.pictures.data import purposes_of_rooms
from pygen.pictures.film import FilmStep
from pygen.spec import Problem, SpecError
from pygen.studio.overlays import areas

Data = dict[str, Any]


def check_place(dungeon: str, seed: Any, floor: Any, chunk: Any) -> Request:
    """A place from the page: a seed, a floor, and the column and row of a chunk. Raises UsageError
    for values that are not valid."""
    if type(seed) is not int or not 0 <= seed <= LAST_SEED:
        raise UsageError(f"{seed!r} is no seed", f"Seeds are 0 to {LAST_SEED}.")
    if type(floor) is not int or not 1 <= floor <= FLOORS:
        raise UsageError(f"{floor!r} is no floor", f"Floors are 1 to {FLOORS}.")
    is_pair = isinstance(chunk, list) and [type(number) for number in chunk] == [int, int]
    if not is_pair or not all(0 <= number < WORLD_CHUNKS for number in chunk):
        raise UsageError(
            f"{chunk!r} is no chunk", f"Its column and its row are 0 to {WORLD_CHUNKS - 1}."
        )
    return Request(dungeon, seed, floor, (chunk[0], chunk[1]))


def packed(cells: array[int]) -> str:
    """Cells as text: two bytes for each, low byte first, in base 64."""
    if cells.itemsize != 2:
        raise AssertionError("a cell has two bytes")
    data = array("H", cells)
    if array("H", [1]).tobytes() == b"\0\1":
        data.byteswap()
    return base64.b64encode(data.tobytes()).decode()


def problems_of(error: SpecError, dungeon: str) -> list[Data]:
    """The mistakes in a section, each with its path in the section."""
    found = []
    for problem in error.problems:
        path = path_of(problem.key_path)
        if path[:2] == ["dungeons", dungeon]:
            path = path[2:]
        found.append({"path": path, "wrong": problem.wrong, "right": problem.right})
    return found


def path_of(text: str) -> list[str | int]:
    """The parts of a path as errors write it, such as `dungeons.crypt.passes[1].least`."""
    words = re.findall(r"\[(\d+)\]|([^.\[\]]+)", text)
    return [int(number) if number else word for number, word in words]


def problem_data(problem: Problem) -> Data:
    """A mistake in the file, with its place there."""
    place = f"line {problem.line}, column {problem.column}" if problem.line else ""
    return {"place": place, "path": problem.key_path, "wrong": problem.wrong,
            "right": problem.right}  # fmt: skip


def atlas_key(atlas: Atlas) -> str:
    """A digest of everything that an atlas draws."""
    text = repr((atlas.art, atlas.background))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def atlas_data(atlas: Atlas) -> Data:
    """An atlas: the glyphs in hexadecimal, each with its colour number."""
    return {
        "art": [[glyph.hex(), colour] for glyph, colour in atlas.art],
        "names": atlas.names,
        "background": atlas.background,
        "blank": atlas.tiles[0],
    }


def size_data(size: MapSize | TileMap) -> Data:
    """The size of a map in tiles."""
    return {"width": size.width, "height": size.height}


def map_data(plan: Plan, atlas: Atlas) -> Data:
    """The size of a dungeon's map, and the atlas that draws it."""
    return {**size_data(plan.map), "atlas": atlas_data(atlas)}


def place_data(request: Request) -> Data:
    """The place of a dungeon, as `check_place` reads it."""
    return {"seed": request.seed, "floor": request.floor, "chunk": list(request.chunk)}


def step_data(one: FilmStep, phases: Sequence[str]) -> list[Any]:
    """A step of a film, whose phase is given by its number in `phases`."""
    step = one.trace.step
    return [
        phases.index(step.phase),
        step.in_phase,
        step.done,
        [number for pair in one.cells for number in pair],
        [[a.what, a.x, a.y, a.w, a.h, int(a.fits)] for a in one.trace.attempts],
        list(one.trace.draws),
        [[table, number, values] for table, number, values in one.trace.records],
    ]


def tile_lines(plan: Plan, g: Generation[Any], x: int, y: int) -> list[list[str]]:
    """The facts about the tile at column `x`, row `y`: titles with text."""
    code = g.tiles.get(x, y)
    name, tile = next(item for item in plan.tiles.items() if item[1].code == code)
    words = [word for word in FLAGS if getattr(tile, word)]
    lines = [["tile", f"{name}, code {code}"], ["it is", ", ".join(words) or "nothing of note"]]
    look = g.looks.get(x, y)
    if look:
        lines.append(["look", f"{plan.parameters.looks[look].name}, number {look}"])
    lines.append(["packed", _packed_words(g, x, y)])
    table, records = areas(g)
    for number, row in enumerate(records):
        if row["x"] <= x < row["x"] + row["w"] and row["y"] <= y < row["y"] + row["h"]:
            lines.append([f"{table}[{number}]", _record_words(row)])
            if g.places:
                lines.append([f"{PLACES}[{number}]", _place_words(g, number)])
    kinds = known_kinds(plan.parameters)
    for number, row in enumerate(g.tables.get(ENTITIES, [])):
        if (row["x"], row["y"]) == (x, y):
            kind = kinds[row["kind"]].name if row["kind"] in kinds else str(row["kind"])
            lines.append([f"{ENTITIES}[{number}]", f"{kind}, kind {row['kind']}"])
    return lines


def _packed_words(g: Generation[Any], x: int, y: int) -> str:
    bits = g.tiles.bits
    first = bits * (y * g.tiles.width + x)
    byte, shift = divmod(first, 8)
    last = (first + bits - 1) // 8
    where = f"bits {shift} to {shift + bits - 1} of byte {byte}"
    if last != byte:
        where = f"from bit {shift} of byte {byte} to bit {(first + bits - 1) % 8} of byte {last}"
    data = g.packed()[byte : last + 1].hex(" ").upper()
    return f"{where} of the map: ${data.replace(' ', ' $')}"


def _place_words(g: Generation[Any], number: int) -> str:
    """What is known of a room besides its record, in one line."""
    row = g.table_values(PLACES)[number]
    name = purposes_of_rooms(g)[number]
    return _record_words(row) + (f" ({name})" if name else "")


def _record_words(row: Data) -> str:
    """A record in one line: its plain fields, and the rooms that it is joined to."""
    parts = []
    for name, value in row.items():
        if name == "conn_data":
            joined = value[: row.get("connections", 0)]
            parts.append(f"joined to {', '.join(str(one['room_id']) for one in joined) or 'none'}")
        elif not isinstance(value, list):
            parts.append(f"{name} {value}")
    return ", ".join(parts)
