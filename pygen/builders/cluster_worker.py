"""What runs in a worker of a cluster: it is admitted, performs pieces, and forgets.

A client admits a worker by calling `admit` in it, and then sends pieces to `perform`. A worker
performs one piece at a time, always in the same thread. It unpacks a route when the first piece
needs it.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.builders.base import Route
from pygen.builders.portable import differences, facts_of_machine, unpacked
from pygen.builders.runner import use_routes

IDLE_SECONDS = 300.0
"""After so many seconds without a piece, a worker forgets routes whose client may be dead, and
closes their emulators."""

TESTS_FOLDER = str(PROJECT / "tests")
"""Where the tests import their helpers from."""


@dataclass(frozen=True)
class PackedRoute:
    """A packed route, and the number of dungeons for which it is prepared."""

    data: bytes
    dungeons: int


class NotAdmitted(Exception):
    """The worker does not know the client's routes: it has been restarted, or has forgotten
    them."""


class _Routes(dict[str, Route]):
    """Routes that are unpacked when they are needed first."""

    def __init__(self, packed: Mapping[str, PackedRoute]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, key: str) -> Route:
        packed = self._packed[key]
        # The other workers of this machine need the same libraries.
        with folder_lock(BUILD_FOLDER / "cluster" / key[:16], "worker's libraries"):
            route = unpacked(packed.data)
            if route.needs_preparing and packed.dungeons:
                route.prepare(packed.dungeons)
        self[key] = route
        return route


_known: dict[str, _Routes] = {}
_used: _Routes | None = None
_first_facts: dict[str, str] = {}
_performing = threading.Lock()
_last_piece = 0.0
_watching: asyncio.Task[None] | None = None


def admit(
    client: str, packed: Mapping[str, PackedRoute], facts: dict[str, str], dask_worker: Any
) -> str:
    """Take the routes of a client, whose machine has these `facts`. Returns why this worker must
    not work for it, as the end of a sentence; empty if it may."""
    global _last_piece, _watching
    needs_tests = "tests" in facts
    now = facts_of_machine(with_tests=needs_tests)
    if any(_first_facts.setdefault(name, value) != value for name, value in now.items()):
        return "its sources have changed since it was started: start it again"
    if differing := differences(now, facts):
        return f"it has {differing}"
    if needs_tests and TESTS_FOLDER not in sys.path:
        sys.path.append(TESTS_FOLDER)
    _last_piece = time.monotonic()
    _known[client] = _Routes(packed)
    if _watching is None or _watching.done():
        _watching = asyncio.get_running_loop().create_task(_forget_when_idle(dask_worker))
    return ""


def perform(client: str, data: bytes) -> Any:
    """Do a piece of work; `data` is a function with its arguments, pickled.

    Raises NotAdmitted if the worker does not know the client's routes; OtherMachine if it cannot
    build what they need; and what the function raises.
    """
    global _used, _last_piece
    routes = _known.get(client)
    if routes is None:
        raise NotAdmitted(client)
    with _performing:
        if routes is not _used:
            _used = routes
            use_routes(routes)
        try:
            work, arguments, options = pickle.loads(data)
            return work(*arguments, **options)
        finally:
            _last_piece = time.monotonic()


def forget(client: str, dask_worker: Any) -> None:
    """Forget a client's routes, and close the emulator or library that is open for them."""
    routes = _known.pop(client, None)
    # A builder is closed by the thread that has opened it.
    dask_worker.executors["default"].submit(_close, routes)


def _close(routes: _Routes | None) -> None:
    global _used
    if routes is _used:
        _used = None
        use_routes({})


async def _forget_when_idle(dask_worker: Any) -> None:
    while _known:
        await asyncio.sleep(min(IDLE_SECONDS, 30))
        is_idle = time.monotonic() - _last_piece > IDLE_SECONDS
        if is_idle and not _performing.locked():
            for client in list(_known):
                forget(client, dask_worker)
