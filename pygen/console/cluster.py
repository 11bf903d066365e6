"""The arguments of tasks whose work a cluster of machines can do."""

from __future__ import annotations

import re

from pygen.base.errors import UsageError
from pygen.builders.cluster import TRIES, Cluster
from pygen.console.options import Count, Excludes, Needs, Parsed
from pygen.console.terminal import warn


def _parse_address(text: str) -> str:
    """The address of a scheduler. Raises UsageError if it is not one."""
    match = re.fullmatch(r"(tcp|tls)://([\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})", text, re.ASCII)
    if match is None or not 0 < int(match[3]) < 65536:
        raise UsageError(
            f"--scheduler: {text!r} is not the address of a Dask scheduler",
            "Give protocol, name and port, as in tcp://server:8786 (docs/scale.md).",
        )
    return text


SCHEDULER = Parsed(
    "use the workers of this Dask cluster, as in tcp://server:8786 (docs/scale.md)",
    None,
    _parse_address,
)
ATTEMPTS = Count(
    f"with --scheduler: how often to try a piece whose worker is lost (default: {TRIES})",
    100,
    "a number of attempts",
    "Give 1 to 100.",
)
ATTEMPTS_NEED_SCHEDULER = Needs(
    "attempts", "scheduler", "--attempts is for work on a cluster", "Give --scheduler as well."
)
RULES = (Excludes("scheduler", "jobs"), ATTEMPTS_NEED_SCHEDULER)


def workers_of(jobs: int, scheduler: str | None, attempts: int | None) -> int | Cluster:
    """Who does the work: the cluster of a scheduler, or so many processes of this machine. Raises
    as `Cluster.require` does."""
    if scheduler is None:
        return jobs
    cluster = Cluster(scheduler, attempts or TRIES, warn)
    cluster.require()
    return cluster
