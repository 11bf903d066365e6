"""How measured cycles and bytes are told: progress, tables, and comparison with another report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pygen.compilers import Compiler
from pygen.compilers.building import Profile, build
from pygen.measure.bench import Cycles, Job, Result, measure, results
from pygen.measure.sizes import Sizes, generator_sizes
from pygen.spec import Spec


class BenchProgress:
    """Progress bars, one a job; use it as a context manager."""

    def __init__(self, console: Console, jobs: Sequence[Job]) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._tasks = {
            (*job.key, job.screen_on): self._progress.add_task(_title(job), total=len(job.seeds))
            for job in jobs
        }

    def __enter__(self) -> BenchProgress:
        self._progress.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def seed_done(self, job: Job) -> None:
        self._progress.advance(self._tasks[(*job.key, job.screen_on)])


def _title(job: Job) -> str:
    return " ".join((*job.key, "screen on" if job.screen_on else "screen dark"))


def _table(title: str, names: int, *headings: str) -> Table:
    """A table whose first `names` columns are text and whose others are numbers."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index < names else "right")
    return table


def print_results(found: Sequence[Result], console: Console) -> None:
    """Totals, phases and bytes of all results as tables."""
    console.print(_totals(found))
    for dungeon in dict.fromkeys(item.dungeon for item in found):
        console.print(_phases(dungeon, [item for item in found if item.dungeon == dungeon]))
    console.print(_sizes(found))


def _totals(found: Sequence[Result]) -> Table:
    table = _table(
        "cycles of a dungeon", 3, "compiler", "dungeon", "profile", "seeds",
        "least", "median", "p99", "most", "most/median", "screen on", "more",
    )  # fmt: skip
    for item in found:
        on = item.screen_on
        table.add_row(
            item.compiler,
            item.dungeon,
            item.profile,
            str(len(item.each)),
            *_figures(item.cycles),
            f"{item.cycles.most / item.cycles.median:.2f}",
            f"{on.median:,}" if on else "",
            _change(item.cycles.median, on.median) if on else "",
        )
    return table


def _phases(dungeon: str, found: Sequence[Result]) -> Table:
    table = _table(
        f"\ncycles of the phases of {dungeon}", 3, "compiler", "profile", "phase",
        "least", "median", "p99", "most", "share",
    )  # fmt: skip
    for item in found:
        for name, cycles in item.phases.items():
            share = f"{100 * cycles.median / item.cycles.median:.0f} %"
            table.add_row(item.compiler, item.profile, name, *_figures(cycles), share)
    return table


def _sizes(found: Sequence[Result]) -> Table:
    table = _table(
        "\nbytes of the generator alone", 3, "compiler", "dungeon", "profile",
        "code", "tables", "both", "work memory", "zero page",
    )  # fmt: skip
    for item in found:
        sizes = item.sizes
        numbers = (sizes.code, sizes.tables, sizes.program, sizes.work_memory, sizes.zeropage)
        table.add_row(*item.key, *(f"{number:,}" for number in numbers))
    return table


def _figures(cycles: Cycles) -> Iterable[str]:
    numbers = (cycles.least, cycles.median, cycles.p99, cycles.most)
    return (f"{number:,}" for number in numbers)


def _change(before: int, after: int) -> str:
    if not before:
        return "" if not after else "new"
    return f"{100 * (after - before) / before:+.1f} %"


def print_comparison(before: Sequence[Result], now: Sequence[Result], console: Console) -> None:
    """What has changed since an older report: medians by phase, and bytes."""
    older = {item.key: item for item in before}
    table = _table(
        "\nchange since the older report", 4, "compiler", "dungeon", "profile", "",
        "before", "now", "change",
    )  # fmt: skip
    for item in now:
        old = older.get(item.key)
        if old is None:
            table.add_row(*item.key, "not in it")
            continue
        if old.each.keys() != item.each.keys():
            table.add_row(*item.key, "of other seeds")
        for what, was, is_now in _compared(old, item):
            table.add_row(*item.key, what, f"{was:,}", f"{is_now:,}", _change(was, is_now))
    console.print(table)


def _compared(old: Result, new: Result) -> Iterable[tuple[str, int, int]]:
    yield "all phases", old.cycles.median, new.cycles.median
    for name, cycles in new.phases.items():
        if name in old.phases:
            yield name, old.phases[name].median, cycles.median
    yield "code and tables", old.sizes.program, new.sizes.program
    yield "work memory", old.sizes.work_memory, new.sizes.work_memory


def run(
    spec: Spec,
    spec_name: str,
    builds: Sequence[tuple[Compiler, Profile]],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    with_screen_on: bool,
    workers: int,
    console: Console,
) -> list[Result]:
    """Build the programs, measure them and the generators' sizes, showing how far it is."""
    jobs: list[Job] = []
    sizes: dict[tuple[str, str, str], Sizes] = {}
    for compiler, profile in builds:
        with console.status(f"building {profile} with {compiler} ..."):
            program = build(spec, spec_name, compiler, profile)
            for dungeon in dungeons:
                sizes[compiler.name, dungeon, profile] = generator_sizes(
                    spec, spec_name, compiler, profile, dungeon
                )
        screens = (False, True) if with_screen_on else (False,)
        jobs += [Job(program, dungeon, seeds, on) for dungeon in dungeons for on in screens]
    with BenchProgress(console, jobs) as progress:
        measured = measure(jobs, workers, progress.seed_done)
    return results(measured, sizes)
