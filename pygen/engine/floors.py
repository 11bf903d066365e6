"""Many floors from one seed: document 001's two levels.

A dungeon has 256 floors. The first one's seed is the dungeon's own; a generator of the dungeon's,
apart from the one that every floor draws from, steps once for every further floor and gives its
seed. It is linear congruential modulo 65536: it reaches every seed before one comes again (Hull and
Dobell 1962), and it has an exact inverse, so that the way back leads through the same floors. An
xorshift here, as on the floors, would give each floor its neighbour's random numbers, moved by one
draw. The twin of `c64src/floors.c`.
"""

from __future__ import annotations

from pygen.base.errors import UsageError
from pygen.engine.random16 import RandomGenerator

FLOORS = 256
_MODULUS = 65536


def next_seed(parameters: RandomGenerator, seed: int) -> int:
    """The seed of the floor below."""
    return (seed * parameters.floor_multiplier + parameters.floor_increment) % _MODULUS


def previous_seed(parameters: RandomGenerator, seed: int) -> int:
    """The seed of the floor above: the inverse of `next_seed`."""
    inverse = pow(parameters.floor_multiplier, -1, _MODULUS)
    return (seed - parameters.floor_increment) * inverse % _MODULUS


def floor_seed(parameters: RandomGenerator, dungeon_seed: int, floor: int) -> int:
    """The seed of a floor, 1..256, of the dungeon that hangs on `dungeon_seed` (0..65535).

    Raises UsageError for another floor.
    """
    if not 1 <= floor <= FLOORS:
        raise UsageError(f"there is no floor {floor}", f"Floors are 1 to {FLOORS}.")
    seed = dungeon_seed
    for _ in range(floor - 1):
        seed = next_seed(parameters, seed)
    return seed
