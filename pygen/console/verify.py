"""Reporting verify: a table, diagnoses, and a file for other programs."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.errors import ParityFailed
from pygen.base.files import write_if_changed
from pygen.compilers import Compiler
from pygen.console.parity import print_diagnosis
from pygen.console.tables import plain_table, progress_bars
from pygen.proof.diagnosis import Explanation, explain
from pygen.proof.every_seed import SeedJob, verify
from pygen.proof.journal import seeds_text
from pygen.proof.levels import Attempt, attempts
from pygen.spec import Spec

# Wrong seeds that are listed; all of them are counted.
SHOWN = 20


def bar_name(job: SeedJob) -> str:
    """What a job's progress bar is called."""
    return f"{job.route.name} = {job.against.name}: {job.name}"


def prove_jobs(
    jobs: Sequence[SeedJob],
    workers: int,
    console: Console,
    report: Path | None = None,
    diagnosed: Sequence[SeedJob] | None = None,
) -> list[str]:
    """Do the jobs with progress bars, print the results, and diagnose wrong seeds of all jobs, or
    of those that are `diagnosed`.

    Returns the names of the jobs that are not equal. The results are printed, and written to
    `report`, even if the run is interrupted. Raises as `pygen.proof.every_seed.verify` does.
    """
    begin = time.perf_counter()
    totals = {bar_name(job): len(job.seeds) for job in jobs}
    try:
        with progress_bars(console, totals) as advance:
            verify(jobs, workers, lambda job, count: advance(bar_name(job), count))
    except KeyboardInterrupt:
        console.print("What was proved is kept: the same command goes on from there.")
        raise
    finally:
        seconds = time.perf_counter() - begin
        print_results(jobs, console)
        if report:
            write_report(report, jobs, seconds, workers)
    print_explanations(jobs if diagnosed is None else diagnosed, console)
    console.print(
        f"{seconds:,.0f} seconds with {'one process' if workers == 1 else f'{workers} processes'}",
        style="dim",
    )
    return [f"{job.route.name} {job.name}" for job in jobs if not job.is_good]


def verify_levels(
    spec: Spec,
    name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    workers: int,
    console: Console,
) -> None:
    """Prove the programs of all optimisation levels. `name` is the spec's file name.

    Raises ParityFailed if the spec allows a level that gives wrong dungeons or none.
    """
    with console.status("building ...") as status:
        tried = attempts(
            spec,
            name,
            compilers,
            dungeons,
            seeds,
            building=lambda level: status.update(f"building with {escape(level)} ..."),
        )
    jobs = [job for attempt in tried for job in attempt.jobs]
    allowed = [job for attempt in tried if not attempt.level.refused for job in attempt.jobs]
    prove_jobs(jobs, workers, console, diagnosed=allowed)
    print_levels(tried, console)
    wrong = [attempt.level.name for attempt in tried if not attempt.is_good]
    if wrong:
        raise ParityFailed(f"not equal: {', '.join(wrong)}")


def print_results(jobs: Sequence[SeedJob], console: Console) -> None:
    """Print a line for each job: how many seeds are equal, how many were known, and how fast it is;
    then what is wrong."""
    table = plain_table(
        "", 3, "route", "against", "dungeon",
        "seeds", "equal", "from before", "seeds a second", "",
    )  # fmt: skip
    for job in jobs:
        rate = job.rate
        table.add_row(
            escape(job.route.name),
            job.against.name,
            job.name,
            f"{len(job.seeds):,}",
            f"[green]{job.equal:,}[/]" if job.is_good else f"{job.equal:,}",
            f"{job.known:,}",
            f"{rate:,.0f}" if rate else "",
            _state(job),
        )
    console.print(table)
    console.print("seeds a second of one processor", style="dim")
    for job in jobs:
        _print_wrong(job, console)


def _state(job: SeedJob) -> str:
    if job.wrong or job.failures:
        return "[bold red]WRONG[/]"
    return "" if job.is_good else "[yellow]unfinished[/]"


def _print_wrong(job: SeedJob, console: Console) -> None:
    for failure in job.failures:
        console.print(f"[bold red]failed:[/] {escape(failure)}", soft_wrap=True)
    if job.wrong:
        least = "at least " if job.is_given_up else ""
        more = ", ..." if len(job.wrong) > SHOWN else ""
        console.print(
            f"[bold red]{escape(job.route.name)}, {job.name}: {least}{len(job.wrong)} wrong "
            f"seeds:[/] {seeds_text(job.wrong[:SHOWN])}{more}",
            soft_wrap=True,
        )


def print_explanations(jobs: Sequence[SeedJob], console: Console) -> None:
    """Diagnose the first wrong seeds of each job, and print the diagnoses."""
    for job in jobs:
        for explanation in explain(job):
            _print_explanation(job, explanation, console)


def _print_explanation(job: SeedJob, explanation: Explanation, console: Console) -> None:
    if explanation.trouble:
        console.print(f"VICE cannot diagnose it: {escape(explanation.trouble)}", soft_wrap=True)
    elif explanation.diagnosis is None:
        console.print(f"[yellow]{explanation.request}: right {explanation.where}[/]")
    else:
        print_diagnosis(console, job.route.spec, explanation.diagnosis)


def print_levels(attempts: Sequence[Attempt], console: Console) -> None:
    """Print a table of the optimisation levels with their results."""
    table = Table(box=None, pad_edge=False)
    table.add_column("level")
    table.add_column("bytes", justify="right")
    table.add_column("", overflow="fold")
    for attempt in attempts:
        style = "green" if attempt.is_good else "bold red"
        size = f"{sum(attempt.sizes):,}" if attempt.sizes else ""
        verdict = f"[{style}]{escape(attempt.verdict)}[/]"
        table.add_row(escape(attempt.level.name), size, verdict)
    console.print(table)


def write_report(path: Path, jobs: Sequence[SeedJob], seconds: float, workers: int) -> None:
    """Write all results as JSON: an object with a list `results`, one item a job.

    `seconds` is the run's length, `workers` how many processes it used. `floor` is the floor whose
    dungeons were compared, `floors` which have the same parameters, empty if all have. `chunks_of`
    is the seed whose chunks were compared, by their numbers; null for seeds.
    """
    results = [
        {
            "route": job.route.name,
            "against": job.against.name,
            "dungeon": job.dungeon,
            "floor": job.floor,
            "floors": job.floors,
            "chunks_of": job.chunks_of,
            "seeds": len(job.seeds),
            "equal": job.equal,
            "known_before": job.known,
            "wrong": job.wrong,
            "failures": job.failures,
            "seeds_a_second": job.rate,
            "identities": list(job.keys),
        }
        for job in jobs
    ]
    data = {"seconds": round(seconds, 1), "workers": workers, "results": results}
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())
