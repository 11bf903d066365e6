"""How many tries the dungeons of many seeds take to be as required, and what that costs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygen.engine.constants import STATUS_NOT_AS_REQUIRED
from pygen.engine.definition.require import MOST_TRIES
from pygen.engine.random.random16 import Random16
from pygen.engine.random.request import Request
from pygen.engine.random.streams import seeds_of_tries
from pygen.kinds import figures_of
from pygen.spec import Spec

ALL_SEEDS = 65536
MANY_CYCLES = 20_000_000
"""More cycles than this, 20 seconds, are too many for one dungeon of a hundred."""


@dataclass(frozen=True, order=True)
class Tried:
    """The number of tries that a seed's dungeon took, and whether even the last one is not as
    required."""

    tries: int
    is_missed: bool
    seed: int


def is_missed(status: int) -> bool:
    """Whether a dungeon of this status is not as required."""
    return bool(status & STATUS_NOT_AS_REQUIRED)


def name_of_tries(spec: Spec, dungeon: str) -> str:
    """The name of the figure that says how many tries a dungeon took; "" if nothing is required."""
    parameters = spec.dungeons[dungeon]
    return next(iter(figures_of(parameters)[-1].fields)) if parameters.requires else ""


def different(spec: Spec, dungeon: str, floor: int, tried: Sequence[Tried]) -> int:
    """How many dungeons are different, as far as the seeds of their last tries are."""
    last = set()
    for one in tried:
        seed = Request(dungeon, one.seed, floor).own_seed(spec.random)
        if one.tries > 1:
            seeds = seeds_of_tries(spec.random, Random16(spec.random, seed).state)
            for _ in range(one.tries - 1):
                seed = seeds.draw()
        last.add(seed)
    return len(last)


@dataclass(frozen=True)
class Cost:
    """The cycles of a dungeon with one compiler: the median of many seeds, what 99 % of them take
    at most, and the worst. `is_rough` says that only a few dungeons were measured."""

    compiler: str
    median: int
    most_of_99: int
    worst: int
    is_rough: bool = False


def share_needed(tries: int) -> int:
    """The share of tries that must be as required, in percent: with it less than one of all seeds
    is expected to miss in so many tries. The shares that miss a try are multiplied."""
    missing: float = ALL_SEEDS ** (-1 / tries)
    return math.ceil(100 * (1 - missing))


def words_of_tries(tried: Sequence[Tried], most: int, different: int) -> Iterator[str]:
    """What tries say about a dungeon, a sentence each. `most` is the number of tries that it may
    have, `different` that of the dungeons that are different."""
    count = len(tried)
    if not count:
        return

    def share(number: int) -> str:
        percent = 100 * number / count
        return f"{percent:.1f} %" if number in (0, count) or percent >= 0.05 else "less than 0.1 %"

    met = Counter(one.tries for one in tried if not one.is_missed)
    missed = sum(one.is_missed for one in tried)
    parts, first = [], 1
    for last in (1, 2, 3, 4, 8, 16, 32, MOST_TRIES):
        number = sum(met[tries] for tries in range(first, last + 1))
        if number:
            parts.append(f"{first if first == last else f'{first}-{last}'} in {share(number)}")
        first = last + 1
    if missed:
        parts.append(f"not met in {most} in {share(missed)} ({missed:,})")
    yield f"tries: {', '.join(parts)} of {count:,} seeds"
    # All tries but the last of each seed were not as required, and that of the missed neither.
    made = sum(one.tries for one in tried)
    good = math.floor(1000 * (count - missed) / made) / 10
    needed = [f"{tries} tries need {share_needed(tries)} %" for tries in sorted({most, 32, 64})]
    yield (
        f"{good:.1f} % of the tries are as required; to meet all {ALL_SEEDS:,} seeds, "
        + ", ".join(needed)
    )
    yield f"{different:,} different dungeons of {count:,} seeds"


def words_of_cost(cost: Cost) -> Iterator[str]:
    """What a cost says, a sentence each: the second one is a warning."""
    about = ", about" if cost.is_rough else ""
    yield (
        f"cycles with {cost.compiler}{about}: median {cost.median:,}, "
        f"99 % up to {cost.most_of_99:,}, worst {cost.worst:,}"
    )
    if cost.most_of_99 > MANY_CYCLES:
        yield (
            f"warning: 99 % of the dungeons take up to {cost.most_of_99 / 1_000_000:.0f} M cycles, "
            f"more than {MANY_CYCLES // 1_000_000} M: require less, or help the passes to meet it"
        )
