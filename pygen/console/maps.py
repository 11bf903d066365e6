"""Printing dungeons in the terminal, as large as they fit, and their figures."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Console

from pygen.base.words import counted
from pygen.engine.dungeon.generation import Generation
from pygen.pictures.terminal import View, fitting_view, print_dungeon, summary
from pygen.spec import Spec

_REASONS = {
    "halves": "Two rows of tiles are one line here, as the map is taller than the terminal.",
    "quarters": "Four tiles are one character here, as the map is wider than the terminal.",
}

# Widths in `print_figures`: of titles and seeds, and the least width of a column of figures.
_FIRST_COLUMN = 6
_LEAST_COLUMN = 5


def print_dungeons(
    spec: Spec,
    dungeons: Sequence[Generation[Any]],
    console: Console,
    rooms: bool = False,
    view: View | None = None,
    floor: int = 1,
) -> None:
    """Print dungeons and their summaries; without a `view` in the largest one that fits.

    `floor` is the number of the floor in its dungeon; `rooms` numbers the rooms. A map that fits in
    no view is left out, with a note that says what to do.
    """
    for number, dungeon in enumerate(dungeons):
        if number:
            console.print()
        lines = summary(spec, dungeon, floor)
        # A blank line above the summary, two lines for the note, one for the prompt.
        fitting = fitting_view(dungeon.tiles, console, len(lines) + 4)
        if view:
            print_dungeon(spec, dungeon, console, rooms, view, floor)
        elif fitting is None:
            for line in lines:
                console.print(line, soft_wrap=True)
            console.print(
                f"The map is {dungeon.tiles.width} tiles wide, too wide for this terminal. "
                "Use --png FILE.png for a picture, or --full for the characters.",
                style="dim",
            )
        else:
            print_dungeon(spec, dungeon, console, rooms, fitting, floor)
            if fitting in _REASONS:
                console.print(
                    f"{_REASONS[fitting]} --full shows each tile as a character.", style="dim"
                )


def print_figures(dungeons: Iterable[tuple[int, dict[str, int | None]]], console: Console) -> None:
    """Print a line of figures for each seed, then the minimum, median and maximum of each column.

    `dungeons` are seeds with the results of `figures`; each is printed as it arrives. Columns for
    which the terminal is too narrow are left out, with a note.
    """
    columns: dict[str, list[int]] = {}
    names: list[str] = []
    noted: list[int] = []
    for seed, figures in dungeons:
        if not columns:
            columns = {name: [] for name in figures}
            names = _fitting_columns(columns, console.width)
            console.print(_figure_line("seed", names), style="bold", soft_wrap=True)
        cells = ["-" if figures[name] is None else str(figures[name]) for name in names]
        console.print(_figure_line(str(seed), cells, names), soft_wrap=True)
        for name, number in figures.items():
            if number is not None:
                columns[name].append(number)
        if figures["notes"]:
            noted.append(seed)
    console.print()
    totals: dict[str, Callable[[list[int]], float]] = {
        "least": min, "median": statistics.median, "most": max,
    }  # fmt: skip
    for title, total in totals.items():
        cells = [f"{total(columns[name]):g}" if columns[name] else "-" for name in names]
        console.print(_figure_line(title, cells, names), soft_wrap=True)
    if noted:
        console.print(
            f"{counted(len(noted), 'dungeon')} with notes: wishes that were not met. "
            f"--seed {noted[0]} without --summary says which.",
            style="dim",
            soft_wrap=True,
        )
    missing = [name for name in columns if name not in names]
    if missing:
        console.print(
            f"The terminal is too narrow for: {', '.join(missing)}.", style="dim", soft_wrap=True
        )


def _figure_line(first: str, cells: Sequence[str], names: Sequence[str] = ()) -> str:
    """A line of cells under the column `names` (default: the cells themselves)."""
    widths = (_column_width(name) for name in names or cells)
    padded = (f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{first:>{_FIRST_COLUMN}}" + "".join(padded)


def _column_width(name: str) -> int:
    return max(len(name), _LEAST_COLUMN)


def _fitting_columns(names: Iterable[str], width: int) -> list[str]:
    """The first columns, as many as fit in a terminal of `width` characters."""
    fitting: list[str] = []
    for name in names:
        if len(_figure_line("", [*fitting, name])) > width:
            break
        fitting.append(name)
    return fitting
