"""Spreading work over threads, processes or machines: one loop for parity, verify and bench.

Work comes in *pieces*, small values that can be sent to another process. The runner hands them to
an executor, a few at a time, and passes each result to its caller as soon as it is available,
always in the caller's thread. Whatever ends the loop - an error, Ctrl-C, a killed process - also
ends the workers and their emulators. A piece whose emulator or process was lost is tried once more.
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
from pygen.base.temporary import temporary_folder
from pygen.builders.base import Builder, Route

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Closable(Protocol):
    """Something that a worker holds."""

    def close(self) -> None:
        """Free its resources. Safe to call twice, and from another thread."""


Held = TypeVar("Held", bound=Closable)

TRIES = 2
"""The usual number of attempts for a piece whose emulator or process is lost."""

LONGEST_WAIT = 0.25
"""The longest wait in seconds. If a signal arrives just before a wait, Python handles it only when
the wait ends."""


class Pool(Protocol):
    """Creates an executor whose workers know the routes by their keys."""

    @property
    def workers(self) -> int:
        """The number of pieces that are worked on at a time; at least 1."""

    @property
    def tries(self) -> int:
        """The number of attempts for a piece whose worker is lost, and for all of them."""

    @property
    def lost(self) -> EmulatorFailed:
        """The error for workers that were lost in each attempt."""

    def executor(self) -> AbstractContextManager[Executor]:
        """An executor that is shut down with everything it has started when the block is left."""


def run_pieces(
    pieces: Iterable[Piece],
    work: Callable[[Piece], Result],
    done: Callable[[Piece, Result], Iterable[Piece]],
    pool: Pool,
) -> None:
    """Process all pieces.

    `work` is called in a worker. `done` is called in this thread with each piece and its result,
    and returns pieces to process next. `pieces` is read only as fast as workers become free, so
    that an iterator can leave out pieces that are no longer needed.

    Raises what `work` raises; EmulatorFailed if workers are killed repeatedly.
    """
    waiting: deque[tuple[Piece, int]] = deque()
    source = iter(pieces)
    for attempt in range(pool.tries):
        running: dict[Future[Result], tuple[Piece, int]] = {}
        try:
            with pool.executor() as executor:
                _process_all(executor, pool, source, waiting, running, work, done)
            return
        except BrokenExecutor as error:
            waiting.extend(running.values())
            if attempt + 1 == pool.tries:
                raise pool.lost from error


def _process_all(
    executor: Executor,
    pool: Pool,
    source: Iterator[Piece],
    waiting: deque[tuple[Piece, int]],
    running: dict[Future[Result], tuple[Piece, int]],
    work: Callable[[Piece], Result],
    done: Callable[[Piece, Result], Iterable[Piece]],
) -> None:
    """Keep two pieces for each worker in the executor until none is left; `running` are the pieces
    in it."""
    while True:
        while len(running) < 2 * pool.workers:
            if waiting:
                piece, tries = waiting.popleft()
            elif (unread := next(source, None)) is not None:
                piece, tries = unread, 0
            else:
                break
            running[executor.submit(work, piece)] = (piece, tries)
        if not running:
            return
        finished, _ = wait(running, timeout=LONGEST_WAIT, return_when=FIRST_COMPLETED)
        for future in [future for future in running if future in finished]:
            piece, tries = running[future]
            try:
                result = future.result()
            except EmulatorLost:
                del running[future]
                if tries + 1 == pool.tries:
                    raise
                waiting.append((piece, tries + 1))
            else:
                del running[future]
                waiting.extend((more, 0) for more in done(piece, result))


class LocalPool:
    """What pools on this machine share."""

    tries = TRIES

    @property
    def lost(self) -> EmulatorFailed:
        return EmulatorFailed(
            "a worker process was killed",
            "The machine may have run out of memory. What was proved so far is kept.",
        )


# ------------------------------------------------------------------ in a worker

_routes: dict[str, Route] = {}
_here = threading.local()


def opened(key: str) -> Builder:
    """The builder of the route with this key, for code that runs in a worker.

    A worker opens it only once. It closes its builder of another route first, so that it never has
    two emulators.
    """
    return held(key, lambda: _routes[key].open())


def held(key: str, make: Callable[[], Held]) -> Held:
    """What this worker holds under a key, for code that runs in a worker.

    It is made only once, and what the worker holds under another key is closed first. It is closed
    when the worker ends, or forgets the client for which it works.
    """
    if getattr(_here, "key", None) != key:
        close_opened()
        _here.thing = make()
        _here.key = key
        getattr(_here, "tell", _nobody)(_here.thing)
    thing: Held = _here.thing
    return thing


def _nobody(_thing: Closable) -> None:
    """Told by workers that are processes: what they hold ends with them."""


def close_opened() -> None:
    """Close what this worker holds, for example after a failure of its emulator."""
    thing: Closable | None = getattr(_here, "thing", None)
    _here.thing = _here.key = None
    if thing is not None:
        thing.close()


def route_of(key: str) -> Route:
    """The route with this key, for code that runs in a worker."""
    return _routes[key]


def use_routes(routes: dict[str, Route]) -> None:
    """Use these routes instead of all earlier ones, for code that runs in a worker."""
    global _routes
    close_opened()
    _routes = routes


# ------------------------------------------------------------------ threads


class Threads(LocalPool):
    """Workers as threads: for what works in a separate process, as an emulator does."""

    def __init__(self, routes: Mapping[str, Route], workers: int) -> None:
        self.routes = routes
        self.workers = workers
        self._open: list[Closable] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        _routes.update(self.routes)
        pool = ThreadPoolExecutor(self.workers, initializer=_begin_thread, initargs=(self._opened,))
        try:
            yield pool
        finally:
            # Emulators end first: this wakes up the threads that wait for them.
            pool.shutdown(wait=False, cancel_futures=True)
            self._close_all()
            pool.shutdown()
            self._close_all()
            for key in self.routes:
                _routes.pop(key, None)

    def _opened(self, thing: Closable) -> None:
        with self._lock:
            self._open.append(thing)

    def _close_all(self) -> None:
        with self._lock:
            things, self._open = self._open, []
        for thing in things:
            thing.close()


def _begin_thread(tell: Callable[[Closable], None]) -> None:
    """Have this thread tell what it holds."""
    _here.tell = tell


# ------------------------------------------------------------------ processes


class Processes(LocalPool):
    """Workers as processes: for builders that work in Python itself."""

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
            except BaseException:
                for process in set(multiprocessing.active_children()) - before:
                    process.terminate()
                pool.shutdown(cancel_futures=True)
                raise
            pool.shutdown()


@contextlib.contextmanager
def _in_a_file(routes: Mapping[str, Route]) -> Iterator[str]:
    """A file with all routes by their keys, from which a process reads them as it starts.

    Processes get only short messages, the first one included: if a process is killed before it has
    read a message larger than a pipe's buffer, Python waits forever.
    """
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(temporary_folder())
            file = folder / "routes"
            file.write_bytes(pickle.dumps(dict(routes)))
        except OSError as error:
            raise EmulatorFailed(
                f"temporary files cannot be written: {error.strerror}",
                f"They are in {tempfile.gettempdir()}; is the disk full?",
            ) from error
        yield str(file)


_is_ending = False


def _begin_process(routes: str) -> None:
    """Ignore Ctrl-C, which the parent handles. Make this process and the programs it starts end
    together with the parent.

    `routes` is a file written by `_in_a_file`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nothing needs to be ended yet, and an exception here would be printed.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # A signal while Python shuts down would only print an exception.
    Finalize(None, _ignore_termination, exitpriority=100)
    end_with_parent()
    # If the parent ended while this process was starting, nothing else would end this one.
    parent = multiprocessing.parent_process()
    if parent is None or os.getppid() != parent.pid:
        os._exit(143)
    _routes.update(pickle.loads(Path(routes).read_bytes()))
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    global _is_ending
    _is_ending = True
    _ignore_termination()
    sys.exit(143)


def _ignore_termination() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def leave_if_ending() -> None:
    """End this worker process if a signal has asked for it; called at the start of each piece."""
    if _is_ending:
        sys.exit(143)
