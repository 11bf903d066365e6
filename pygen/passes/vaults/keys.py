"""A place for the key of a vault's door.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.places import random_place, tiles_from
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.reaching import reached_in_byte
from pygen.passes.vaults.parameters import Vaults
from pygen.passes.vaults.sites import PACE, PLACE, Site

ENTITY = Piece("look", PACE["entities_seen"], is_divisible=True)


def find_key(g: Generation[Any], p: Vaults, plane: Plane, site: Site) -> Finding[Tile | None]:
    """A tile for the key of the vault's door: the first one from a random byte of the plane on that
    is free floor, was reached, is far enough from the door and not within the vault; None if there
    is none."""
    door_x, door_y = site.door
    place = random_place(g, plane)
    yield "keys"
    for tile in tiles_from(plane, place, partial(reached_in_byte, plane)):
        if not tile:
            yield PLACE
            continue
        x, y = tile
        suits = abs(x - door_x) + abs(y - door_y) >= p.from_door
        suits = suits and not site.holds(tile) and tile != site.front and is_free_floor(g, x, y)
        yield "key"
        if suits:
            if not (yield from look_for_entity(g, x, y, ENTITY)):
                return tile
            yield "occupied"
    return None
