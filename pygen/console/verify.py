"""How verify is told: progress, a table, and a file for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from pygen.base.files import write_if_changed
from pygen.proof.journal import seeds_text
from pygen.proof.work import Job


def progress_of(jobs: Sequence[Job], console: Console) -> tuple[Progress, dict[int, Any]]:
    """Progress bars, and which of them belongs to which job (by its `id`)."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    bars = {
        id(job): progress.add_task(
            f"{escape(job.route.name)} = {job.against.name}: {job.dungeon}", total=len(job.seeds)
        )
        for job in jobs
    }
    return progress, bars


def rate(job: Job) -> float | None:
    """Seeds that one processor checks a second, by all that the journal knows; None if nothing."""
    seconds = sum(entry.seconds for entry in job.journal.entries)
    return sum(entry.count for entry in job.journal.entries) / seconds if seconds else None


def print_table(jobs: Sequence[Job], console: Console) -> None:
    """One line a job: how many seeds are equal, how many were known, and how fast it is."""
    table = Table(box=None, pad_edge=False)
    for heading in ("route", "against", "dungeon"):
        table.add_column(heading)
    for heading in ("seeds", "equal", "from before", "seeds a second", ""):
        table.add_column(heading, justify="right")
    for job in jobs:
        speed = rate(job)
        table.add_row(
            escape(job.route.name),
            job.against.name,
            job.dungeon,
            f"{len(job.seeds):,}",
            f"[green]{job.equal:,}[/]" if job.is_good else f"{job.equal:,}",
            f"{job.known:,}",
            f"{speed:,.0f}" if speed else "",
            _state(job),
        )
    console.print(table)
    console.print("seeds a second: of one processor's time", style="dim")
    for job in jobs:
        for failure in job.failures:
            console.print(f"[bold red]failed:[/] {escape(failure)}", soft_wrap=True)
        if job.wrong:
            known = "at least " if job.is_given_up else ""
            console.print(
                f"[bold red]{escape(job.route.name)}, {job.dungeon}: {known}{len(job.wrong)} wrong "
                f"seeds:[/] {seeds_text(job.wrong[:20])}{', ...' if len(job.wrong) > 20 else ''}",
                soft_wrap=True,
            )


def _state(job: Job) -> str:
    if job.wrong or job.failures:
        return "[bold red]WRONG[/]"
    return "" if job.is_good else "[yellow]unfinished[/]"


def write_report(path: Path, jobs: Sequence[Job], seconds: float, workers: int) -> None:
    """Write all results as JSON: an object with a list `results`, one item a job.

    `seconds` is the run's length, `workers` how many processes it used.
    """
    results = [
        {
            "route": job.route.name,
            "against": job.against.name,
            "dungeon": job.dungeon,
            "seeds": len(job.seeds),
            "equal": job.equal,
            "known_before": job.known,
            "wrong": job.wrong,
            "failures": job.failures,
            "seeds_a_second": rate(job),
            "identities": list(job.keys),
        }
        for job in jobs
    ]
    data = {"seconds": round(seconds, 1), "workers": workers, "results": results}
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())
