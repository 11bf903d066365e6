"""What there is on a dungeon's map besides tiles: rooms, their connections, doors, entities, and
the places to begin and to leave. Every format says the same of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.dungeon.entities import known_kinds
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import CORRIDOR_TYPES
from pygen.engine.generator.kind import TABLES_OF_PLACES
from pygen.pictures.data import purposes_of_rooms, stairs, start_of
from pygen.spec.model import Spec

Value = str | int | bool

DOORS = ("door", "secret_path")
"""The tiles that close a way."""


@dataclass(frozen=True)
class Placed:
    """Something on the map: what it is called, its kind, the column and row of its upper left tile,
    and what else is known of it. Without a width and a height it is a single tile."""

    name: str
    kind: str
    x: int
    y: int
    properties: Mapping[str, Value]
    width: int = 0
    height: int = 0


def contents(spec: Spec, g: Generation[Any]) -> dict[str, list[Placed]]:
    """Everything that a dungeon has, by its name in files; what it cannot have is left out."""
    found = {
        "rooms": rooms(g),
        "connections": connections(g),
        "doors": doors(g),
        "entities": entities(g),
        "stairs": places(spec, g),
    }
    return {name: things for name, things in found.items() if things}


def rooms(g: Generation[Any]) -> list[Placed]:
    """The rooms, chambers or features of the kind's table, in its order: number, purpose, and the
    numbers of the record."""
    name = _table_of_rooms(g)
    if not name:
        return []
    purposes = purposes_of_rooms(g) or [""] * len(g.tables[name])
    found = []
    for number, record in enumerate(g.table_values(name)):
        place = {key: record[key] for key in ("x", "y", "w", "h")}
        more = {
            key: value
            for key, value in record.items()
            if isinstance(value, int) and key not in place
        }
        purpose = purposes[number] if number < len(purposes) else ""
        found.append(
            Placed(
                f"{number:X}",
                name.removesuffix("s"),
                place["x"],
                place["y"],
                {"number": number, "purpose": purpose, **more},
                place["w"],
                place["h"],
            )
        )
    return found


def connections(g: Generation[Any]) -> list[Placed]:
    """The ends of corridors, each at the door of its room: which room is at the other end."""
    if "rooms" not in g.tables:
        return []
    found = []
    for number, record in enumerate(g.table_values("rooms")):
        for slot in range(record.get("connections", 0)):
            door, connection = record["doors"][slot], record["conn_data"][slot]
            to, kind = connection["room_id"], connection["corridor_type"]
            found.append(
                Placed(
                    f"{number:X} to {to:X}",
                    "connection",
                    door["x"],
                    door["y"],
                    {
                        "room": number,
                        "to": to,
                        "corridor": CORRIDOR_TYPES[kind],
                        "corridor_type": kind,
                        "wall_side": door["wall_side"],
                        "is_secret_door": bool(door["is_secret_door"]),
                    },
                )
            )
    return found


def doors(g: Generation[Any]) -> list[Placed]:
    """The tiles that close a way, row by row."""
    names = {g.codes[name]: name for name in DOORS if name in g.codes}
    return [
        Placed("", names[code], at % g.tiles.width, at // g.tiles.width, {"code": code})
        for at, code in enumerate(g.tiles.tiles)
        if code in names
    ]


def entities(g: Generation[Any]) -> list[Placed]:
    """The entities, in the order of their table: number, the number of the kind, and the bytes that
    the spec gives the kind."""
    kinds = known_kinds(g.blueprint.dungeon)
    found = []
    for number, record in enumerate(g.tables.get(ENTITIES, ())):
        kind = kinds.get(record["kind"])
        data = " ".join(map(str, kind.data)) if kind else ""
        name = kind.name if kind else f"kind_{record['kind']}"
        said: dict[str, Value] = {"number": number, "kind": record["kind"], "name": name}
        if data:
            said["data"] = data
        found.append(Placed(name, name, record["x"], record["y"], said))
    return found


def places(spec: Spec, g: Generation[Any]) -> list[Placed]:
    """The stairs, and where the player starts if that is not at the up stairs."""
    found = []
    known = stairs(spec, g)
    for name in ("up", "down"):
        if known[name] is not None:
            x, y = known[name]
            found.append(Placed(f"{name}_stairs", f"{name}_stairs", x, y, {}))
    start = start_of(g)
    if start >= 0:
        x, y = start % g.tiles.width, start // g.tiles.width
        if known["up"] != [x, y]:
            found.append(Placed("start", "start", x, y, {}))
    return found


def _table_of_rooms(g: Generation[Any]) -> str:
    return next((name for name in TABLES_OF_PLACES if name in g.tables), "")
