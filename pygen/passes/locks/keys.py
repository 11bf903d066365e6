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
from pygen.engine.population.areas import Area, count_of_rooms, room_area
from pygen.passes.locks.constants import KEYS_TRIED
from pygen.passes.locks.near import is_near
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.places import PLACE, random_place, reached_in_byte, tiles_from
from pygen.passes.locks.reaching import ENTITY, PACE, Reach, is_reached

ROOM = Piece("rooms", PACE["key_rooms_at_once"])
KEY_TRIED = Piece("key", PACE["keys_at_once"], is_done=True)


def suits_key(g: Generation[Any], p: Locks, reach: Reach, tile: Tile, door: Tile) -> bool:
    """Whether a key may be at a tile that was reached: free floor that is far enough from the start
    and from its door, and behind the door before it if it has to be."""
    x, y = tile
    if abs(x - door[0]) + abs(y - door[1]) < p.from_door or is_near(reach, tile):
        return False
    return not reach.before[y] >> x & 1 and is_free_floor(g, x, y)


def far_in_byte(reach: Reach, y: int, at: int) -> int:
    """The tiles in a byte of the plane that were reached and are not near, and behind the door
    before if the key has to be, as eight bits."""
    others = reach.near_start[y] | reach.near_door[y] | reach.before[y]
    return reached_in_byte(reach, y, at) & ~(others >> (8 * at))


def is_inside(area: Area, tile: Tile) -> bool:
    """Whether a tile is in an area."""
    x, y, width, height = area
    return 0 <= tile[0] - x < width and 0 <= tile[1] - y < height


def is_alone(g: Generation[Any], reach: Reach, tile: Tile) -> Finding[bool]:
    """Whether a tile is in a room in which no key is."""
    for number in range(count_of_rooms(g)):
        yield ROOM
        area = room_area(g, number)
        if is_inside(area, tile):
            return not any(lock.key and is_inside(area, lock.key) for lock in reach.locks)
    return False


def is_free(g: Generation[Any], p: Locks, reach: Reach, tile: Tile) -> Finding[bool]:
    """Whether no entity is at a tile, and no key in its room if keys are in rooms of their own."""
    if (yield from look_for_entity(g, *tile, ENTITY)):
        return False
    if p.key_rooms == "any":
        return True
    yield "entities"
    return (yield from is_alone(g, reach, tile))


def find_key(g: Generation[Any], p: Locks, reach: Reach, door: Tile) -> Finding[Tile | None]:
    """A tile for the key that was reached; None if there is none. Random tiles are tried; if all of
    them fail, all tiles may be tried, from a random byte of the plane on."""
    for _ in range(KEYS_TRIED):
        tile = g.random_tile()
        if not is_reached(reach, tile):
            yield KEY_TRIED
            continue
        if suits_key(g, p, reach, tile, door):
            yield "key"
            if (yield from is_free(g, p, reach, tile)):
                return tile
        yield "key"
    if not p.tries_all_tiles:
        return None
    place = random_place(g, reach)
    yield "keys"
    for found in tiles_from(reach, place, far_in_byte):
        if not found:
            yield PLACE
            continue
        suits = suits_key(g, p, reach, found, door)
        yield "key"
        if suits:
            if (yield from is_free(g, p, reach, found)):
                return found
            yield "key"
    return None
