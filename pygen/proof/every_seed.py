"""The whole proof: every seed gives the same dungeon on every route from the spec to its bytes.

The proof may be interrupted at any time and continues where it stopped: a journal records the seeds
that are equal, and the reference's dungeons are kept as digests.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import EmulatorFailed, EmulatorLost, UserError
from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.base.running import processor_seconds
from pygen.builders.base import DIGEST_BYTES, Builder, Route, digest_of
from pygen.builders.cluster import Cluster
from pygen.builders.runner import (
    Pool,
    Processes,
    close_opened,
    leave_if_ending,
    opened,
    route_of,
    run_pieces,
)
from pygen.emit.memory_regions import compared_regions
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import area_chunk
from pygen.proof.digests import UNKNOWN, DigestFile
from pygen.proof.journal import Entry, Journal, parts, seeds_text
from pygen.proof.recorded_blocks import blocks, recorded_blocks
from pygen.spec import Spec

VERIFY_FOLDER = BUILD_FOLDER / "verify"

SEEDS_AT_ONCE = 2048
"""The seeds of one piece, if the other route's digests are known."""

SEEDS_TO_BUILD = 256
"""The seeds of one piece, if the other route has to build them: a few seconds of work, the most
that an interruption can lose."""

MOST_WRONG = 100
"""A job with this many wrong seeds is stopped, as more would not help."""


@dataclass(frozen=True)
class Requests:
    """The requests for a floor of a dungeon, by seed; or, with `chunks_of`, for chunks of that
    seed, by their numbers."""

    dungeon: str
    floor: int
    chunks_of: int | None

    def of(self, spec: Spec, number: int) -> Request:
        """The request for a seed or for the chunk with this number."""
        if self.chunks_of is None:
            return spec.proof_request(self.dungeon, number, self.floor)
        return Request(self.dungeon, self.chunks_of, self.floor, area_chunk(number))


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
    remarks: list[str] = field(default_factory=list)
    """What the route's builder had to do in another way than usual."""
    is_sample: bool = False
    """Whether these seeds are a sample of those of another job."""
    blocks: Sequence[bytes] = ()
    """The recorded digests of all blocks of seeds on the route `against`, if there are any."""

    @property
    def name(self) -> str:
        """The name of the job in reports, such as `deep floors 4-9`."""
        if self.chunks_of is not None:
            return f"{self.dungeon} chunks of seed {self.chunks_of}"
        return f"{self.dungeon} {self.floors}".rstrip()

    @property
    def requests(self) -> Requests:
        """What is asked for with a seed of the job, or with the number of a chunk."""
        return Requests(self.dungeon, self.floor, self.chunks_of)

    def request(self, seed: int) -> Request:
        """The request for one of the job's seeds, or for the chunk with this number."""
        return self.requests.of(self.route.spec, seed)

    @property
    def is_given_up(self) -> bool:
        return bool(self.failures) or len(self.wrong) >= MOST_WRONG

    @property
    def is_good(self) -> bool:
        """Whether every seed is equal."""
        return self.equal == len(self.seeds)


def rate_of(jobs: Sequence[SeedJob]) -> float | None:
    """Seeds checked per second of processor time, averaged over the journals of jobs; None if they
    are empty."""
    entries = [entry for job in jobs for entry in job.journal.entries]
    seconds = sum(entry.seconds for entry in entries)
    return sum(entry.count for entry in entries) / seconds if seconds else None


def make_jobs(
    route: Route,
    against: Route,
    dungeon: str,
    seeds: Sequence[int],
    folder: Path,
    chunks_of: int | None = None,
    record: Path | None = None,
) -> list[SeedJob]:
    """A job for each row of a dungeon's parameters, which continues where its journal in `folder`
    ends. `chunks_of` has the meaning of the field of SeedJob. `record` is a file of
    `record_blocks`, by which Python need not build its dungeons again.

    Raises UserError if there is nothing to compare."""
    if not compared_regions(route.spec, dungeon):
        raise UserError(
            f"nothing of {dungeon} is compared: it has none of parity.regions, or only the counts "
            "of tiles, which a proof of many seeds leaves out",
            "Add `map` to parity.regions in the spec.",
        )
    jobs = []
    for row in against.spec.dungeons[dungeon].floor_rows:
        floor = row.first_floor
        keys = route.identity(dungeon, floor), against.identity(dungeon, floor)
        # Not a hyphen: the text before the hyphen identifies old files of a dungeon.
        place = f"{dungeon}.{floor}" if row.name else dungeon
        if chunks_of is not None:
            place += f".chunks_of_{chunks_of}"
        state = hashlib.sha256("\0".join([*keys, place]).encode())
        for path in _CHECKERS:
            state.update(path.read_bytes())
        name = f"{route.name}-{against.name}-{place}".replace(" ", "_")
        journal = Journal(folder, name, state.hexdigest())
        digests = DigestFile(folder, f"{against.name}-{place}", keys[1])
        job = SeedJob(route, against, dungeon, seeds, journal, digests, keys)
        job.floor, job.floors, job.chunks_of = floor, row.name, chunks_of
        if record and chunks_of is None:
            job.blocks = recorded_blocks(record, dungeon, floor, keys[1])
        jobs.append(job)
    return jobs


# The code that compares: a change of it invalidates every journal.
_CHECKERS = [
    *source_files(
        PROJECT / "pygen" / "proof",
        "every_seed.py",
        "journal.py",
        "digests.py",
        "recorded_blocks.py",
    ),
    *source_files(PROJECT / "pygen" / "emit", "memory_regions.py"),
    *source_files(PROJECT / "pygen" / "builders", "base.py", "runner.py"),
]


# ------------------------------------------------------------------ doing it


@dataclass(frozen=True)
class _Preparation:
    """A route to prepare for so many dungeons."""

    route: str
    dungeons: int


@dataclass(frozen=True)
class _Batch:
    """A piece of a job: the job's index, and the data that a worker needs."""

    job: int
    route: str
    against: str
    requests: Requests
    seeds: array[int]
    """The seeds, or the numbers of the chunks."""
    known: bytes
    """The digests of the other route, UNKNOWN where it has to build the dungeon."""
    block: bytes = b""
    """The other route's digest of all these digests, if the seeds are a block that is recorded."""


@dataclass(frozen=True)
class _Outcome:
    """The result of a piece. `failure` says why the route could not build all its dungeons; `new`
    are the digests of the other route that were not known before."""

    wrong: list[int]
    checksum: int
    seconds: float
    failure: str = ""
    remark: str = ""
    new: dict[int, bytes] = field(default_factory=dict)


def verify(
    jobs: Sequence[SeedJob],
    workers: int | Cluster,
    step: Callable[[SeedJob, int], None] = lambda _job, _count: None,
    prepared: Callable[[int, int], None] = lambda _done, _all: None,
) -> None:
    """Do the jobs with `workers` processes or with those of a cluster, and store the results in the
    jobs.

    `step` is called with a job and a number of seeds whenever that many seeds have proved equal.
    Before, routes that need it are prepared, and `prepared` is called with the numbers of those
    that are and of all. Every equal piece is in the journal before the next result is awaited.
    Raises EmulatorFailed if processes are killed from outside, UserError if a journal cannot be
    written or a tool for the preparation is missing.
    """
    routes = {job.keys[0]: job.route for job in jobs} | {job.keys[1]: job.against for job in jobs}
    left = {number: _left(job) for number, job in enumerate(jobs)}
    for number, job in enumerate(jobs):
        job.known = job.equal = len(job.seeds) - len(left[number])
        step(job, job.known)
    preparations = _preparations(jobs, left)
    pool: Pool
    if isinstance(workers, Cluster):
        # Each machine prepares its own.
        pool = workers.pool(routes, preparations)
    else:
        pool = Processes(routes, workers)
        _prepare_routes(jobs, preparations, pool, prepared)

    def done(piece: _Batch, outcome: _Outcome) -> Sequence[_Batch]:
        job, seeds = jobs[piece.job], piece.seeds.tolist()
        if outcome.new:
            job.digests.write(outcome.new)
        if outcome.remark:
            job.remarks.append(outcome.remark)
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

    run_pieces(_pieces(jobs, left), _check, done, pool)


def _left(job: SeedJob) -> list[int]:
    """The seeds of a job that are not in its journal."""
    return sorted(set(job.seeds) - job.journal.done())


def _preparations(jobs: Sequence[SeedJob], left: dict[int, list[int]]) -> dict[str, int]:
    """For the keys of all routes to prepare, the number of dungeons that they have left."""
    dungeons: Counter[int] = Counter()
    for number, job in enumerate(jobs):
        if job.route.needs_preparing:
            # The rows of a dungeon have the same route.
            dungeons[id(job.route)] += len(left[number])
    return {job.keys[0]: dungeons[id(job.route)] for job in jobs if dungeons[id(job.route)]}


def _prepare_routes(
    jobs: Sequence[SeedJob],
    preparations: dict[str, int],
    pool: Pool,
    prepared: Callable[[int, int], None],
) -> None:
    """Prepare each route once, for all its dungeons."""
    keys = {id(job.route): job.keys[0] for job in jobs if job.keys[0] in preparations}
    pieces = [_Preparation(key, preparations[key]) for key in keys.values()]
    finished = 0

    def done(_piece: _Preparation, _result: None) -> Sequence[_Preparation]:
        nonlocal finished
        finished += 1
        prepared(finished, len(pieces))
        return ()

    if pieces:
        prepared(0, len(pieces))
        run_pieces(pieces, _prepare, done, pool)


def _pieces(jobs: Sequence[SeedJob], left: dict[int, list[int]]) -> Iterator[_Batch]:
    """The pieces that are not done yet. What the other route has to build is found out as late as
    possible, because other jobs need the same dungeons."""
    for number, job in enumerate(jobs):
        known = job.digests.read(left[number]) if left[number] else {}
        unknown = [seed for seed in left[number] if seed not in known]
        recorded = _recorded(job, unknown)
        covered = {seed for part in recorded for seed in part}
        unknown = [seed for seed in unknown if seed not in covered]
        todo: list[tuple[Sequence[int], bytes]] = list(recorded.items())
        todo += [(part, b"") for part in parts(list(known), SEEDS_AT_ONCE)]
        todo += [(part, b"") for part in parts(unknown, SEEDS_TO_BUILD)]
        for seeds, block in todo:
            if not job.is_given_up:
                digests = b"".join(known.get(seed, UNKNOWN) for seed in seeds)
                yield _Batch(number, *job.keys, job.requests, array("I", seeds), digests, block)


def _recorded(job: SeedJob, seeds: Sequence[int]) -> dict[range, bytes]:
    """The blocks among some seeds of a job that are recorded, with their digests."""
    wanted = set(seeds)
    return {part: digest for part, digest in zip(blocks(), job.blocks) if wanted.issuperset(part)}


# ------------------------------------------------------------------ in a worker process

_references: dict[str, Builder] = {}


def _prepare(piece: _Preparation) -> None:
    leave_if_ending()
    route_of(piece.route).prepare(piece.dungeons)


def _check(piece: _Batch) -> _Outcome:
    """Build the dungeons of a piece on its route, and compare them with the other route's."""
    leave_if_ending()
    begin = processor_seconds()
    seeds, spec = piece.seeds, route_of(piece.route).spec
    requests = [piece.requests.of(spec, seed) for seed in seeds]
    try:
        builder = opened(piece.route)
        digests = builder.digests(requests)
    except EmulatorLost:
        close_opened()
        raise
    except EmulatorFailed as error:
        failure = f"{error.message} ({error.hint})" if error.hint else error.message
        return _Outcome([], 0, processor_seconds() - begin, failure)
    mine = _split(digests)
    if len(mine) != len(seeds) or UNKNOWN in mine:
        failure = f"{builder.name}: not every dungeon of seeds {seeds[0]}-{seeds[-1]} was built"
        return _Outcome([], 0, processor_seconds() - begin, failure)
    wrong: list[int] = []
    if piece.block and digest_of(digests) == piece.block:
        new = dict(zip(seeds, mine))
    else:
        known = _split(piece.known)
        unsure = [n for n, digest in enumerate(mine) if digest != known[n]]
        theirs = _digests(piece.against, [requests[n] for n in unsure])
        new = {seeds[n]: digest for n, digest in zip(unsure, theirs)}
        wrong = [seeds[n] for n in unsure if new[seeds[n]] != mine[n]]
    checksum, seconds = zlib.crc32(digests), processor_seconds() - begin
    return _Outcome(wrong, checksum, seconds, "", builder.remark, new)


def _digests(key: str, requests: Sequence[Request]) -> list[bytes]:
    """The digests of dungeons, built by a route that needs no emulator."""
    if not requests:
        return []
    if key not in _references:
        _references[key] = route_of(key).open()
    return _split(_references[key].digests(requests))


def _split(digests: bytes) -> list[bytes]:
    return [digests[at : at + DIGEST_BYTES] for at in range(0, len(digests), DIGEST_BYTES)]
