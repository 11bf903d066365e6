"""How measured cycles and bytes are reported: tables, and a comparison with another report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.words import counted
from pygen.console.tables import plain_table
from pygen.measure.bench import BenchJob, Cycles, Result
from pygen.measure.budgets import Verdict
from pygen.measure.tools import Timing


def bar_name(job: BenchJob) -> str:
    """What a job's progress bar is called."""
    return " ".join((*job.key, "screen on" if job.screen_on else "screen dark"))


def print_results(results: Sequence[Result], console: Console) -> None:
    """Totals, phases and bytes of all results as tables."""
    console.print(_totals(results))
    for dungeon in dict.fromkeys(item.dungeon for item in results):
        console.print(_phases(dungeon, [item for item in results if item.dungeon == dungeon]))
    console.print(_steps(results))
    console.print(_sizes(results))


def _totals(results: Sequence[Result]) -> Table:
    with_screen = any(item.screen_on for item in results)
    table = plain_table(
        "cycles of a dungeon", 3, "compiler", "dungeon", "profile", "seeds",
        "least", "median", "p99", "most", "most/median",
        *(("screen on", "more") if with_screen else ()),
    )  # fmt: skip
    for item in results:
        on = item.screen_on
        with_on = (f"{on.median:,}", _change(item.cycles.median, on.median)) if on else ()
        table.add_row(
            item.compiler,
            item.dungeon,
            item.profile,
            str(len(item.each)),
            *_figures(item.cycles),
            f"{item.cycles.most / item.cycles.median:.2f}",
            *with_on,
        )
    return table


def _phases(dungeon: str, results: Sequence[Result]) -> Table:
    table = plain_table(
        f"\ncycles of the phases of {dungeon}", 3, "compiler", "profile", "phase",
        "least", "median", "p99", "most", "share",
    )  # fmt: skip
    for item in results:
        for name, cycles in item.phases.items():
            share = f"{100 * cycles.median / item.cycles.median:.0f} %"
            table.add_row(item.compiler, item.profile, name, *_figures(cycles), share)
    return table


def _steps(results: Sequence[Result]) -> Table:
    table = plain_table(
        "\nlongest step of a dungeon", 3, "compiler", "dungeon", "profile",
        "cycles", "seed", "step",
    )  # fmt: skip
    for item in results:
        step = item.longest_step
        if step:
            table.add_row(*item.key, f"{step.cycles:,}", str(step.seed), str(step.number))
    return table


def _sizes(results: Sequence[Result]) -> Table:
    table = plain_table(
        "\nbytes of the modules", 3, "compiler", "dungeon", "profile",
        "code", "tables", "both", "work memory", "zero page",
    )  # fmt: skip
    for item in results:
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


def print_verdict(verdict: Verdict, baseline: Path, console: Console) -> None:
    """Print what a check found that is no error, and what was compared with the file `baseline`."""
    for note in verdict.notes:
        console.print(f"[yellow]{escape(note)}[/]", soft_wrap=True)
    compared = (
        f"{counted(verdict.compared, 'median')} compared with {baseline}: none is too high"
        if verdict.compared
        else f"no median was compared with {baseline}"
    )
    console.print(f"[bold green]no budget is exceeded[/]; {compared}", soft_wrap=True)


def print_comparison(before: Sequence[Result], now: Sequence[Result], console: Console) -> None:
    """What has changed since an older report: medians by phase, and bytes."""
    older = {item.key: item for item in before}
    table = plain_table(
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


def print_timing(timing: Timing, console: Console) -> None:
    """Print how long something took, and its target."""
    processor = timing.processor
    console.print(
        f"{timing.what:48}{1000 * timing.seconds:10,.1f} ms   aim: {1000 * timing.aim:,.0f} ms"
        + (f"   processor time: {1000 * processor:,.1f} ms" if processor else ""),
        soft_wrap=True,
    )
