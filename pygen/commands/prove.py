"""Show what is proven with today's bytes, what is not, and what it would take.

It builds the modules and the native libraries, and reads what `invoke verify` has recorded for
exactly these bytes, this spec and these sources. It proves nothing itself: `invoke verify` does,
and continues where it stopped. The times are those of the last run of each dungeon.

Examples:
  invoke prove
  invoke prove --dungeon crypt --compiler cc65
  invoke prove --sample 4096
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from rich.console import Console
from rich.markup import escape

from pygen.base.files import write_if_changed
from pygen.base.version import with_head
from pygen.base.words import counted, listed
from pygen.commands import verify
from pygen.console.arguments import PROCESSORS
from pygen.console.options import OutputFile
from pygen.console.tables import plain_table
from pygen.console.terminal import building, out, warn
from pygen.proof.every_seed import VERIFY_FOLDER
from pygen.proof.journal import spread
from pygen.proof.proven import Proven, proven, total_left

FORMAT = 1
"""The format of the report. It is raised when a key changes its meaning or goes."""


class Arguments(verify.WhatToProve):
    report = OutputFile("write the table to this JSON file (default: build/verify/proven.json)")


def run(given: Arguments) -> None:
    compilers = verify.compilers_of(given)
    seeds = given.seeds or spread(given.sample or 65536)
    with building() as now:
        jobs, left_out = verify.plan_verify(given, compilers, given.dungeons, seeds, now)
    for sentence in left_out:
        warn(sentence)
    rows = proven(jobs)
    print_proven(rows, out)
    report = given.report or VERIFY_FOLDER / "proven.json"
    data = {"date": date.today().isoformat(), "rows": [asdict(row) for row in rows]}
    write_if_changed(report, (json.dumps(with_head(data, FORMAT), indent=1) + "\n").encode())
    out.print(f"table written to {os.path.relpath(report)}")


def print_proven(rows: Sequence[Proven], console: Console) -> None:
    """Print a line for each row of a dungeon with its proven seeds by route, the processor time
    that this has taken and that the rest will take, and a line for the samples of each route."""
    routes = list(dict.fromkeys(row.route for row in rows if not row.is_sample))
    table = plain_table("", 1, "dungeon", *routes, "it took", "left to do", no_wrap=True)
    by_name: dict[str, list[Proven]] = {}
    for row in rows:
        if not row.is_sample:
            by_name.setdefault(row.name, []).append(row)
    for name, group in by_name.items():
        cells = {row.route: _share(row.proven, row.seeds) for row in group}
        table.add_row(
            escape(name),
            *(cells.get(route, "") for route in routes),
            duration(sum(row.seconds for row in group))
            if any(row.seconds for row in group)
            else "",
            _time_left(group),
        )
    console.print(table)
    samples: dict[str, list[Proven]] = {}
    for row in rows:
        if row.is_sample:
            samples.setdefault(row.route, []).append(row)
    for route, group in samples.items():
        share = _share(sum(row.proven for row in group), sum(row.seeds for row in group))
        console.print(f"a sample, {escape(route)}: {share}")
    console.print("times of one processor", style="dim")
    _print_sum(rows, console)


def _print_sum(rows: Sequence[Proven], console: Console) -> None:
    done, count = sum(row.proven for row in rows), sum(row.seeds for row in rows)
    if done == count:
        console.print(f"[bold green]all {count:,} comparisons are proven with today's bytes[/]")
        return
    seconds, unknown = total_left(rows)
    console.print(f"{done:,} of {count:,} comparisons are proven with today's bytes")
    time = f"about {duration(seconds / PROCESSORS)} with {counted(PROCESSORS, 'process')}"
    if unknown:
        time += f", besides {counted(unknown, 'part')} that never ran"
    console.print(f"invoke verify proves the rest; it takes {time}")


def _share(done: int, count: int) -> str:
    if done == count:
        return f"[green]{count:,}[/]"
    return f"[yellow]{done:,}[/] of {count:,}" if done else "[yellow]none[/]"


def _time_left(rows: Sequence[Proven]) -> str:
    seconds, unknown = total_left(rows)
    if not unknown:
        return duration(seconds) if seconds else ""
    return listed([duration(seconds), "?"]) if seconds else "?"


def duration(seconds: float) -> str:
    """A time in words: in seconds below two minutes, in minutes above."""
    return f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} min"
