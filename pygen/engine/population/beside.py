"""Placing entities beside another one: packs.

The twin is `c64src/core/population/beside.h`. What a `yield` means is described in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import add_entity, look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area
from pygen.engine.population.parameters import Population
from pygen.engine.population.trying import OCCUPIED, is_far

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The ways to the eight tiles around one, clockwise from the one above."""


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
