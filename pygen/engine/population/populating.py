"""Placing entities: random tiles are tried until one is free, a limited number for each entity; or
tiles are picked among those that fit.

The twin is `c64src/core/population/populating.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.engine.population.apart import is_apart
from pygen.engine.population.areas import Area, count_of_rooms, room_area, wants_room
from pygen.engine.population.beside import choose_entity, guard_entities, place_pack
from pygen.engine.population.fitting import Fitting, find_fitting, pick_fitting
from pygen.engine.population.once import is_chosen
from pygen.engine.population.parameters import Population
from pygen.engine.population.trying import OCCUPIED, is_far, try_tile

PACE = schedule("core/population")
TRIED = Piece("try", PACE["places_tried"], is_done=True)
PICKED = Piece("try", 1, is_done=True)

MOST_BY_AREA = 255
"""The most entities that a room, or the map, gets by its tiles: a byte counts them."""


@dataclass
class Placing:
    """Where entities are placed: the tiles that fit, if they are picked, and the number of the
    first entity of this pass."""

    fitting: Fitting | None
    first: int


def share_of_tiles(tiles: int, percent: int) -> int:
    """The number of entities for so many tiles: `percent` % of them, MOST_BY_AREA at most."""
    return min(MOST_BY_AREA, tiles * percent // 100)


def count_by_area(p: Population, area: Area) -> int:
    """The number of entities for a room."""
    _, _, width, height = area
    count = share_of_tiles(width * height, p.percent)
    return max(p.room_least, min(p.room_most, count))


def is_near_room(g: Generation[Any], area: Area, from_stairs: int) -> bool:
    """Whether the middle of a room is nearer to the up stairs than its entities may be. If not, at
    least about half of its tiles are far enough: of two tiles that face each other across the
    middle, one is always far enough."""
    left, top, width, height = area
    return not is_far(g, left + width // 2, top + height // 2, from_stairs)


def map_area(g: Generation[Any]) -> Area:
    """The map within its edge."""
    return 1, 1, g.tiles.width - 2, g.tiles.height - 2


def find_areas(
    g: Generation[Any], p: Population, fitting: Fitting | None
) -> Iterator[tuple[Area, int]]:
    """The areas that get entities, and how many each gets: the map within its edge, or rooms."""
    area = map_area(g)
    if p.by == "count":
        yield area, p.least + g.random.below(p.limit - p.least + 1)
    elif p.by == "floor":
        tiles = fitting.count if fitting else 0
        yield area, max(p.least, share_of_tiles(tiles, p.percent))
    else:
        for number in range(p.first_room, count_of_rooms(g)):
            area = room_area(g, number)
            is_left_out = is_near_room(g, area, p.from_stairs)
            is_left_out |= not wants_room(g, number, p.purpose_bits)
            yield area, 0 if is_left_out else count_by_area(p, area)


def pick_tile(g: Generation[Any], p: Population, fitting: Fitting) -> Tile | None:
    """A tile among those that fit, if it is free floor and far enough from the up stairs."""
    x, y = pick_fitting(g, fitting)
    fits = is_far(g, x, y, p.from_stairs) and is_free_floor(g, x, y)
    g.tried("entity", x, y, fits=fits)
    return (x, y) if fits else None


def tiles_to_place(
    g: Generation[Any], p: Population, area: Area, fitting: Fitting | None
) -> Iterator[Tile | None]:
    """The tiles that are tried, or picked while some are left. None stands for a tile where nothing
    may be."""
    if fitting is None:
        for _ in range(p.tries):
            yield try_tile(g, area, p.from_stairs)
    else:
        while fitting.count:
            yield pick_tile(g, p, fitting)


def place_entity(g: Generation[Any], p: Population, area: Area, placing: Placing) -> Finding[bool]:
    """Place an entity in an area. If no tile is found, it is left out, and the status says so.
    Returns whether it was placed."""
    for tile in tiles_to_place(g, p, area, placing.fitting):
        if not tile:
            yield TRIED if placing.fitting is None else PICKED
            continue
        yield "try"
        if (yield from look_for_entity(g, *tile, OCCUPIED)):
            yield "occupied"
            continue
        if p.apart:
            yield "free"
            if not (yield from is_apart(g, tile, placing.first, p.apart)):
                yield "near"
                continue
        add_entity(g, choose_entity(g, p), *tile)
        yield "entity"
        return True
    g.leave_out(STATUS_NOT_ALL_PLACED)
    yield "none"
    return False


def place_in_area(
    g: Generation[Any], p: Population, area: Area, count: int, placing: Placing
) -> Work:
    """Place so many entities in an area."""
    while count:
        count -= 1
        if (yield from place_entity(g, p, area, placing)) and p.has_packs:
            count -= yield from place_pack(g, p, area, count)


def populate(g: Generation[Any], p: Population) -> Work:
    """Place the entities of each area, but not more in all than the limit."""
    left_out = g.left_out
    if sum(p.weights_of_kinds) and is_chosen(g, p):
        yield from place_all(g, p)
    if p.must_place:
        g.counted[p.missing_figure] = int(g.left_out > left_out)


def place_all(g: Generation[Any], p: Population) -> Work:
    """Place all entities: guards, then those of each area, then those that rooms lack."""
    placing = Placing(None, len(g.tables[ENTITIES]))
    if p.picks_tiles:
        placing.fitting = Fitting(Plane(g))
        yield from find_fitting(g, p.part, p.zones, placing.fitting, p.purpose_bits)
        yield "fitting"
    wanted = 0
    if p.guarded:
        wanted = yield from guard_entities(g, p, map_area(g), placing.first)
        yield "guards"
    guards = min(wanted, p.limit)
    left = p.limit - guards
    for area, count in find_areas(g, p, placing.fitting):
        yield "area"
        if p.by != "rooms":
            count = max(0, count - guards)
        wanted += count
        count = min(left, count)
        left -= count
        yield from place_in_area(g, p, area, count, placing)
    if p.by == "rooms" and p.least:
        yield "area"
        placed = len(g.tables[ENTITIES]) - placing.first
        yield from place_in_area(g, p, map_area(g), max(0, p.least - placed), placing)
    if wanted > p.limit:
        g.capped[p.id] = wanted, p.limit
