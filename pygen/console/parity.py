"""How parity is told: progress, every wrong case with its diagnosis, and a summary."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pygen.proof.differences import picture
from pygen.proof.parity import Case, Diagnosis, Job, Listener
from pygen.spec import Spec

# Differing values of a region told one by one; all of them are counted.
SHOWN = 4


class ParityReport(Listener):
    """Progress bars, one a job, and the diagnoses of wrong cases as they come."""

    def __init__(self, console: Console, jobs: Sequence[Job], again: str) -> None:
        """`again` are the arguments that a command which repeats a case needs besides it."""
        self._console = console
        self._again = again
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._tasks = {
            (job.program.compiler.name, job.dungeon): self._progress.add_task(
                f"{job.program.compiler.name} {job.dungeon}", total=len(job)
            )
            for job in jobs
        }

    def __enter__(self) -> ParityReport:
        self._progress.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def case_done(self, job: Job, case: Case) -> None:
        self._progress.advance(self._tasks[job.program.compiler.name, job.dungeon])

    def case_is_wrong(self, job: Job, diagnosis: Diagnosis) -> None:
        case = diagnosis.case
        floor = f" --floor {case.floor}" if case.floor != 1 else ""
        print_diagnosis(self._console, job.program.spec, diagnosis)
        self._console.print(
            f"  again: invoke parity --compiler {case.compiler} --dungeon {case.dungeon} "
            f"--seeds {case.seed}{floor}{escape(self._again)}\n",
            soft_wrap=True,
        )


def print_diagnosis(console: Console, spec: Spec, diagnosis: Diagnosis) -> None:
    """Where a case goes wrong: the phase, the first values, a picture of the place."""
    case = diagnosis.case
    console.print(f"[bold red]{case}: differs first after phase '{diagnosis.phase}'[/]")
    regions = dict.fromkeys(difference.region for difference in diagnosis.found)
    # Records say more than single tiles, and the tiles are in the picture.
    for region in sorted(regions, key=lambda name: name == "map"):
        found = [item for item in diagnosis.found if item.region == region]
        for difference in found[:SHOWN]:
            console.print(f"  {escape(str(difference))}")
        if len(found) > SHOWN:
            console.print(f"  and {len(found) - SHOWN} more in {region}")
    counts = ", ".join(f"{region} {count}" for region, count in diagnosis.at_end.items())
    console.print(f"  differing values at the end: {counts}")
    if diagnosis.python != diagnosis.c64:
        console.print(picture(spec, case.dungeon, diagnosis.python, diagnosis.c64))


def print_summary(cases: Sequence[Case], console: Console) -> None:
    """A table: how many dungeons of each kind are equal, and the cycles they took."""
    table = Table(box=None, pad_edge=False)
    table.add_column("compiler")
    table.add_column("dungeon")
    floors = ["floors"] if any(case.floor != 1 for case in cases) else []
    for heading in ("seeds", *floors, "equal", "cycles: least", "median", "most"):
        table.add_column(heading, justify="right")
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.compiler, case.dungeon), []).append(case)
    for (compiler, dungeon), group in groups.items():
        equal = sum(case.equal for case in group)
        cycles = [case.cycles for case in group]
        table.add_row(
            compiler,
            dungeon,
            str(len({case.seed for case in group})),
            *(str(len({case.floor for case in group})) for _ in floors),
            f"[{'green' if equal == len(group) else 'bold red'}]{equal}[/]",
            f"{min(cycles):,}",
            f"{round(statistics.median(cycles)):,}",
            f"{max(cycles):,}",
        )
    console.print(table)
