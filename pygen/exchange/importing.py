"""From a map of Tiled to a drawing of the YAML, and into the file of a spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.base.words import listed
from pygen.engine.drawings.marks import BLANK, TILE_OF_MARK
from pygen.exchange.drawings import (
    KINDS_OF_DRAWINGS,
    Drawing,
    What,
    drawings_of,
    mark_of_entity,
    mark_of_tile,
)
from pygen.exchange.tiled_reading import Tile, TiledMap
from pygen.exchange.tileset import MARK, TILE
from pygen.kinds.pieces.parameters import Pieces
from pygen.passes.vaults.parameters import Vaults
from pygen.spec.editing import ABSENT, edited, value_at
from pygen.spec.model import Spec
from pygen.spec.problems import KeyPath

Part = tuple[int, int, int, int]
"""Column, row, width and height of a part of a map."""


@dataclass(frozen=True)
class Wish:
    """What the user says of the drawing; None where the map says it."""

    dungeon: str | None = None
    what: str | None = None
    name: str | None = None
    part: Part | None = None


def drawing_of_map(spec: Spec, read: TiledMap, wish: Wish, default: str) -> Drawing:
    """The drawing in a map. It has the path of the drawing that it replaces, or of the one that it
    becomes. `default` is the dungeon if neither the map nor the user names one.

    Raises UsageError if the dungeon cannot have such a drawing, UserError if a tile has no mark.
    """
    said = read.properties
    dungeon = wish.dungeon or said.get("dungeon", default)
    if dungeon not in spec.dungeons:
        raise UsageError(
            f"{read.path}: it is a drawing of {dungeon}, which the spec does not have",
            "Name one of the spec with --dungeon.",
        )
    what = wish.what or said.get("drawing") or _usual(spec, dungeon)
    if what not in KINDS_OF_DRAWINGS:
        raise UsageError(
            f"{read.path}: {dungeon} has neither vaults nor pieces",
            "Say with --as what it is to be, and with --dungeon of which dungeon.",
        )
    name = wish.name or said.get("name") or ("" if said.get("number") else read.path.stem)
    target = _target(spec, dungeon, what, name, said)
    return replace(target, rows=_rows(read, target, wish.part))


def _usual(spec: Spec, dungeon: str) -> What | None:
    """What drawings of a dungeon usually are."""
    parameters: Any = spec.dungeons[dungeon]
    if isinstance(parameters, Pieces):
        return "sample" if parameters.is_learned else "piece"
    return "vault" if any(isinstance(use, Vaults) for use in parameters.passes) else None


def _target(spec: Spec, dungeon: str, what: What, name: str, said: Mapping[str, str]) -> Drawing:
    """The drawing that is replaced, or a new one without rows."""
    parameters: Any = spec.dungeons[dungeon]
    here = ("dungeons", dungeon)
    known = [one for one in drawings_of(spec, dungeon) if one.what == what]
    if what != "vault":
        if not isinstance(parameters, Pieces):
            raise UsageError(
                f"{dungeon} is of the kind {parameters.kind}: it has no pieces",
                "Name a --dungeon of the kind pieces, or write --as vault.",
            )
        if what == "sample":
            path: KeyPath = (*here, "sample", "drawing")
            return Drawing(what, dungeon, "", "sample", 0, path, ())
        by_name = (one for one in known if name and one.name == name)
        by_number = (one for one in known if not name and str(one.number) == said.get("number"))
        number = len(parameters.pieces)
        new = Drawing(what, dungeon, "", name, number, (*here, "pieces", number, "drawing"), ())
        return next((one for found in (by_name, by_number) for one in found), new)
    uses = {
        use.id: (at, use) for at, use in enumerate(parameters.passes) if isinstance(use, Vaults)
    }
    if not uses:
        raise UsageError(
            f"{dungeon} has no vaults", "Add the pass `vaults` to it (docs/passes/vaults.md)."
        )
    wanted = said.get("use", "")
    found = [one for one in known if one.name == name and wanted in ("", one.use)]
    if found:
        return found[0]
    if wanted not in uses and len(uses) > 1:
        raise UsageError(
            f"{dungeon} has several uses of `vaults`: {listed(list(uses))}",
            "Give the map in Tiled the property `use` with one of them.",
        )
    at, use = uses.get(wanted) or next(iter(uses.values()))
    number = len(use.vaults)
    path = (*here, "passes", at, "vaults", number, "drawing")
    return Drawing("vault", dungeon, use.id, name, number, path, (), use.legend)


def _rows(read: TiledMap, drawing: Drawing, part: Part | None) -> list[str]:
    """The rows of marks of a map, or of a part of it."""
    left, top, width, height = part or (0, 0, read.width, read.height)
    if left + width > read.width or top + height > read.height:
        raise UsageError(
            f"--part: the map has {read.width} x {read.height} tiles",
            "Give the column and the row of the upper left tile, from 0, then width and height.",
        )
    rows = []
    for y in range(top, top + height):
        row = ""
        for x in range(left, left + width):
            kind = read.entities.get((x, y))
            mark = mark_of_entity(drawing, kind) if kind else _mark(drawing, read.rows[y][x])
            if mark is None:
                raise _unknown(read, drawing, x, y)
            row += mark
        rows.append(row)
    return rows


def _mark(drawing: Drawing, tile: Tile | None) -> str | None:
    """The mark of a tile of Tiled; None if it has none."""
    if tile is None:
        return BLANK
    mark = tile.properties.get("mark")
    if tile.what == MARK or mark:
        return mark if mark in (*drawing.marks, BLANK) else None
    if tile.what == TILE and "name" in tile.properties:
        return mark_of_tile(drawing, tile.properties["name"])
    return None


def _unknown(read: TiledMap, drawing: Drawing, x: int, y: int) -> UserError:
    """The error for a tile that has no mark."""
    kind, tile = read.entities.get((x, y)), read.rows[y][x]
    properties = tile.properties if tile else {}
    word = kind or properties.get("mark") or properties.get("name")
    what = f"`{word}`" if word else tile.place if tile else "nothing"
    known = [
        f"{mark} {TILE_OF_MARK[mark]}" if mark not in drawing.legend else mark
        for mark in drawing.marks
    ]
    add = (
        f"Add a mark for it to `legend` of {drawing.dungeon}'s `vaults` first, or draw with the "
        if drawing.what == "vault"
        else "Draw with the "
    )
    return UserError(
        f"{read.path}: column {x}, row {y}: {what} has no mark in the drawings of "
        f"{drawing.dungeon}",
        f"{add}tileset that `invoke export --as tiled --drawings` writes. "
        f"Known are {listed(known)} and the blank.",
    )


def with_drawing(text: str, drawing: Drawing) -> str:
    """The text of a spec with a drawing in its place; comments stay. A new vault or piece comes
    behind the others.

    Raises UserError if the text has no place for it.
    """
    path, value = drawing.path, list(drawing.rows)
    if value_at(text, path) is not ABSENT:
        return edited(text, path, value)
    if drawing.what == "sample":
        return _with_value(text, path[:-1], {"drawing": value})
    named = {"name": drawing.name} if drawing.name else {}
    return _with_item(text, path[:-2], {**named, "drawing": value})


def _with_item(text: str, path: KeyPath, item: Mapping[str, Any]) -> str:
    """The text with one more item of a list."""
    found = value_at(text, path)
    return _with_value(text, path, [*(found if isinstance(found, list) else []), dict(item)])


def _with_value(text: str, path: KeyPath, value: Any) -> str:
    """The text with a value at a path, whose group need not have the key yet."""
    if value_at(text, path) is not ABSENT:
        old = value_at(text, path)
        return edited(text, path, {**old, **value} if isinstance(old, dict) else value)
    group = value_at(text, path[:-1])
    if isinstance(group, str) and path[-1] == "vaults":
        group = {"name": group}
    return edited(text, path[:-1], {**(group or {}), path[-1]: value})


def yaml_lines(rows: Sequence[str]) -> list[str]:
    """A drawing as it stands in the YAML, below its vault or piece."""
    quoted = (row.replace("\\", "\\\\").replace('"', '\\"') for row in rows)
    return ["drawing:", *(f'  - "{row}"' for row in quoted)]
