"""Many floors from one seed, in two levels: the dungeon's seed gives each floor a seed of its own.

A dungeon has 256 floors. The first one has the dungeon's own seed. Each further floor takes one
step of a linear congruential generator modulo 65536, which is separate from the random numbers of
the floors. It reaches every seed before one repeats (Hull and Dobell 1962), and has an exact
inverse, so that the way back leads through the same floors. A step of the floors' own xorshift
instead would give each floor its neighbour's random numbers, shifted by one draw. The twin of
`c64src/core/floor_seed.kernel.j2`.
"""

from __future__ import annotations

from pygen.base.errors import UsageError
from pygen.engine.random.random16 import RandomGenerator

FLOORS = 256
_MODULUS = 65536


def next_seed(parameters: RandomGenerator, seed: int) -> int:
    """The seed of the floor below."""
    return (seed * parameters.floor_multiplier + parameters.floor_increment) % _MODULUS


def previous_seed(parameters: RandomGenerator, seed: int) -> int:
    """The seed of the floor above: the inverse of `next_seed`."""
    inverse = pow(parameters.floor_multiplier, -1, _MODULUS)
    return (seed - parameters.floor_increment) * inverse % _MODULUS


def strides(parameters: RandomGenerator) -> list[tuple[int, int]]:
    """The pairs (m, c) that go down 1, 2, 4, ... 128 floors at once: a seed x becomes m x + c,
    modulo 65536."""
    multiplier, increment = parameters.floor_multiplier, parameters.floor_increment
    pairs = []
    for _ in range((FLOORS - 1).bit_length()):
        pairs.append((multiplier, increment))
        # Twice x -> m x + c is m m x + c (m + 1).
        increment = increment * (multiplier + 1) % _MODULUS
        multiplier = multiplier * multiplier % _MODULUS
    return pairs


def check_floor(floor: int) -> None:
    """Raise UsageError if there is no such floor."""
    if not 1 <= floor <= FLOORS:
        raise UsageError(f"there is no floor {floor}", f"Floors are 1 to {FLOORS}.")


def dungeon_seed(parameters: RandomGenerator, seed: int, floor: int) -> int:
    """The seed of the dungeon in which a floor (1..256) has the seed `seed`.

    Raises UsageError for another floor.
    """
    check_floor(floor)
    for _ in range(floor - 1):
        seed = previous_seed(parameters, seed)
    return seed


def floor_seed(parameters: RandomGenerator, dungeon_seed: int, floor: int) -> int:
    """The seed of a floor, 1..256, of the dungeon with the seed `dungeon_seed` (0..65535).

    Raises UsageError for another floor.
    """
    check_floor(floor)
    seed, floors_below = dungeon_seed, floor - 1
    for multiplier, increment in strides(parameters):
        if floors_below & 1:
            seed = (seed * multiplier + increment) % _MODULUS
        floors_below >>= 1
    return seed
