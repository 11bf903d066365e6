"""Tables and progress bars in the same style for all tasks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table


def plain_table(title: str, texts: int, *headings: str, no_wrap: bool = False) -> Table:
    """A table without lines. The first `texts` columns are text, the others numbers; with
    `no_wrap` each cell is one line."""
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index < texts else "right", no_wrap=no_wrap)
    return table


@contextlib.contextmanager
def progress_bars(
    console: Console, totals: Mapping[str, int]
) -> Iterator[Callable[[str, int], None]]:
    """A bar for each name with its total of steps; the bars disappear at the end.

    Yields a function that advances the bar of a name by a number of steps.
    """
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
    bars = {name: progress.add_task(escape(name), total=total) for name, total in totals.items()}
    with progress:
        yield lambda name, count: progress.advance(bars[name], count)
