"""Things that are on one of several floors.

A stream chooses the floor. Its seed comes from that of the last one of these floors, which follows
from the seed of each of them: so all of them choose the same floor, and it follows from the seed of
the dungeon. The twin is `c64src/core/population/once.h`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.parameters import Population
from pygen.engine.population.values import OnceAt, once_floors, once_stream
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.engine.random.streams import stream_number, stream_seed


def is_chosen(g: Generation[Any], p: Population) -> bool:
    """Whether the pass places anything on this floor, as far as that is up to `once`."""
    return is_floor_chosen(g, p.once_at, stream_number(once_stream(p.id)))


def is_floor_chosen(g: Generation[Any], once: OnceAt | None, stream: int) -> bool:
    """Whether something is on this floor, which is that of `once`; always without that. `stream` is
    the key of the stream that chooses the floor."""
    random = g.blueprint.random
    if not once:
        return True
    last = floor_seed(random, g.seed, 1 + once.behind)
    return chosen_place(random, last, stream, once.floors) == once.at


def chosen_place(random: RandomGenerator, last: int, stream: int, count: int) -> int:
    """The place of the floor that a stream chooses among `count` floors, from 0. `last` is the own
    seed of the last one of them."""
    return Random16(random, stream_seed(random, last, stream)).below(count)


def chosen_floor(random: RandomGenerator, seed: int, once: str, stream: int) -> int:
    """The floor that a stream chooses among those of `once`, such as 5-8, in the dungeon with this
    seed."""
    floors = once_floors(once)
    last = floor_seed(random, seed, floors.stop - 1)
    return floors.start + chosen_place(random, last, stream, len(floors))
