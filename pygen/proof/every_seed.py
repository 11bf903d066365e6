"""The whole proof: every seed gives the same dungeon on every route from the spec to its bytes.

The proof may be interrupted at any time and continues where it stopped: a journal records the seeds
that are equal, and the reference's dungeons are kept as digests.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import EmulatorFailed, EmulatorLost, ToolMissing
from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.base.running import processor_seconds
from pygen.builders.base import Builder, Route
from pygen.builders.module import RouteOfModule
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.builders.runner import (
    Processes,
    close_opened,
    leave_if_ending,
    opened,
    route_of,
    run_pieces,
)
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import area_chunk
from pygen.proof.digests import DigestFile, digest_of
from pygen.proof.journal import Entry, Journal, parts, seeds_text
from pygen.spec import Spec

VERIFY_FOLDER = BUILD_FOLDER / "verify"

SEEDS_AT_ONCE = 256
"""The seeds of one piece: a few seconds of work, the most that an interruption can lose."""

MOST_WRONG = 100
"""A job with this many wrong seeds is stopped, as more would not help."""


@dataclass
class SeedJob:
    """The seeds of one dungeon to compare on two routes. `against` is the route to compare with, in
    most proofs the reference.

    A dungeon that varies by floor has a job for each row of parameters: `floor` is the first floor
    of the row, and `floors` names the row's floors in words, such as `floors 4-9`. The seeds of a
    floor are a permutation of the dungeon's seeds, so the whole range of one gives the whole range
    of the other.

    In a world, each seed has one chunk of a sample. A job may compare chunks of one seed instead:
    `chunks_of` is that seed, and `seeds` are the numbers of chunks in an area.
    """

    route: Route
    against: Route
    dungeon: str
    seeds: Sequence[int]
    journal: Journal
    digests: DigestFile
    """The digests of the route `against`."""
    keys: tuple[str, str]
    """The identities of both routes."""
    equal: int = 0
    known: int = 0
    """How many of the equal seeds were in the journal before this run."""
    wrong: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    floor: int = 1
    floors: str = ""
    chunks_of: int | None = None

    @property
    def name(self) -> str:
        """The name of the job in reports, such as `deep floors 4-9`."""
        if self.chunks_of is not None:
            return f"{self.dungeon} chunks of seed {self.chunks_of}"
        return f"{self.dungeon} {self.floors}".rstrip()

    def request(self, seed: int) -> Request:
        """The request for one of the job's seeds, or for the chunk with this number."""
        if self.chunks_of is None:
            return self.route.spec.proof_request(self.dungeon, seed, self.floor)
        return Request(self.dungeon, self.chunks_of, self.floor, area_chunk(seed))

    @property
    def is_given_up(self) -> bool:
        return bool(self.failures) or len(self.wrong) >= MOST_WRONG

    @property
    def is_good(self) -> bool:
        """Whether every seed is equal."""
        return self.equal == len(self.seeds)

    @property
    def rate(self) -> float | None:
        """Seeds checked per second of processor time, averaged over the journal; None if empty."""
        seconds = sum(entry.seconds for entry in self.journal.entries)
        return sum(entry.count for entry in self.journal.entries) / seconds if seconds else None


def make_jobs(
    route: Route,
    against: Route,
    dungeon: str,
    seeds: Sequence[int],
    folder: Path,
    chunks_of: int | None = None,
) -> list[SeedJob]:
    """A job for each row of a dungeon's parameters, which continues where its journal in `folder`
    ends. `chunks_of` has the meaning of the field of SeedJob."""
    jobs = []
    for row in against.spec.dungeons[dungeon].floor_rows:
        floor = row.first_floor
        keys = route.identity(dungeon, floor), against.identity(dungeon, floor)
        state = hashlib.sha256("\0".join([*keys, dungeon]).encode())
        for path in _CHECKERS:
            state.update(path.read_bytes())
        # Not a hyphen: the text before the hyphen identifies old files of a dungeon.
        place = f"{dungeon}.{floor}" if row.name else dungeon
        if chunks_of is not None:
            place += f".chunks_of_{chunks_of}"
        name = f"{route.name}-{against.name}-{place}".replace(" ", "_")
        journal = Journal(folder, name, state.hexdigest())
        digests = DigestFile(folder, f"{against.name}-{place}", keys[1])
        job = SeedJob(route, against, dungeon, seeds, journal, digests, keys)
        job.floor, job.floors, job.chunks_of = floor, row.name, chunks_of
        jobs.append(job)
    return jobs


# The code that compares: a change of it invalidates every journal.
_CHECKERS = [
    *source_files(PROJECT / "pygen" / "proof", "every_seed.py", "journal.py", "digests.py"),
    *source_files(PROJECT / "pygen" / "emit", "memory_regions.py"),
    *source_files(PROJECT / "pygen" / "builders", "base.py", "runner.py"),
]


def plan(
    spec: Spec,
    modules: Sequence[RouteOfModule],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
    against_native: bool = False,
    chunks_of: int | None = None,
) -> tuple[list[SeedJob], str]:
    """The jobs of a proof, and a sentence about what was left out ("" if nothing).

    Every row of a dungeon's parameters is proven. Every dungeon's native build, and each of
    `modules`, is compared with Python. With `against_native` the modules are compared with the
    native builds, and nothing is compared with Python; this raises ToolMissing without a C
    compiler. With `chunks_of` the dungeons must be worlds, and `seeds` are numbers of chunks of
    this seed.
    """
    routes: list[tuple[str, Route]] = []
    left_out = ""
    if not against_native:
        try:
            routes += [(dungeon, native_route(spec, dungeon, build_folder)) for dungeon in dungeons]
        except ToolMissing as error:
            left_out = f"No native build: {error.message}."
    routes += [(route.module.dungeon, route) for route in modules]
    python = PythonRoute(spec)
    jobs: list[SeedJob] = []
    for dungeon, route in routes:
        against = native_route(spec, dungeon, build_folder) if against_native else python
        jobs += make_jobs(route, against, dungeon, seeds, folder, chunks_of)
    return jobs, left_out


def native_route(spec: Spec, dungeon: str, build_folder: Path = BUILD_FOLDER) -> NativeRoute:
    """A native library with just this dungeon, so that changes of others do not affect it."""
    alone = spec.only(dungeon)
    library = build_native(spec, build_folder=build_folder, selection=alone)
    return NativeRoute(spec, library, alone)


# ------------------------------------------------------------------ doing it


@dataclass(frozen=True)
class _Batch:
    """A piece of a job: the job's index, and the data that a worker needs."""

    job: int
    route: str
    against: str
    digests: DigestFile
    requests: dict[int, Request]
    """The requests by seed, or by the number of the chunk."""


@dataclass(frozen=True)
class _Outcome:
    """The result of a piece. `failure` says why the route could not build all its dungeons; `new`
    are the digests of the other route that were not known before."""

    wrong: list[int]
    checksum: int
    seconds: float
    failure: str = ""
    new: dict[int, bytes] = field(default_factory=dict)


def verify(
    jobs: Sequence[SeedJob],
    workers: int,
    step: Callable[[SeedJob, int], None] = lambda _job, _count: None,
) -> None:
    """Do the jobs with `workers` processes, and store the results in the jobs.

    `step` is called with a job and a number of seeds whenever that many seeds have proved equal.
    Every equal piece is in the journal before the next result is awaited. Raises EmulatorFailed if
    processes are killed from outside, UserError if a journal cannot be written.
    """
    routes = {job.keys[0]: job.route for job in jobs} | {job.keys[1]: job.against for job in jobs}

    def done(piece: _Batch, outcome: _Outcome) -> Sequence[_Batch]:
        job, seeds = jobs[piece.job], list(piece.requests)
        if outcome.new:
            job.digests.write(outcome.new)
        if outcome.failure:
            job.failures.append(outcome.failure)
            return ()
        job.wrong = sorted(job.wrong + outcome.wrong)
        good = len(seeds) - len(outcome.wrong)
        job.equal += good
        if not outcome.wrong:
            checksum, seconds = f"{outcome.checksum:08x}", round(outcome.seconds, 3)
            job.journal.add(Entry(seeds_text(seeds), len(seeds), checksum, seconds))
        step(job, good)
        return ()

    run_pieces(_pieces(jobs, step), _check, done, Processes(routes, workers))


def _pieces(jobs: Sequence[SeedJob], step: Callable[[SeedJob, int], None]) -> Iterator[_Batch]:
    """The pieces that are not done yet."""
    left: list[tuple[int, list[int]]] = []
    for number, job in enumerate(jobs):
        todo = sorted(set(job.seeds) - job.journal.done())
        job.known = job.equal = len(job.seeds) - len(todo)
        step(job, job.known)
        left += [(number, part) for part in parts(todo, SEEDS_AT_ONCE)]
    for number, part in left:
        job = jobs[number]
        if not job.is_given_up:
            yield _Batch(number, *job.keys, job.digests, {seed: job.request(seed) for seed in part})


# ------------------------------------------------------------------ in a worker process

_references: dict[str, Builder] = {}


def _check(piece: _Batch) -> _Outcome:
    """Build the dungeons of a piece on its route, and compare them with the other route's."""
    leave_if_ending()
    begin = processor_seconds()
    requests = piece.requests
    try:
        all_bytes = opened(piece.route).build_many(list(requests.values()))
    except EmulatorLost:
        close_opened()
        raise
    except EmulatorFailed as error:
        failure = f"{error.message} ({error.hint})" if error.hint else error.message
        return _Outcome([], 0, processor_seconds() - begin, failure)
    size = len(all_bytes) // len(requests)
    their_bytes = {seed: all_bytes[n * size : (n + 1) * size] for n, seed in enumerate(requests)}
    known = piece.digests.read(list(requests))
    unsure = [seed for seed in requests if known.get(seed) != digest_of(their_bytes[seed])]
    our_bytes = dict(zip(unsure, _built(piece.against, [requests[seed] for seed in unsure])))
    wrong = [seed for seed in unsure if our_bytes[seed] != their_bytes[seed]]
    new = {seed: digest_of(data) for seed, data in our_bytes.items()}
    return _Outcome(wrong, zlib.crc32(all_bytes), processor_seconds() - begin, "", new)


def _built(key: str, requests: Sequence[Request]) -> list[bytes]:
    """The compared regions of dungeons, built by a route that needs no emulator."""
    if key not in _references:
        _references[key] = route_of(key).open()
    builder = _references[key]
    return [builder.build_many([request]) for request in requests]
