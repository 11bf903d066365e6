"""Placing entities beside others: packs and guards.

The twin is `c64src/core/population/beside.h`. What a `yield` means is described in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area
from pygen.engine.population.parameters import Population
from pygen.engine.population.trying import OCCUPIED, is_far

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The ways to the eight tiles around one, clockwise from the one above."""

GUARDED = Piece("guards", schedule("core/population")["guarded_sought"])


def choose_entity(g: Generation[Any], p: Population) -> int:
    """A kind of the table, by weight."""
    weights = p.weights_of_kinds
    left = g.random.below(sum(weights))
    number = 0
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return p.number_of(number)


def fits_beside(g: Generation[Any], p: Population, area: Area, x: int, y: int) -> bool:
    """Whether a tile is free floor of the area, and far enough from the up stairs."""
    left, top, width, height = area
    is_inside = left <= x < left + width and top <= y < top + height
    fits = is_inside and is_far(g, x, y, p.from_stairs) and is_free_floor(g, x, y)
    g.tried("entity", x, y, fits=fits)
    return fits


def place_beside(
    g: Generation[Any], p: Population, area: Area, kind: int, number: int
) -> Finding[bool]:
    """Place an entity around that of a number: on the first free tile of eight, from a random one
    on. Returns whether there was one."""
    beside = g.tables[ENTITIES][number]
    side = g.random.below(8)
    for _ in range(8):
        x, y = beside["x"] + AROUND[side][0], beside["y"] + AROUND[side][1]
        fits = fits_beside(g, p, area, x, y)
        yield "beside"
        if fits:
            if not (yield from look_for_entity(g, x, y, OCCUPIED)):
                add_entity(g, kind, x, y)
                yield "entity"
                return True
            yield "occupied"
        side = side + 1 & 7
    return False


def place_pack(g: Generation[Any], p: Population, area: Area, left: int) -> Finding[int]:
    """Complete the pack of the entity that was placed last: around it, then around the others of
    the pack. A pack without room is smaller. At most `left` entities are placed; returns how
    many."""
    number = len(g.tables[ENTITIES]) - 1
    kind = g.tables[ENTITIES][number]["kind"]
    least, most = p.pack_of(kind)
    wanted = min(left, least + g.random.below(most - least + 1) - 1)
    yield "pack"
    placed = 0
    while placed < wanted and number < len(g.tables[ENTITIES]):
        if (yield from place_beside(g, p, area, kind, number)):
            placed += 1
        else:
            number += 1
    return placed


def place_guards(
    g: Generation[Any], p: Population, area: Area, number: int, wanted: int
) -> Finding[int]:
    """Place guards around the entity of a number, and then around those that were placed there.
    Returns how many found no place."""
    around, following = number, len(g.tables[ENTITIES])
    for left in range(wanted, 0, -1):
        kind = choose_entity(g, p)
        while not (yield from place_beside(g, p, area, kind, around)):
            if following == len(g.tables[ENTITIES]):
                return left
            around, following = following, following + 1
    return 0


def guard_entities(g: Generation[Any], p: Population, area: Area, first: int) -> Finding[int]:
    """Place the guards of all entities before number `first`, but not more than the limit. Returns
    how many were wanted. Those that find no place are left out, and the status says so."""
    wanted = done = 0
    for number in range(first):
        yield GUARDED
        count = p.guarded.get(g.tables[ENTITIES][number]["kind"], 0)
        wanted += count
        count = min(count, p.limit - done)
        if not count:
            continue
        done += count
        yield "guarded"
        for _ in range((yield from place_guards(g, p, area, number, count))):
            g.leave_out(STATUS_NOT_ALL_PLACED)
    return wanted
