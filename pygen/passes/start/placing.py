"""The pass `start`: the player starts at the up stairs, in the middle of a room, or far from
enemies.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES, START
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.stairs import NOWHERE
from pygen.engine.population.areas import Area, count_of_rooms, room_area
from pygen.engine.population.own_kinds import is_enemy
from pygen.engine.population.trying import try_tile
from pygen.passes.start.parameters import Start

ENTITY = Piece("measure", schedule("passes/start")["distances_measured"])

FAR = 254
"""The greatest distance that is distinguished; without enemies the distance is one more."""


def measure_distance(g: Generation[Any], tile: Tile) -> Finding[int]:
    """The distance of a tile to the nearest enemy, columns plus rows; 0 if any entity is there."""
    nearest = FAR + 1
    for row in g.tables[ENTITIES]:
        yield ENTITY
        distance = abs(row["x"] - tile[0]) + abs(row["y"] - tile[1])
        if distance == 0 or is_enemy(row["kind"]):
            nearest = min(nearest, distance, FAR)
    return nearest


def begin_start(g: Generation[Any], p: Start) -> Area:
    """The area in which tiles are tried: the room, or the map within its edge."""
    if p.at == "room" and count_of_rooms(g):
        return room_area(g, min(p.room, count_of_rooms(g) - 1))
    return 1, 1, g.tiles.width - 2, g.tiles.height - 2


def find_tile_for_start(g: Generation[Any], p: Start, area: Area, is_first: bool) -> Tile | None:
    """The next tile that is tried, if it is free floor: the middle of a room comes first."""
    if is_first and p.at == "room":
        x, y = area[0] + area[2] // 2, area[1] + area[3] // 2
        return (x, y) if is_free_floor(g, x, y) else None
    return try_tile(g, area, 0)


def put_start(g: Generation[Any], tile: Tile) -> None:
    """Add the start to the entities. If it has no place, it is left out, and the status says so."""
    if tile == NOWHERE:
        g.leave_out(STATUS_NOT_ALL_PLACED)
    else:
        add_entity(g, START, *tile)


def place_start(g: Generation[Any], p: Start) -> Work:
    """Place the start."""
    if p.at == "up_stairs":
        put_start(g, g.up)
        return
    area = begin_start(g, p)
    best, farthest = NOWHERE, 0
    for number in range(p.tries):
        tile = find_tile_for_start(g, p, area, number == 0)
        yield "try"
        if not tile:
            continue
        distance = yield from measure_distance(g, tile)
        yield "measured"
        if distance > farthest:
            best, farthest = tile, distance
        if farthest > FAR or (farthest and p.at == "room"):
            break
    put_start(g, best)
