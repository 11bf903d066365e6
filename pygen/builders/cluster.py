"""Workers on many machines: a Dask cluster as a pool.

The pool sends pieces to workers itself, up to two to each. Dask carries them, and tells which
workers there are. A worker is used only after it has been admitted: it must have this machine's
sources, Python and compilers. If a worker is lost, its pieces go to others. If the scheduler is
lost, the runner connects anew.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

from pygen.base.errors import EmulatorFailed
from pygen.base.words import counted
from pygen.builders.base import Route
from pygen.builders.cluster_client import (
    KEPT,
    SECONDS_TO_ANSWER,
    Patience,
    Session,
    no_scheduler,
    require_distributed,
)
from pygen.builders.cluster_worker import PackedRoute
from pygen.builders.portable import facts_of_machine, packed

TRIES = 5
"""The usual number of attempts for a piece whose worker is lost."""


@dataclass
class Cluster:
    """A Dask cluster: the address of its scheduler, the number of attempts for a piece whose worker
    is lost, and a function that is called with a sentence about each worker that is refused."""

    address: str
    tries: int = TRIES
    warn: Callable[[str], None] = print
    with_tests: bool = False
    """Whether workers run what is in `tests/`, too, which must be the same as here."""
    most_workers: int = 0
    """The most workers that were used at a time."""

    def require(self) -> None:
        """Raise ToolMissing without the package distributed, EmulatorFailed if nothing answers at
        the address. A command calls this before it builds anything."""
        require_distributed()
        host, _, port = self.address.partition("://")[2].rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_ANSWER).close()
        except OSError as error:
            raise no_scheduler(self.address) from error

    def pool(
        self, routes: Mapping[str, Route], dungeons: Mapping[str, int] | None = None
    ) -> ClusterPool:
        """A pool whose workers know `routes` by their keys. Each machine prepares a route for as
        many dungeons as `dungeons` says."""
        counts = dungeons or {}
        # A route may have several keys.
        data = {id(route): packed(route) for route in routes.values()}
        return ClusterPool(
            self,
            {
                key: PackedRoute(data[id(route)], counts.get(key, 0))
                for key, route in routes.items()
            },
        )


class ClusterPool:
    """The workers of a cluster, for `run_pieces`."""

    def __init__(self, cluster: Cluster, routes: Mapping[str, PackedRoute]) -> None:
        self.cluster, self.routes = cluster, routes
        self.tries = cluster.tries
        self._session: Session | None = None

    @property
    def workers(self) -> int:
        """How many workers are used now; at least one, so that there is work when one comes."""
        count = self._session.workers if self._session else 0
        self.cluster.most_workers = max(self.cluster.most_workers, count)
        return max(count, 1)

    @property
    def lost(self) -> EmulatorFailed:
        return EmulatorFailed(
            f"{self.cluster.address}: the scheduler was lost {counted(self.tries, 'time')}",
            KEPT,
        )

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        # A scheduler and workers that were there come back; others may never have been there.
        patience = Patience.AFTER_A_LOSS if self._session else Patience.AT_FIRST
        facts = facts_of_machine(with_tests=self.cluster.with_tests)
        self._session = Session(
            self.cluster.address, self.routes, facts, self.cluster.warn, patience
        )
        try:
            yield self._session
        finally:
            self._session.close()
