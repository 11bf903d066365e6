"""Why a seed is wrong: the same diagnosis as parity's, by the emulator that can be stopped."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from pygen.base.errors import UserError
from pygen.builders.native import NativeGenerator
from pygen.builders.sim65 import BatchMachine
from pygen.builders.vice import Builder, booted
from pygen.console.parity import print_diagnosis
from pygen.proof.parity import compare, diagnose
from pygen.proof.routes import BatchRoute, NativeRoute
from pygen.proof.work import Job

MOST_DIAGNOSES = 3


def explain(job: Job, console: Console) -> None:
    """Look into the first wrong seeds of a job and print what is found.

    A 6502's dungeon is built again in VICE, which can be stopped after each phase; where there is
    no VICE, only the dungeons' ends are compared.
    """
    seeds = job.wrong[:MOST_DIAGNOSES]
    route = job.route
    if seeds and isinstance(route, NativeRoute):
        _print(NativeGenerator(route.spec, route.library), "natively", job, seeds, console)
    elif seeds and isinstance(route, BatchRoute):
        try:
            with booted(route.program) as machine:
                seeds = _print(machine, "in VICE", job, seeds, console)
        except UserError as error:
            console.print(f"VICE cannot look into it: {escape(error.message)}", soft_wrap=True)
        machine_of_route = BatchMachine(route.program, route.simulator)
        _print(machine_of_route, "in sim65 now", job, seeds, console)


def _print(builder: Builder, where: str, job: Job, seeds: list[int], console: Console) -> list[int]:
    """Print the diagnoses; the seeds whose dungeons this builder gets right are returned."""
    right = []
    for seed in seeds:
        case = compare(builder, job.dungeon, seed)
        if case.equal:
            right.append(seed)
            console.print(f"[yellow]{job.dungeon}, seed {seed}: right {where}[/]")
        else:
            print_diagnosis(console, job.route.spec, diagnose(builder, case))
    return right
