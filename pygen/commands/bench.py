"""Measure the cycles and bytes of the generators on the C64.

Cycles are exact: the C64's own timers count them, phase by phase.

Examples:
  invoke bench --screen dark
  invoke bench --report before.json
  invoke bench --compare before.json
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import get_args

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.base.words import counted
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.vice import ViceRoute
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.compilers.module_building import build_module
from pygen.console.arguments import DEFAULT_SPEC, FLOOR, ProofArguments, jobs
from pygen.console.compiling import PROFILES, choose_compilers
from pygen.console.options import Excludes, Flag, OneOf, OutputFile, Parsed, Text
from pygen.console.tables import plain_table, progress_bars
from pygen.console.terminal import building, out, write_output
from pygen.console.tries import print_tries
from pygen.engine.random.floors import check_floor
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.kinds import generate
from pygen.measure import budgets
from pygen.measure.bench import (
    BenchJob,
    Cycles,
    Result,
    measure,
    read_report,
    results,
    write_report,
)
from pygen.measure.budgets import BASELINE, Verdict
from pygen.measure.peers import Compared, compared
from pygen.measure.sizes import Sizes, module_sizes
from pygen.measure.tools import Timing, timings
from pygen.programs.program import build_program
from pygen.search.tries import Cost, Tried, is_missed

"""The committed figures."""


class Arguments(ProofArguments):
    seeds = Parsed(
        "seeds and ranges, as in 0-1023 (default: the spec's golden seeds)", None, parse_seeds
    )
    floor = FLOOR
    compiler = Text("auto, oscar64, cc65 or all (default: all)")
    profile = OneOf("release, dev or all (default: release)", "release", [*PROFILES, "all"])
    screen = OneOf(
        "dark, or both to measure with the screen on, too (default: both)", "both", ["dark", "both"]
    )
    compare = Text("show the change since this older report")
    check = Flag("fail if a budget is exceeded, or a median is above tests/bench/baseline.json")
    bless = Flag("record these figures in tests/bench/baseline.json")
    python = Flag("time the Python tools instead")
    peers = Flag("instead, time native dungeons beside other libraries for Python and Node")
    studio = Flag("time the studio's page in Chromium instead")
    jobs = jobs("emulators")
    report = OutputFile("write the results to this JSON file")
    rules = (
        Excludes("floor", "check bless", "--floor: budgets and committed figures are of floor 1"),
    )


def run(given: Arguments) -> None:
    spec = given.spec
    if given.bless and given.profile == "dev":
        raise UsageError("--bless: only the release profile has committed figures", "")
    older = read_report(Path(given.compare)) if given.compare else []
    if given.studio:
        # The studio needs packages that the other measurements do not.
        from pygen.studio.measuring import studio_timings

        file = Path(given.spec_path or DEFAULT_SPEC)
        for timing in studio_timings(file, given.dungeons[0], BUILD_FOLDER):
            print_timing(timing, out)
        return
    if given.peers:
        with building() as now:
            print_peers(list(compared(spec, now)), out)
        return
    compilers = choose_compilers(spec, given.compiler or "all")
    if given.python:
        for timing in timings(spec, compilers, given.dungeons):
            print_timing(timing, out)
        return
    with building() as now:
        planned, sizes = plan(given, compilers, now)
    totals = {bar_name(job): len(job.seeds) for job in planned}
    with progress_bars(out, totals) as advance:
        cases = measure(planned, given.jobs, lambda job: advance(bar_name(job), 1))
    measured = results(cases, sizes)
    print_results(measured, out)
    print_tries_of(given, measured)
    if older:
        print_comparison(older, measured, out)
    if given.report:
        write_output("results", given.report, lambda path: write_report(path, measured))
    if given.bless:
        budgets.write_baseline(BASELINE, measured)
        out.print(f"committed figures written to {os.path.relpath(BASELINE)}")
    if given.check:
        baseline = budgets.read_baseline(BASELINE)
        verdict = budgets.require_budgets(spec, measured, baseline)
        print_verdict(verdict, Path(os.path.relpath(BASELINE)), out)


def print_peers(rows: Sequence[Compared], console: Console) -> None:
    """Print our native dungeons beside those of other libraries."""
    table = plain_table(
        "microseconds for a map", 2, "dungeon", "size", "ours", "not counted", "theirs", "times"
    )
    table.add_column("library")
    table.add_column("what it promises")
    for row in rows:
        peer, (width, height) = row.peer, row.size
        known = row.theirs is not None
        table.add_row(
            peer.dungeon,
            f"{width} x {height}",
            f"{row.whole:,.1f}",
            f"{row.plain:,.1f}",
            f"{row.theirs:,.1f}" if row.theirs else "",
            f"{row.theirs / row.whole:,.1f}" if row.theirs else "",
            f"{peer.library} {row.version}" if known else f"{peer.library} (not installed)",
            f"{peer.name}: {peer.promises}",
        )
    console.print(table)
    console.print(
        "Ours: rooms, corridors, stairs and what the spec adds; `not counted` is without the "
        "counts of tiles.",
        style="dim",
    )


def plan(
    given: Arguments, compilers: Sequence[Compiler], now: Callable[[str], None]
) -> tuple[list[BenchJob], dict[tuple[str, str, str], Sizes]]:
    """Build the modules, and the programs for the screen. Return the jobs, and the modules' sizes.

    Worlds are only measured with the screen dark. `now` is called with the name of each part before
    it is built. Raises CompileFailed as `build_module` does, UsageError for a floor that does not
    exist.
    """
    check_floor(given.floor)
    spec, name, floor = given.spec, given.spec_name, given.floor
    seeds = given.seeds or spec.parity.seeds()
    profiles = [one for one in get_args(Profile) if given.profile in (one, "all")]
    jobs: list[BenchJob] = []
    sizes: dict[tuple[str, str, str], Sizes] = {}
    for compiler, profile, dungeon in itertools.product(compilers, profiles, given.dungeons):
        now(f"{dungeon}, {profile} with {compiler}")
        module = build_module(spec, name, compiler, dungeon, profile)
        sizes[compiler.name, dungeon, profile] = module_sizes(module)
        dark = ModuleViceRoute(module)
        jobs.append(BenchJob(dark, compiler, profile, dungeon, seeds, floor=floor))
        if given.screen == "both" and not spec.dungeons[dungeon].world:
            lit_folder, alone = BUILD_FOLDER / "alone" / dungeon, spec.only(dungeon)
            program = build_program(
                spec, name, compiler, profile, build_folder=lit_folder, selection=alone
            )
            lit = ViceRoute(program, screen_on=True)
            jobs.append(BenchJob(lit, compiler, profile, dungeon, seeds, True, floor))
    return jobs, sizes


def print_tries_of(given: Arguments, results: Sequence[Result]) -> None:
    """Print how many tries the dungeons took that were measured, and their cycles."""
    spec, floor = given.spec, given.floor
    for dungeon in dict.fromkeys(item.dungeon for item in results):
        costs = [
            Cost(item.compiler, cycles.median, cycles.p99, cycles.max)
            for item in results
            if item.dungeon == dungeon
            for cycles in [item.all_phases]
        ]
        if spec.dungeons[dungeon].requires:
            seeds = given.seeds or spec.parity.seeds()
            built = [generate(spec, Request(dungeon, seed, floor)) for seed in seeds]
            tried = [Tried(g.tries, is_missed(g.status), seed) for g, seed in zip(built, seeds)]
            out.print(f"\n{dungeon}", style="bold")
            print_tries(spec, given.spec_name, dungeon, floor, tried, costs)


def bar_name(job: BenchJob) -> str:
    """The name of a job's progress bar."""
    return " ".join((*job.key, "screen on" if job.screen_on else "screen dark"))


def print_results(results: Sequence[Result], console: Console) -> None:
    """Print totals, phases and bytes of all results as tables."""
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
        with_on = (f"{on.median:,}", _change(item.all_phases.median, on.median)) if on else ()
        table.add_row(
            item.compiler,
            item.dungeon,
            item.profile,
            str(len(item.cycles)),
            *_figures(item.all_phases),
            f"{item.all_phases.max / item.all_phases.median:.2f}",
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
            share = f"{100 * cycles.median / item.all_phases.median:.0f} %"
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
        sizes = item.bytes
        numbers = (sizes.code, sizes.tables, sizes.program, sizes.work_memory, sizes.zeropage)
        table.add_row(*item.key, *(f"{number:,}" for number in numbers))
    return table


def _figures(cycles: Cycles) -> Iterable[str]:
    return (f"{number:,}" for number in astuple(cycles))


def _change(before: int, after: int) -> str:
    if not before:
        return "" if not after else "new"
    return f"{100 * (after - before) / before:+.1f} %"


def print_verdict(verdict: Verdict, baseline: Path, console: Console) -> None:
    """Print the findings of a check that are not errors, and what was compared with `baseline`."""
    for note in verdict.notes:
        console.print(f"[yellow]{escape(note)}[/]", soft_wrap=True)
    compared = (
        f"{counted(verdict.compared, 'median')} compared with {baseline}: none is too high"
        if verdict.compared
        else f"no median was compared with {baseline}"
    )
    console.print(f"[bold green]no budget is exceeded[/]; {compared}", soft_wrap=True)


def print_comparison(before: Sequence[Result], now: Sequence[Result], console: Console) -> None:
    """Print the changes since an older report: medians by phase, and bytes."""
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
        if old.cycles.keys() != item.cycles.keys():
            table.add_row(*item.key, "of other seeds")
        for what, was, is_now in _compared(old, item):
            table.add_row(*item.key, what, f"{was:,}", f"{is_now:,}", _change(was, is_now))
    console.print(table)


def _compared(old: Result, new: Result) -> Iterable[tuple[str, int, int]]:
    yield "all phases", old.all_phases.median, new.all_phases.median
    for name, cycles in new.phases.items():
        if name in old.phases:
            yield name, old.phases[name].median, cycles.median
    yield "code and tables", old.bytes.program, new.bytes.program
    yield "work memory", old.bytes.work_memory, new.bytes.work_memory


def print_timing(timing: Timing, console: Console) -> None:
    """Print how long something took, and its target."""
    processor = timing.processor
    console.print(
        f"{timing.what:48}{1000 * timing.seconds:10,.1f} ms   aim: {1000 * timing.aim:,.0f} ms"
        + (f"   processor time: {1000 * processor:,.1f} ms" if processor else ""),
        soft_wrap=True,
    )
