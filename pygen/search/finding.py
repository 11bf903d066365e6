"""Searching the dungeons of many seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.builders.native import NativeBuilder
from pygen.emit.plan import plan_of
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import Chunk
from pygen.kinds import generate
from pygen.search.conditions import Condition
from pygen.search.numbers import number_reader, numbers_of, regions_read
from pygen.spec import Spec
from pygen.spec.selection import Selection

SEEDS_AT_ONCE = 512
"""How many dungeons are built before the search reports its progress."""


@dataclass(frozen=True)
class Found:
    """A dungeon that meets the condition: its seed, and all its numbers by name."""

    seed: int
    numbers: dict[str, int | None]


@dataclass(frozen=True)
class Part:
    """A part of a search: how many seeds were searched, and the dungeons found among them."""

    searched: int
    found: list[Found]


def search(
    spec: Spec,
    dungeon: str,
    condition: Condition,
    seeds: Sequence[int],
    floor: int = 1,
    library: Path | None = None,
    chunk: Chunk = (0, 0),
    selection: Selection | None = None,
) -> Iterator[Part]:
    """Search the dungeons of these seeds on one floor (1..256), part by part, in order.

    In a world, `chunk` is the chunk that is searched for each seed. The native `library` builds the
    dungeons of a `selection` (default: those that are proven); without a library the reference
    builds them, which takes longer. Raises UsageError for a floor that does not exist.
    """
    native = NativeBuilder(spec, library, selection) if library else None
    for start in range(0, len(seeds), SEEDS_AT_ONCE):
        part = [
            Request(dungeon, seed, floor, chunk) for seed in seeds[start : start + SEEDS_AT_ONCE]
        ]
        found = (
            _search_native(native, condition, part)
            if native
            else _search_reference(spec, condition, part)
        )
        yield Part(len(part), found)


def _search_native(
    native: NativeBuilder, condition: Condition, requests: Sequence[Request]
) -> list[Found]:
    plan = plan_of(native.spec, requests[0].dungeon)
    reader = number_reader(plan)
    data = native.survey(requests, regions_read(plan))
    found = []
    for number, request in enumerate(requests):
        one = data[number * reader.size : (number + 1) * reader.size]
        if condition.holds(reader.read(one, request.seed, condition.names)):
            found.append(Found(request.seed, reader.read(one, request.seed)))
    return found


def _search_reference(spec: Spec, condition: Condition, requests: Sequence[Request]) -> list[Found]:
    built = (
        Found(request.seed, numbers_of(spec, generate(spec, request), request.seed))
        for request in requests
    )
    return [one for one in built if condition.holds(one.numbers)]
