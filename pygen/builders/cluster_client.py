"""The connection to a Dask cluster: hands pieces to workers, and notices which of them are lost.

A thread with an event loop talks to the scheduler. It looks for new and lost workers about once a
second, and keeps up to two pieces at each worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from pygen.base.errors import EmulatorFailed, EmulatorLost, ToolMissing, UserError
from pygen.builders.cluster_worker import NotAdmitted, PackedRoute, admit, forget
from pygen.builders.portable import OtherMachine

PIECES_OF_A_WORKER = 2
SECONDS_TO_ANSWER = 5.0
SECONDS_TO_ADMIT = 60.0
SECONDS_BETWEEN_SURVEYS = 1.0

HOW_TO_START = "docs/scale.md explains how to start a scheduler and workers."
KEPT = "What was proved so far is kept: the same command goes on from there."


class Patience(Enum):
    """How many seconds a session waits for the scheduler, and for its first worker."""

    AT_FIRST = 5.0, 10.0
    AFTER_A_LOSS = 60.0, 60.0


class SchedulerLost(BrokenExecutor):
    """The connection to the scheduler was lost."""


def require_distributed() -> Any:
    """The package distributed, whose loggers are made silent. Raises ToolMissing without it."""
    try:
        import distributed
    except ImportError as error:
        raise ToolMissing(
            "--scheduler needs the Python package distributed, which is not installed",
            "Run `./bootstrap --with cluster` once.",
        ) from error
    # What they would print about lost connections, this module tells in words.
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


@dataclass(eq=False)
class _Piece:
    """A pickled piece, and the future with its result."""

    data: bytes
    result: Future[Any]


class Session(Executor):
    """An executor around a connection to a scheduler, with routes that the workers know.

    Raises EmulatorFailed if there is no scheduler. Pieces fail with EmulatorLost if their worker is
    lost, with SchedulerLost if the scheduler is, and with EmulatorFailed if there is no worker that
    may be used.
    """

    def __init__(
        self,
        address: str,
        routes: Mapping[str, PackedRoute],
        facts: Mapping[str, str],
        warn: Callable[[str], None],
        patience: Patience,
    ) -> None:
        """`facts` are those of this machine, which workers must have as well. `warn` is called with
        a sentence about each worker that is refused."""
        self._distributed = require_distributed()
        self._address, self._routes, self._warn = address, dict(routes), warn
        self._seconds_to_connect, self._seconds_for_workers = patience.value
        self._name = uuid.uuid4().hex
        self._facts = dict(facts)
        self._waiting: deque[_Piece] = deque()
        self._admitted: dict[str, dict[asyncio.Task[None], _Piece]] = {}
        """The pieces of each worker, by its address."""
        self._refused: set[str] = set()
        self._failure: BaseException | None = None
        self._last_worker = time.monotonic()
        self._loop = asyncio.new_event_loop()
        # Dask's own tasks may end with an error that nobody waits for, if a worker is lost.
        self._loop.set_exception_handler(lambda _loop, _context: None)
        self._wake, self._end = asyncio.Event(), asyncio.Event()
        self._is_connected: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        try:
            self._is_connected.result()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """The number of workers that are used now."""
        return len(self._admitted)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call `fn`, a function of a module, with its arguments."""
        piece = _Piece(pickle.dumps((fn, args, kwargs)), Future())
        self._loop.call_soon_threadsafe(self._take, piece)
        return piece.result

    def close(self) -> None:
        """Cancel what is not done, let the workers forget the routes, and end the connection."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end.set)
        # A scheduler that does not answer must not keep the command from ending.
        self._thread.join(3 * SECONDS_TO_ANSWER)

    # -------------------------------------------------------------- in the thread

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._main())
        except BaseException as error:
            self._fail(error)
            if not self._is_connected.done():
                self._is_connected.set_exception(error)
        finally:
            self._loop.close()

    async def _main(self) -> None:
        ending = asyncio.create_task(self._end.wait())
        connecting = asyncio.create_task(self._connect())
        try:
            await asyncio.wait({ending, connecting}, return_when=asyncio.FIRST_COMPLETED)
            if not connecting.done():
                return
            self._client = connecting.result()
            self._is_connected.set_result(None)
            surveying = asyncio.create_task(self._survey_again_and_again())
            await asyncio.wait({ending, surveying}, return_when=asyncio.FIRST_COMPLETED)
            surveying.cancel()
            await ending
            await self._leave()
        finally:
            for task in (connecting, ending):
                task.cancel()
            await asyncio.gather(connecting, ending, return_exceptions=True)

    async def _connect(self) -> Any:
        """A client of the scheduler. Raises EmulatorFailed if there is none in time."""
        deadline = time.monotonic() + self._seconds_to_connect
        while True:
            left = max(deadline - time.monotonic(), 1.0)
            try:
                return await self._distributed.Client(
                    self._address, asynchronous=True, set_as_default=False, timeout=left,
                    name="undercroft",
                )  # fmt: skip
            except Exception as error:
                # Dask has its own errors for a scheduler that is just starting.
                if time.monotonic() >= deadline:
                    raise no_scheduler(self._address) from error
                await asyncio.sleep(0.5)

    async def _leave(self) -> None:
        """Cancel all tasks, let the workers forget the routes, and end the connection."""
        tasks = [task for pieces in self._admitted.values() for task in pieces]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            if self._admitted and self._failure is None:
                forgetting = self._client.run(
                    forget, self._name, workers=list(self._admitted), on_error="ignore"
                )
                await asyncio.wait_for(forgetting, SECONDS_TO_ANSWER)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._client.close(), SECONDS_TO_ANSWER)

    # -------------------------------------------------------------- workers

    async def _survey_again_and_again(self) -> None:
        """Look for new and lost workers until something fails."""
        try:
            while True:
                await self._survey()
                await asyncio.sleep(SECONDS_BETWEEN_SURVEYS)
        except UserError as error:
            self._fail(error)
        except Exception as error:
            # Whatever Dask raises here, it is the connection that fails.
            self._fail(SchedulerLost(str(error)))

    async def _survey(self) -> None:
        if self._client.status != "running":
            raise SchedulerLost(self._client.status)
        there: dict[str, int] = await asyncio.wait_for(self._client.nthreads(), SECONDS_TO_ADMIT)
        for place in self._admitted.keys() - there.keys():
            for piece in self._dismiss(place):
                _set_error(piece, _worker_lost(place))
        self._refused &= there.keys()
        new = {place: there[place] for place in there.keys() - self._admitted.keys()}
        await self._admit({place: new[place] for place in new.keys() - self._refused})
        if self._admitted or there.keys() - self._refused:
            # One that does not answer yet may be starting.
            self._last_worker = time.monotonic()
            self._seconds_for_workers = Patience.AFTER_A_LOSS.value[1]
        elif there and self._refused == there.keys():
            raise EmulatorFailed(
                f"{self._address}: all workers of this scheduler are refused",
                f"The reasons are above. {HOW_TO_START}",
            )
        elif time.monotonic() - self._last_worker > self._seconds_for_workers:
            raise EmulatorFailed(
                f"{self._address}: this scheduler has no workers", f"{HOW_TO_START} {KEPT}"
            )

    async def _admit(self, new: Mapping[str, int]) -> None:
        """Admit or refuse workers; `new` has the number of threads of each."""
        if not new:
            return
        call = self._client.run(
            admit, self._name, self._routes, self._facts, workers=list(new), on_error="return"
        )
        try:
            answers = await asyncio.wait_for(call, SECONDS_TO_ADMIT)
        except TimeoutError:
            # One of them does not answer; the next survey asks again.
            return
        for place, answer in answers.items():
            if isinstance(answer, OSError):
                # It is gone already; the next survey tells.
                continue
            if isinstance(answer, Exception):
                answer = f"it cannot load this Undercroft: {answer}"
            if new[place] > 1:
                answer = f"it has {new[place]} threads: start it with --nthreads 1"
            if answer:
                self._refuse(place, answer)
            else:
                self._admitted[place] = {}
        self._hand_out()

    def _refuse(self, place: str, reason: str) -> None:
        self._refused.add(place)
        self._warn(f"The worker {place} is refused: {reason}.")

    def _dismiss(self, place: str) -> list[_Piece]:
        """Send nothing to a worker any more. Returns the pieces that it had."""
        pieces = self._admitted.pop(place, {})
        for task in pieces:
            task.cancel()
        return list(pieces.values())

    # -------------------------------------------------------------- pieces

    def _take(self, piece: _Piece) -> None:
        if self._failure is None:
            self._waiting.append(piece)
            self._hand_out()
        else:
            _set_error(piece, self._failure)

    def _hand_out(self) -> None:
        """Send pieces to the workers that have the fewest."""
        while self._waiting and self._admitted:
            place = min(self._admitted, key=lambda one: len(self._admitted[one]))
            if len(self._admitted[place]) == PIECES_OF_A_WORKER:
                return
            piece = self._waiting.popleft()
            task = asyncio.create_task(self._perform(piece, place))
            self._admitted[place][task] = piece
            task.add_done_callback(partial(self._finish, place))

    async def _perform(self, piece: _Piece, place: str) -> None:
        """Have a worker do a piece, and set its result."""

        # The scheduler unpickles what it hands out, and may be started without this project.
        # Functions within functions are sent by their code, not by the names of their modules.
        def work(client: str, data: bytes) -> Any:
            from pygen.builders.cluster_worker import perform

            return perform(client, data)

        future = self._client.submit(
            work, self._name, piece.data,
            pure=False, workers=[place], allow_other_workers=False,
        )  # fmt: skip
        try:
            result = await future
        except CancelledError as error:
            self._fail(SchedulerLost(str(error)))
        except NotAdmitted:
            # It was started again at the same address.
            self._waiting.extendleft(self._dismiss(place))
        except OtherMachine as error:
            self._waiting.extendleft(self._dismiss(place))
            self._refuse(place, error.message)
        except self._distributed.scheduler.KilledWorker:
            _set_error(piece, _worker_lost(place))
        except Exception as error:
            _set_error(piece, error)
        else:
            if not piece.result.done():
                piece.result.set_result(result)

    def _finish(self, place: str, task: asyncio.Task[None]) -> None:
        self._admitted.get(place, {}).pop(task, None)
        self._hand_out()

    def _fail(self, error: BaseException) -> None:
        """End all pieces with an error, also those that come later."""
        self._failure = self._failure or error
        pieces, self._waiting = [*self._waiting], deque()
        for place in list(self._admitted):
            pieces += self._dismiss(place)
        for piece in pieces:
            _set_error(piece, self._failure)


def no_scheduler(address: str) -> EmulatorFailed:
    """The error for an address where no scheduler answers."""
    return EmulatorFailed(f"{address}: no Dask scheduler answers there", HOW_TO_START)


def _set_error(piece: _Piece, error: BaseException) -> None:
    if not piece.result.done():
        piece.result.set_exception(error)


def _worker_lost(place: str) -> EmulatorLost:
    return EmulatorLost(
        f"the worker {place} was lost", f"Its machine may have run out of memory. {KEPT}"
    )
