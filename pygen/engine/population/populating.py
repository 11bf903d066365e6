"""Placing entities: random tiles are tried until one is free, a limited number for each entity.

The twin is `c64src/core/population/populating.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area, count_of_rooms, room_area
from pygen.engine.population.parameters import Population
from pygen.engine.population.trying import try_tile

PACE = schedule("core/population")
TRIED = Piece("try", PACE["places_tried"], is_done=True)
ENTITY = Piece("look", PACE["entities_at_once"], is_divisible=True)

MOST_BY_AREA = 255
"""The most entities that a room gets by its area: a byte counts them."""


def count_by_area(area: Area, percent: int) -> int:
    """The number of entities for a room: `percent` % of its tiles, MOST_BY_AREA at most."""
    _, _, width, height = area
    return min(MOST_BY_AREA, width * height * percent // 100)


def is_near_room(g: Generation[Any], area: Area, from_stairs: int) -> bool:
    """Whether the middle of a room is nearer to the up stairs than its entities may be. If not, at
    least about half of its tiles are far enough: of two tiles that face each other across the
    middle, one is always far enough."""
    left, top, width, height = area
    x, y = left + width // 2, top + height // 2
    return abs(x - g.up[0]) + abs(y - g.up[1]) < from_stairs


def find_areas(g: Generation[Any], p: Population) -> Iterator[tuple[Area, int]]:
    """The areas that get entities, and how many each gets: the map within its edge, or rooms."""
    if p.by == "count":
        area = (1, 1, g.tiles.width - 2, g.tiles.height - 2)
        yield area, p.least + g.random.below(p.most - p.least + 1)
        return
    for number in range(p.first_room, count_of_rooms(g)):
        area = room_area(g, number)
        is_near = is_near_room(g, area, p.from_stairs)
        yield area, 0 if is_near else count_by_area(area, p.percent)


def choose_entity(g: Generation[Any], p: Population) -> int:
    """A kind of the table, by weight."""
    weights = p.weights
    left = g.random.below(sum(weights))
    number = 0
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return p.number_of(number)


def place_entity(g: Generation[Any], p: Population, area: Area) -> Work:
    """Place an entity in an area. If all tries fail, it is left out, and the status says so."""
    for _ in range(p.tries):
        place = try_tile(g, area, p.from_stairs)
        if not place:
            yield TRIED
            continue
        yield "try"
        if not (yield from look_for_entity(g, *place, ENTITY)):
            add_entity(g, choose_entity(g, p), *place)
            yield "entity"
            return
        yield "occupied"
    g.leave_out(STATUS_NOT_ALL_PLACED)
    yield "none"


def populate(g: Generation[Any], p: Population) -> Work:
    """Place the entities of each area, but not more in all than the limit."""
    if not sum(p.weights):
        return
    left = p.most
    for area, count in find_areas(g, p):
        yield "area"
        for _ in range(min(left, count)):
            left -= 1
            yield from place_entity(g, p, area)
