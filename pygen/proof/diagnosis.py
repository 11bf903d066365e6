"""Why a seed is wrong: a diagnosis like that of parity, with builders that can be stopped."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from pygen.base.errors import UserError
from pygen.builders.base import Builder
from pygen.builders.module import RouteOfModule
from pygen.builders.module_vice import start_module
from pygen.builders.native import NativeRoute
from pygen.engine.random.request import Request
from pygen.proof.every_seed import SeedJob
from pygen.proof.parity import Diagnosis, compare, diagnose

MOST_DIAGNOSES = 3


@dataclass(frozen=True)
class Explanation:
    """The outcome of building a wrong dungeon again.

    `where` says how it was built, such as "natively". `diagnosis` is None if it was right this
    time. `trouble` says why it could not be built, or is "".
    """

    where: str
    request: Request
    diagnosis: Diagnosis | None = None
    trouble: str = ""


def explain(job: SeedJob) -> Iterator[Explanation]:
    """Diagnose the first wrong seeds of a job.

    Dungeons of the 6502 are built again in VICE, which can be stopped after each phase, and in the
    simulator. Without VICE only the finished dungeons are compared.
    """
    requests = [job.request(seed) for seed in job.wrong[:MOST_DIAGNOSES]]
    route = job.route
    if requests and isinstance(route, NativeRoute):
        yield from _explained(route.open(), "natively", requests)
    elif requests and isinstance(route, RouteOfModule):
        try:
            with contextlib.closing(start_module(route.module)) as machine:
                seen = list(_explained(machine, "in VICE", requests))
        except UserError as error:
            yield Explanation("in VICE", requests[0], trouble=error.message)
        else:
            yield from seen
            requests = [item.request for item in seen if item.diagnosis is None]
        yield from _explained(route.open(), "in the simulator now", requests)


def _explained(builder: Builder, where: str, requests: list[Request]) -> Iterator[Explanation]:
    for request in requests:
        case = compare(builder, request)
        yield Explanation(where, request, None if case.equal else diagnose(builder, case))
