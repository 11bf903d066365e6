"""Comparing two routes seed by seed, on all processors; it may be interrupted at any time."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.util import Finalize
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.files import source_files
from pygen.base.processes import end_with_parent
from pygen.base.project import PROJECT
from pygen.emit.regions import parity_places
from pygen.proof.journal import Entry, Journal, parts, seeds_text
from pygen.proof.routes import ManyBuilder, Route

SEEDS_AT_ONCE = 256
"""Seeds of one piece of work: some seconds, which is all that an interruption can lose."""

MOST_WRONG = 100
"""A job with so many wrong seeds is given up: the rest would tell nothing new."""


@dataclass(frozen=True)
class Outcome:
    """What came of a piece of work. `failure` is why the route could not build all of it."""

    wrong: list[int]
    checksum: int
    seconds: float
    failure: str = ""


@dataclass
class Job:
    """The seeds of one dungeon on a route and on the one it is compared with."""

    route: Route
    against: Route
    dungeon: str
    seeds: Sequence[int]
    journal: Journal
    keys: tuple[str, str]
    """The identities of both routes."""
    equal: int = 0
    known: int = 0
    """How many of the equal ones the journal had already."""
    wrong: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    """Of one processor, in this run."""

    @property
    def is_given_up(self) -> bool:
        return bool(self.failures) or len(self.wrong) >= MOST_WRONG

    @property
    def is_good(self) -> bool:
        """Whether every seed is equal."""
        return self.equal == len(self.seeds)


def make_job(route: Route, against: Route, dungeon: str, seeds: Sequence[int], folder: Path) -> Job:
    """A job that goes on where its journal in `folder` ends."""
    keys = route.identity(), against.identity()
    state = hashlib.sha256("\0".join([*keys, dungeon]).encode())
    for path in source_files(PROJECT / "pygen" / "verify", "*.py"):
        state.update(path.read_bytes())
    state.update((PROJECT / "pygen" / "regions.py").read_bytes())
    name = f"{route.name}-{against.name}-{dungeon}".replace(" ", "_")
    return Job(route, against, dungeon, seeds, Journal(folder, name, state.hexdigest()), keys)


def run(
    jobs: Sequence[Job], workers: int, step: Callable[[Job, int], None] = lambda _job, _count: None
) -> None:
    """Do the jobs with `workers` processes; what comes of them is written into them.

    `step` is called with a job and a number of seeds whenever so many of them are found equal.
    Every equal piece is in the journal before the next is waited for. Raises EmulatorFailed if a
    process is killed from outside.
    """
    units = _units(jobs, step)
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    with _routes_in_a_file(jobs) as file:
        pool = ProcessPoolExecutor(workers, context, _begin_worker, (file,))
        try:
            _work_off(pool, workers, units, step)
        except BrokenProcessPool as error:
            raise EmulatorFailed(
                "a process of verify was ended from outside",
                "Was there too little memory? Run it again: it goes on where it was.",
            ) from error
        finally:
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
            pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _routes_in_a_file(jobs: Sequence[Job]) -> Iterator[str]:
    """A file with all routes by their keys, from which a process reads them as it starts.

    To the processes themselves only names and seeds are sent: if one is killed while a message
    larger than a pipe is on its way to it, also the first of all, Python waits for ever.
    """
    routes = {job.keys[0]: job.route for job in jobs} | {job.keys[1]: job.against for job in jobs}
    try:
        with tempfile.TemporaryDirectory(prefix="undercroft-") as folder:
            file = Path(folder) / "routes"
            file.write_bytes(pickle.dumps(routes))
            yield str(file)
    except OSError as error:
        raise EmulatorFailed(
            f"verify's files cannot be written: {error.strerror}",
            f"They are in {tempfile.gettempdir()}; is the disk full?",
        ) from error


def _units(
    jobs: Sequence[Job], step: Callable[[Job, int], None]
) -> Iterator[tuple[Job, list[int]]]:
    """All that is still to be done, a piece at a time."""
    left: list[tuple[Job, list[int]]] = []
    for job in jobs:
        done = job.journal.done()
        todo = sorted(set(job.seeds) - done)
        job.known = job.equal = len(job.seeds) - len(todo)
        step(job, job.known)
        left += [(job, part) for part in parts(todo, SEEDS_AT_ONCE)]
    for job, part in left:
        if not job.is_given_up:
            yield job, part


def _work_off(
    pool: ProcessPoolExecutor,
    workers: int,
    units: Iterator[tuple[Job, list[int]]],
    step: Callable[[Job, int], None],
) -> None:
    running: dict[Future[Outcome], tuple[Job, list[int]]] = {}
    while True:
        while len(running) < 2 * workers and (unit := next(units, None)):
            job, part = unit
            running[pool.submit(_check, job.keys, job.dungeon, part)] = unit
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            job, part = running.pop(future)
            _note(job, part, future.result(), step)


def _note(job: Job, part: list[int], outcome: Outcome, step: Callable[[Job, int], None]) -> None:
    job.seconds += outcome.seconds
    if outcome.failure:
        job.failures.append(outcome.failure)
        return
    job.wrong += outcome.wrong
    job.wrong.sort()
    good = len(part) - len(outcome.wrong)
    job.equal += good
    if not outcome.wrong:
        entry = Entry(
            seeds_text(part), len(part), f"{outcome.checksum:08x}", round(outcome.seconds, 3)
        )
        job.journal.add(entry)
    step(job, good)


# ------------------------------------------------------------------ in the worker process

_routes: dict[str, Route] = {}
_opened: dict[str, ManyBuilder] = {}
_is_ending = False


def _begin_worker(routes: str) -> None:
    """Ctrl-C is for the one who started us; when that one ends us, what we run ends as well.

    `routes` is a file of `_routes_in_a_file`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    # On the way out it is too late to be asked to go: Python would tell of the exception.
    Finalize(None, _hear_no_more, exitpriority=100)
    end_with_parent()
    # It may have ended before that, while this process was starting: nobody would end us then.
    parent = multiprocessing.parent_process()
    if parent is None or os.getppid() != parent.pid:
        os._exit(143)
    _routes.update(pickle.loads(Path(routes).read_bytes()))


def _end(*_: object) -> None:
    global _is_ending
    _is_ending = True
    _hear_no_more()
    sys.exit(143)


def _hear_no_more() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _open(key: str) -> ManyBuilder:
    if key not in _opened:
        _opened[key] = _routes[key].open()
    return _opened[key]


def _processor_seconds() -> float:
    """What this process and those it has run took of a processor, however busy that was."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _check(keys: tuple[str, str], dungeon: str, seeds: list[int]) -> Outcome:
    """Build the dungeons of `seeds` on both routes, which `keys` name, and compare them."""
    if _is_ending:
        sys.exit(143)
    begin = _processor_seconds()
    try:
        theirs = _open(keys[0]).build_many(dungeon, seeds)
    except EmulatorFailed as error:
        failure = f"{error.message} ({error.hint})" if error.hint else error.message
        return Outcome([], 0, _processor_seconds() - begin, failure)
    ours = _open(keys[1]).build_many(dungeon, seeds)
    wrong = [] if ours == theirs else _wrong(_routes[keys[0]], dungeon, seeds, ours, theirs)
    return Outcome(wrong, zlib.crc32(theirs), _processor_seconds() - begin)


def _wrong(
    route: Route, dungeon: str, seeds: Sequence[int], ours: bytes, theirs: bytes
) -> list[int]:
    size = sum(length for _, length in parity_places(route.spec, dungeon).values())
    pieces = [slice(n * size, (n + 1) * size) for n in range(len(seeds))]
    return [seed for seed, piece in zip(seeds, pieces) if ours[piece] != theirs[piece]]
