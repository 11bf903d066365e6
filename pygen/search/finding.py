"""Searching the dungeons of many seeds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.builders.cluster import Cluster
from pygen.builders.native import NativeBuilder, NativeRoute
from pygen.builders.python import PythonRoute
from pygen.builders.runner import opened, route_of, run_pieces
from pygen.emit.plan import plan_of
from pygen.engine.definition.conditions import Condition, parse_condition
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import Chunk
from pygen.kinds import generate
from pygen.search.numbers import STATUS, number_reader, numbers_of, regions_read
from pygen.search.tries import Tried, is_missed, name_of_tries
from pygen.spec import Spec
from pygen.spec.selection import Selection

SEEDS_AT_ONCE = 512
"""How many dungeons are built before the search reports its progress."""

SEEDS_AT_CLUSTER = 2048
"""The seeds that a worker of a cluster searches at a time."""

ROUTE = "searched"
"""The key of the only route of a search on a cluster."""


@dataclass(frozen=True)
class Found:
    """A dungeon that meets the condition: its seed, and all its numbers by name."""

    seed: int
    numbers: dict[str, int | None]


@dataclass(frozen=True)
class Part:
    """A part of a search: how many seeds were searched, and the dungeons found among them. `tried`
    says how many tries each seed took, if anything is required."""

    searched: int
    found: list[Found]
    tried: tuple[Tried, ...] = ()


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
        yield (
            _search_native(native, condition, part)
            if native
            else _search_reference(spec, condition, part)
        )


@dataclass(frozen=True)
class _Piece:
    """A part of a search on a cluster."""

    number: int
    where: str
    requests: Sequence[Request]


def search_on(
    cluster: Cluster,
    route: NativeRoute | PythonRoute,
    dungeon: str,
    condition: Condition,
    seeds: Sequence[int],
    floor: int = 1,
    limit: int | None = None,
    advance: Callable[[int], None] = lambda _searched: None,
) -> list[Part]:
    """Search as `search` does, on the workers of a cluster, which build the dungeons by `route`.

    Returns the parts in order, each with SEEDS_AT_CLUSTER seeds. With a `limit`, the search ends
    when so many dungeons are found in parts without a gap from the first seed on; there may be
    more. `advance` is called with a number of seeds whenever so many more were searched. Raises
    EmulatorFailed if the cluster cannot be used.
    """
    parts: dict[int, Part] = {}

    def is_enough() -> bool:
        whole = itertools.takewhile(lambda number: number in parts, itertools.count())
        return limit is not None and sum(len(parts[one].found) for one in whole) >= limit

    def pieces() -> Iterator[_Piece]:
        for number, start in enumerate(range(0, len(seeds), SEEDS_AT_CLUSTER)):
            if is_enough():
                return
            some = seeds[start : start + SEEDS_AT_CLUSTER]
            requests = [Request(dungeon, seed, floor) for seed in some]
            yield _Piece(number, condition.text, requests)

    def done(piece: _Piece, part: Part) -> Sequence[_Piece]:
        parts[piece.number] = part
        advance(part.searched)
        return ()

    run_pieces(pieces(), _search_piece, done, cluster.pool({ROUTE: route}))
    return [parts[number] for number in sorted(parts)]


def _search_piece(piece: _Piece) -> Part:
    """Search a part, in a worker."""
    spec = route_of(ROUTE).spec
    reader = number_reader(plan_of(spec, piece.requests[0].dungeon))
    condition = parse_condition(piece.where, reader.names)
    builder = opened(ROUTE)
    return (
        _search_native(builder, condition, piece.requests)
        if isinstance(builder, NativeBuilder)
        else _search_reference(spec, condition, piece.requests)
    )


def _search_native(
    native: NativeBuilder, condition: Condition, requests: Sequence[Request]
) -> Part:
    plan = plan_of(native.spec, requests[0].dungeon)
    reader = number_reader(plan)
    data = native.survey(requests, regions_read(plan))
    tries = name_of_tries(native.spec, requests[0].dungeon)
    found, tried = [], []
    for number, request in enumerate(requests):
        one = data[number * reader.size : (number + 1) * reader.size]
        if condition.holds(reader.read(one, request.seed, condition.names)):
            found.append(Found(request.seed, reader.read(one, request.seed)))
        if tries:
            made, status = reader.read(one, request.seed, (tries, STATUS)).values()
            tried.append(Tried(made or 0, is_missed(status or 0), request.seed))
    return Part(len(requests), found, tuple(tried))


def _search_reference(spec: Spec, condition: Condition, requests: Sequence[Request]) -> Part:
    found, tried = [], []
    for request in requests:
        generation = generate(spec, request)
        numbers = numbers_of(spec, generation, request.seed)
        if condition.holds(numbers):
            found.append(Found(request.seed, numbers))
        if spec.dungeons[request.dungeon].requires:
            missed = is_missed(generation.status)
            tried.append(Tried(generation.tries, missed, request.seed))
    return Part(len(requests), found, tuple(tried))
