"""Overlays for a map, which show its structure: shapes at tiles, and numbers of tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pygen.engine.definition.places import SHAPES
from pygen.engine.dungeon.chambers import USES
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import CORRIDOR_TYPES
from pygen.pictures.data import neighbours, purposes_of_rooms, start_of, tiles_by_steps

NO_AREAS = "this dungeon has no table of rooms"


@dataclass
class Overlay:
    """The shapes and numbers of an overlay.

    `boxes` are x, y, w, h and a label; `lines` are x, y, x, y, a label and a shade. `numbers` has a
    number for each tile, -1 for none; `tiles` are the numbers of single tiles. `note` describes the
    overlay, or says why it is empty.
    """

    note: str
    boxes: list[list[Any]] = field(default_factory=list)
    lines: list[list[Any]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)


def areas(g: Generation[Any]) -> tuple[str, list[dict[str, Any]]]:
    """The name of the table of rooms, and its records, which are rectangles; an empty name if there
    is no such table."""
    for name in g.tables:
        records = g.table_values(name)
        if records and {"x", "y", "w", "h"} <= records[0].keys():
            return name, records
    return "", []


def rooms(g: Generation[Any]) -> Overlay:
    name, records = areas(g)
    note = f"{len(records)} {name}, by their numbers" if name else NO_AREAS
    return Overlay(note, _numbered(records))


def purposes(g: Generation[Any]) -> Overlay:
    """The purposes of rooms, and their shapes if these are not rectangles."""
    if not g.places:
        return Overlay("no pass says what rooms are for")
    named = purposes_of_rooms(g)
    last = len(SHAPES) - 1
    shapes = [SHAPES[min(place.shape, last)] if place.shape else "" for place in g.places]
    labels = [" ".join(filter(None, both)) for both in zip(named, shapes, strict=True)]
    boxes = [[*_box(row), label] for row, label in zip(areas(g)[1], labels) if label]
    return Overlay(f"{sum(map(bool, named))} of {len(named)} rooms have a purpose", boxes)


def priorities(g: Generation[Any]) -> Overlay:
    _, records = areas(g)
    key = next((one for one in ("priority", "use") if records and one in records[0]), "")
    if not key:
        return Overlay("no table has priorities or uses")
    if key == "use":
        return Overlay("uses of rooms", [[*_box(row), USES[row[key]].name] for row in records])
    return Overlay("priorities of rooms", [[*_box(row), str(row[key])] for row in records])


def tree(g: Generation[Any]) -> Overlay:
    """The pairs of rooms that corridors join, with the type of each corridor."""
    _, records = areas(g)
    overlay = Overlay("")
    kinds: Counter[str] = Counter()
    for one, row in enumerate(records):
        for other, kind in _joined(row):
            if other < len(records) and (other < one or "parent" in row):
                words = CORRIDOR_TYPES[kind] if kind < len(CORRIDOR_TYPES) else ""
                ends = [*_middle(row), *_middle(records[other])]
                overlay.lines.append([*ends, words, kind])
                kinds[words] += 1
    parts = [f"{count} {words}".strip() for words, count in sorted(kinds.items())]
    overlay.note = (
        f"{len(overlay.lines)} connections: {', '.join(parts)}" if parts else
        "no table says which rooms are joined"
    )  # fmt: skip
    overlay.boxes = _numbered(records) if parts else []
    return overlay


def _joined(row: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    for end in row.get("conn_data", ())[: row.get("connections", 0)]:
        yield end["room_id"], end["corridor_type"]
    if "parent" in row:
        yield row["parent"], 99


def secrets(g: Generation[Any]) -> Overlay:
    codes = {g.codes[name] for name in g.blueprint.secrets}
    overlay = Overlay("", tiles=[at for at, code in enumerate(g.tiles.tiles) if code in codes])
    _, records = areas(g)
    hidden = [row for row in records if row.get("state", 0) & 1 and "connections" in row]
    overlay.boxes = [[*_box(row), "secret"] for row in hidden]
    overlay.note = f"{len(overlay.tiles)} secret paths, {len(hidden)} secret rooms"
    return overlay


def distances(g: Generation[Any]) -> Overlay:
    """The number of steps from where the player starts to each tile, without secret paths."""
    start = start_of(g)
    if start < 0:
        return Overlay("there are no up stairs")
    numbers = [-1] * len(g.tiles.tiles)
    seen = g.walkable.difference(g.codes[name] for name in g.blueprint.secrets)
    for steps, ring in enumerate(tiles_by_steps(g.tiles, seen, start)):
        for at in ring:
            numbers[at] = steps
    is_open = _open_tiles(g)
    farthest = max(numbers)
    lost = sum(is_open[at] and numbers[at] < 0 for at in range(len(numbers)))
    note = f"steps from the start: 0 to {farthest}"
    return Overlay(note + (f"; {lost} tiles cannot be reached" if lost else ""), numbers=numbers)


def dead_ends(g: Generation[Any]) -> Overlay:
    """The tiles that can be left in one direction only."""
    is_open = _open_tiles(g)
    found = [
        at
        for at, here in enumerate(is_open)
        if here and sum(is_open[beside] for beside in neighbours(at, g.tiles)) == 1
    ]
    return Overlay(f"{len(found)} dead ends", tiles=found)


def choke_points(g: Generation[Any]) -> Overlay:
    """The tiles whose removal would cut the dungeon in two (J. Hopcroft and R. Tarjan, "Efficient
    algorithms for graph manipulation", 1973)."""
    is_open = _open_tiles(g)
    order = [-1] * len(is_open)
    low = [0] * len(is_open)
    found = set()
    count = 0
    for root, here in enumerate(is_open):
        if not here or order[root] >= 0:
            continue
        order[root] = low[root] = count
        count += 1
        children = 0
        stack = [(root, -1, iter(neighbours(root, g.tiles)))]
        while stack:
            at, parent, ways = stack[-1]
            beside = next(ways, None)
            if beside is None:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    low[above] = min(low[above], low[at])
                    if above == root:
                        children += 1
                    elif low[at] >= order[above]:
                        found.add(above)
            elif is_open[beside]:
                if order[beside] < 0:
                    order[beside] = low[beside] = count
                    count += 1
                    stack.append((beside, at, iter(neighbours(beside, g.tiles))))
                elif beside != parent:
                    low[at] = min(low[at], order[beside])
        if children > 1:
            found.add(root)
    return Overlay(f"{len(found)} choke points: each cuts the map in two", tiles=sorted(found))


OVERLAYS: Mapping[str, Callable[[Generation[Any]], Overlay]] = {
    overlay.__name__: overlay
    for overlay in (rooms, tree, purposes, priorities, secrets, distances, dead_ends, choke_points)
}
"""The overlays by name."""


def _open_tiles(g: Generation[Any]) -> list[bool]:
    return [code in g.walkable for code in g.tiles.tiles]


def _box(row: Mapping[str, Any]) -> list[int]:
    return [row["x"], row["y"], row["w"], row["h"]]


def _numbered(records: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """A box for each record, with its number in hexadecimal."""
    return [[*_box(row), f"{number:X}"] for number, row in enumerate(records)]


def _middle(row: Mapping[str, Any]) -> list[float]:
    return [row["x"] + row["w"] / 2, row["y"] + row["h"] / 2]
