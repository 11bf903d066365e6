"""The results of verify in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from pygen.base.words import counted
from pygen.console.diagnosis import print_diagnosis
from pygen.console.tables import plain_table
from pygen.proof.diagnosis import Explanation, explain
from pygen.proof.every_seed import SeedJob, rate_of
from pygen.proof.journal import seeds_text
from pygen.proof.levels import Attempt

SHOWN = 20
"""How many wrong seeds are listed; all of them are counted."""


def print_results(jobs: Sequence[SeedJob], console: Console) -> None:
    """Print a line for each job, and one for all samples of a route: the numbers of equal and of
    known seeds, and the speed. Then print the errors."""
    table = plain_table(
        "", 3, "route", "against", "dungeon",
        "seeds", "equal", "from before", "seeds a second", "",
    )  # fmt: skip
    groups: dict[object, list[SeedJob]] = {}
    for number, job in enumerate(jobs):
        key = (job.route.name, job.against.name) if job.is_sample else number
        groups.setdefault(key, []).append(job)
    for group in groups.values():
        job, rate = group[0], rate_of(group)
        seeds, equal = sum(len(one.seeds) for one in group), sum(one.equal for one in group)
        table.add_row(
            escape(job.route.name),
            job.against.name,
            f"a sample of {counted(len(group), 'row')}" if job.is_sample else job.name,
            f"{seeds:,}",
            f"[green]{equal:,}[/]" if equal == seeds else f"{equal:,}",
            f"{sum(one.known for one in group):,}",
            f"{rate:,.0f}" if rate else "",
            _state(group),
        )
    console.print(table)
    console.print("seeds a second of one processor", style="dim")
    for job in jobs:
        _print_wrong(job, console)
        for remark in sorted(set(job.remarks)):
            name = escape(f"{job.route.name}, {job.name}")
            console.print(f"{name}: {escape(remark)}", style="dim", soft_wrap=True)


def _state(jobs: Sequence[SeedJob]) -> str:
    if any(job.wrong or job.failures for job in jobs):
        return "[bold red]WRONG[/]"
    return "" if all(job.is_good for job in jobs) else "[yellow]unfinished[/]"


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
    table = plain_table("", 1, "level", "bytes")
    table.add_column("", overflow="fold")
    for attempt in attempts:
        style = "green" if attempt.is_good else "bold red"
        size = f"{sum(attempt.sizes):,}" if attempt.sizes else ""
        verdict = f"[{style}]{escape(attempt.verdict)}[/]"
        table.add_row(escape(attempt.level.name), size, verdict)
    console.print(table)
