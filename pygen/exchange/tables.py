"""Dungeons as tables: CSV files, which spreadsheets, databases and small programs read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.generation import Generation
from pygen.exchange.contents import Placed, Value, contents
from pygen.exchange.tileset import LOOK, TILE, Tileset, in_rows
from pygen.pictures.palette import PALETTE
from pygen.spec.model import Spec


def csv_files(spec: Spec, tileset: Tileset, g: Generation[Any], stem: str) -> dict[str, bytes]:
    """The files of a dungeon: its map as the codes of its tiles, its looks as their numbers, a
    table for each sort of contents, and the legend of the codes."""
    width = g.tiles.width
    files = {f"{stem}.csv": _text(in_rows(g.tiles.tiles, width))}
    if g.has_looks:
        files[f"{stem}_looks.csv"] = _text(in_rows(g.looks.tiles, width))
    for name, things in contents(spec, g).items():
        files[f"{stem}_{name}.csv"] = _table(list(map(_line, things)))
    files[f"{g.name}_legend.csv"] = _table(list(map(dict, _legend(tileset))))
    return files


def _line(thing: Placed) -> dict[str, Value]:
    """What is known of a thing, with its place first."""
    size: dict[str, Value] = {"w": thing.width, "h": thing.height} if thing.width else {}
    what: dict[str, Value] = {"what": thing.kind} if "name" not in thing.properties else {}
    return {"x": thing.x, "y": thing.y, **size, **what, **thing.properties}


def _legend(tileset: Tileset) -> Iterable[Mapping[str, Value]]:
    """What the numbers of the map stand for, then those of the looks, then those of entities."""
    for piece in tileset.pieces:
        key = {TILE: "code", LOOK: "number"}.get(piece.what, "kind")
        red, green, blue = PALETTE[piece.colour]
        yield {
            "what": piece.what,
            "number": piece.properties[key],
            "name": piece.name,
            "colour": piece.colour,
            "rgb": f"#{red:02x}{green:02x}{blue:02x}",
            **{flag: int(piece.properties.get(flag, 0)) for flag in FLAGS},
        }


def _table(lines: Sequence[Mapping[str, Value]]) -> bytes:
    """A table whose first row has the names of its columns."""
    names = list(dict.fromkeys(name for line in lines for name in line))
    rows = [[_cell(line.get(name, "")) for name in names] for line in lines]
    return _text([names, *rows])


def _cell(value: Value) -> str | int:
    return int(value) if isinstance(value, bool) else value


def _text(rows: Iterable[Sequence[str | int]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
