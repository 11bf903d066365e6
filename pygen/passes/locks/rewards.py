"""A place for what is behind a locked door."""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.entities import look_for_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.places import BytePlace
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.places import tiles_from
from pygen.passes.locks.reaching import ENTITY, PACE, Reach

REWARD = Piece("rewards", PACE["passages_at_once"])


def not_reached_in_byte(reach: Reach, y: int, at: int) -> int:
    """The open tiles in a byte of the plane that were not reached, as eight bits."""
    return (~reach.plane.taken[y] >> (8 * at)) & 0xFF


def behind_in_byte(reach: Reach, y: int, at: int) -> int:
    """The open tiles in a byte of the plane that are directly behind the door whose key was held
    back, as eight bits."""
    return ((reach.plane.taken[y] & ~reach.before[y]) >> (8 * at)) & 0xFF


def find_reward(
    g: Generation[Any], p: Locks, reach: Reach, place: BytePlace
) -> Finding[Tile | None]:
    """A tile for the reward behind the door: from a byte of the plane on, the first tile that was
    not reached without the key, or that is directly behind it; None if nothing can be put there."""
    of_byte = behind_in_byte if p.has_own_rewards else not_reached_in_byte
    for tile in tiles_from(reach, place, of_byte):
        if not tile:
            yield REWARD
            continue
        is_free = is_free_floor(g, *tile)
        yield "reward"
        if is_free:
            if not (yield from look_for_entity(g, *tile, ENTITY)):
                return tile
            yield "reward"
    return None
