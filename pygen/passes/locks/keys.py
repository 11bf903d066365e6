"""A place for the key of a door.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.passes.locks.constants import KEYS_TRIED
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.places import PLACE, random_place, reached_in_byte, tiles_from
from pygen.passes.locks.reaching import ENTITY, PACE, Reach, is_reached

KEY_TRIED = Piece("key", PACE["keys_at_once"], is_done=True)


def suits_key(g: Generation[Any], p: Locks, tile: Tile, door: Tile) -> bool:
    """Whether a key may be at a tile: free floor that is far enough from its door."""
    x, y = tile
    return abs(x - door[0]) + abs(y - door[1]) >= p.from_door and is_free_floor(g, x, y)


def find_key(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[Tile | None]:
    """A tile for the key that was reached; None if there is none. Random tiles are tried; if all of
    them fail, and all passages are tried, all tiles are, from a random byte of the plane on."""
    for _ in range(KEYS_TRIED):
        tile = g.random_tile()
        if not is_reached(reach, tile):
            yield KEY_TRIED
            continue
        if suits_key(g, p, tile, door):
            yield "key"
            if not (yield from look_for_entity(g, *tile, ENTITY)):
                return tile
        yield "key"
    if p.search == "random":
        return None
    place = random_place(g, reach)
    yield "keys"
    for found in tiles_from(reach, place, reached_in_byte):
        if not found:
            yield PLACE
            continue
        suits = suits_key(g, p, found, door)
        yield "key"
        if suits:
            if not (yield from look_for_entity(g, *found, ENTITY)):
                return found
            yield "key"
    return None
