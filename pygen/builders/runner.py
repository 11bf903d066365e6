"""Spreading work over threads, processes or machines: one loop for parity, verify and bench.

Work comes in *pieces*, small values that can be sent to another process. The runner hands them to
an executor, a few at a time, and each result back to its caller as it comes, always in the caller's
thread. Whatever ends the loop - an error, Ctrl-C, a process that was killed - ends the workers and
their emulators too. A piece whose emulator or process was lost is tried once more.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Protocol, TypeVar

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.processes import end_with_parent
from pygen.builders.base import Builder, Route

Piece = TypeVar("Piece")
Result = TypeVar("Result")

TRIES = 2
"""How often a piece is tried whose emulator or process was lost."""


class Pool(Protocol):
    """Where work is done: makes an executor whose workers know the routes by their keys."""

    workers: int

    def executor(self) -> AbstractContextManager[Executor]:
        """An executor, ended with all it has started when the block is left."""


def run_pieces(
    pieces: Iterable[Piece],
    work: Callable[[Piece], Result],
    done: Callable[[Piece, Result], Iterable[Piece]],
    pool: Pool,
) -> None:
    """Do all pieces of work.

    `work` is called in a worker; `done` in this thread, with each piece and its result, and returns
    pieces that are to be done next. `pieces` is read as far as there are workers for it, so that it
    can leave out what has become needless meanwhile.

    Raises what `work` raises; EmulatorFailed if workers are ended from outside again and again.
    """
    waiting: deque[tuple[Piece, int]] = deque()
    source = iter(pieces)
    for attempt in range(TRIES):
        running: dict[Future[Result], tuple[Piece, int]] = {}
        try:
            with pool.executor() as executor:
                _work_off(executor, 2 * pool.workers, source, waiting, running, work, done)
            return
        except BrokenExecutor as error:
            waiting.extend(running.values())
            if attempt + 1 == TRIES:
                raise EmulatorFailed(
                    "a worker process was ended from outside",
                    "Was there too little memory? What was proved already is kept.",
                ) from error


def _work_off(
    executor: Executor,
    most: int,
    source: Iterator[Piece],
    waiting: deque[tuple[Piece, int]],
    running: dict[Future[Result], tuple[Piece, int]],
    work: Callable[[Piece], Result],
    done: Callable[[Piece, Result], Iterable[Piece]],
) -> None:
    """Keep `most` pieces with the executor until none is left; `running` are those it has."""
    while True:
        while len(running) < most:
            if waiting:
                piece, tries = waiting.popleft()
            elif (unread := next(source, None)) is not None:
                piece, tries = unread, 0
            else:
                break
            running[executor.submit(work, piece)] = (piece, tries)
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            piece, tries = running[future]
            try:
                result = future.result()
            except EmulatorLost:
                del running[future]
                if tries + 1 == TRIES:
                    raise
                waiting.append((piece, tries + 1))
            else:
                del running[future]
                waiting.extend((more, 0) for more in done(piece, result))


# ------------------------------------------------------------------ in a worker

_routes: dict[str, Route] = {}
_here = threading.local()


def opened(key: str) -> Builder:
    """The builder of the route with this key, for code that runs in a worker.

    It is opened once; another one that this worker has open is closed first, so that a worker
    never holds two emulators.
    """
    if getattr(_here, "key", None) != key:
        close_opened()
        _here.builder = _routes[key].open()
        _here.key = key
    builder: Builder = _here.builder
    return builder


def close_opened() -> None:
    """Close the builder that this worker has open, as after a failure of its emulator."""
    builder: Builder | None = getattr(_here, "builder", None)
    _here.builder = _here.key = None
    if builder is not None:
        builder.close()


def route_of(key: str) -> Route:
    """The route with this key, for code that runs in a worker."""
    return _routes[key]


# ------------------------------------------------------------------ threads


class Threads:
    """Workers in this process: right where the work is done by emulators of their own."""

    def __init__(self, routes: Mapping[str, Route], workers: int) -> None:
        self.routes = routes
        self.workers = workers
        self._open: list[Builder] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        _routes.update({key: _Watched(route, self._opened) for key, route in self.routes.items()})
        pool = ThreadPoolExecutor(self.workers)
        try:
            yield pool
        finally:
            # Emulators first: a thread that waits for one of them wakes up by that.
            pool.shutdown(wait=False, cancel_futures=True)
            self._close_all()
            pool.shutdown()
            self._close_all()
            for key in self.routes:
                _routes.pop(key, None)

    def _opened(self, builder: Builder) -> None:
        with self._lock:
            self._open.append(builder)

    def _close_all(self) -> None:
        with self._lock:
            builders, self._open = self._open, []
        for builder in builders:
            builder.close()


class _Watched(Route):
    """A route that reports each builder it opens."""

    def __init__(self, route: Route, opened: Callable[[Builder], None]) -> None:
        self.spec = route.spec
        self._route, self._report = route, opened

    @property
    def name(self) -> str:
        return self._route.name

    def open(self) -> Builder:
        builder = self._route.open()
        self._report(builder)
        return builder

    def identity(self, dungeon: str) -> str:
        return self._route.identity(dungeon)


# ------------------------------------------------------------------ processes


class Processes:
    """Workers in processes of their own: right where Python itself does the work."""

    def __init__(self, routes: Mapping[str, Route], workers: int) -> None:
        self.routes = routes
        self.workers = workers

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        context = multiprocessing.get_context("spawn")
        before = set(multiprocessing.active_children())
        with _in_a_file(self.routes) as file:
            pool = ProcessPoolExecutor(self.workers, context, _begin_process, (file,))
            try:
                yield pool
            finally:
                for process in set(multiprocessing.active_children()) - before:
                    process.terminate()
                pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _in_a_file(routes: Mapping[str, Route]) -> Iterator[str]:
    """A file with all routes by their keys, from which a process reads them as it starts.

    To the processes themselves only short messages are sent: if one is killed while a message
    larger than a pipe is on its way to it, also the first of all, Python waits for ever.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="undercroft-") as folder:
            file = Path(folder) / "routes"
            file.write_bytes(pickle.dumps(dict(routes)))
            yield str(file)
    except OSError as error:
        raise EmulatorFailed(
            f"temporary files cannot be written: {error.strerror}",
            f"They are in {tempfile.gettempdir()}; is the disk full?",
        ) from error


_is_ending = False


def _begin_process(routes: str) -> None:
    """Ctrl-C is for the one who started us; when that one ends us, what we run ends as well.

    `routes` is a file of `_in_a_file`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    # While Python shuts down it is too late for a signal: it would print the exception.
    Finalize(None, _ignore_termination, exitpriority=100)
    end_with_parent()
    # It may have ended before that, while this process was starting: nobody would end us then.
    parent = multiprocessing.parent_process()
    if parent is None or os.getppid() != parent.pid:
        os._exit(143)
    _routes.update(pickle.loads(Path(routes).read_bytes()))


def _end(*_: object) -> None:
    global _is_ending
    _is_ending = True
    _ignore_termination()
    sys.exit(143)


def _ignore_termination() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def leave_if_ending() -> None:
    """End this worker process if it was told to; called at the start of a piece of work."""
    if _is_ending:
        sys.exit(143)
