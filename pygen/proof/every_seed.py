"""The whole proof: every seed gives the same dungeon on every route from the spec to its bytes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from pygen.base.errors import ParityFailed, ToolMissing
from pygen.base.project import BUILD_FOLDER
from pygen.builders.native import build_native
from pygen.compilers import Compiler
from pygen.compilers.building import Program
from pygen.console.verify import print_table, progress_of, write_report
from pygen.emulators.sim65 import Sim65
from pygen.proof.diagnosis import explain
from pygen.proof.journal import spread
from pygen.proof.levels import attempts, print_levels
from pygen.proof.routes import BatchRoute, NativeRoute, PythonRoute, Route
from pygen.proof.work import Job, make_job, run
from pygen.spec import Spec

__all__ = ["Job", "demand", "demand_levels", "make_job", "plan", "prove", "run", "spread"]

VERIFY_FOLDER = BUILD_FOLDER / "verify"


def plan(
    spec: Spec,
    programs: Sequence[Program],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
) -> tuple[list[Job], str]:
    """The jobs of a proof, and a sentence about what had to be left out ("" if nothing).

    First the native build against Python, then every program in sim65 against the native build.
    Without a C compiler for this machine the programs are compared with Python itself, which is
    slower. Raises ToolMissing if there are programs and no sim65.
    """
    python = PythonRoute(spec)
    ours, left_out = _fastest(spec, build_folder)
    jobs = []
    if isinstance(ours, NativeRoute):
        jobs = [make_job(ours, python, dungeon, seeds, folder) for dungeon in dungeons]
    for program in programs:
        beside = program.compiler.path.parent if program.compiler.name == "cc65" else None
        route = BatchRoute(program, Sim65.find(beside))
        jobs += [make_job(route, ours, dungeon, seeds, folder) for dungeon in dungeons]
    return jobs, left_out


def _fastest(spec: Spec, build_folder: Path) -> tuple[Route, str]:
    """The native build, or else Python and why."""
    try:
        return NativeRoute(spec, build_native(spec, build_folder=build_folder)), ""
    except ToolMissing as error:
        what = f"No native build: {error.message}. The C64's code is compared with Python."
        return PythonRoute(spec), what


def prove(jobs: Sequence[Job], workers: int, console: Console, report: Path | None = None) -> bool:
    """Do the jobs and tell about it; True if all is equal.

    What was checked is kept, whatever ends this. Raises as `run` does.
    """
    begin = time.perf_counter()
    progress, bars = progress_of(jobs, console)
    try:
        with progress:
            run(jobs, workers, lambda job, count: progress.advance(bars[id(job)], count))
    finally:
        seconds = time.perf_counter() - begin
        print_table(jobs, console)
        if report:
            write_report(report, jobs, seconds, workers)
    for job in jobs:
        explain(job, console)
    console.print(f"{seconds:,.0f} seconds with {workers} processes", style="dim")
    return all(job.is_good for job in jobs)


def demand(jobs: Sequence[Job], workers: int, console: Console, report: Path | None = None) -> None:
    """The same, but raise ParityFailed if anything is not equal."""
    if not prove(jobs, workers, console, report):
        bad = [f"{job.route.name} {job.dungeon}" for job in jobs if not job.is_good]
        raise ParityFailed(f"not equal: {', '.join(bad)}")


def demand_levels(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    workers: int,
    console: Console,
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
) -> None:
    """Compare the programs of all optimisation levels with Python, and tell about it.

    Raises ParityFailed if a level that the spec allows gives wrong dungeons or none.
    """
    ours, _ = _fastest(spec, build_folder)
    found = attempts(spec, spec_name, compilers, ours, dungeons, seeds, folder, console)
    jobs = [job for attempt in found for job in attempt.jobs]
    if isinstance(ours, NativeRoute):
        python = PythonRoute(spec)
        jobs = [make_job(ours, python, dungeon, seeds, folder) for dungeon in dungeons] + jobs
    prove(jobs, workers, console)
    print_levels(found, console)
    bad = [attempt.level.name for attempt in found if not attempt.is_good]
    bad += [f"native {job.dungeon}" for job in jobs if job.route is ours and not job.is_good]
    if bad:
        raise ParityFailed(f"not equal: {', '.join(bad)}")
