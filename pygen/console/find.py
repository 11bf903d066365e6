"""How the result of `invoke find` is printed."""

from __future__ import annotations

from rich.console import Console

from pygen.base.words import counted
from pygen.commands.find import Search
from pygen.console.tables import plain_table
from pygen.search.numbers import SEED, meaning, number_reader
from pygen.spec import Spec

MOST_LINES = 20
"""How many dungeons are printed unless the user asked for a number of them."""


def print_search(result: Search, console: Console, is_limited: bool) -> None:
    """Print the seeds that were found, with the numbers that the condition compares."""
    names = [name for name in result.names if name != SEED]
    shown = result.found if is_limited else result.found[:MOST_LINES]
    if shown:
        table = plain_table("", 0, SEED, *names)
        for one in shown:
            numbers = (one.numbers[name] for name in names)
            table.add_row(str(one.seed), *("-" if n is None else str(n) for n in numbers))
        console.print(table)
    more = len(result.found) - len(shown)
    if more:
        console.print(f"... and {more:,} more: --csv FILE.csv writes all of them", style="dim")
    found = len(result.found)
    share = f" ({100 * found / result.searched:.1f} %)" if result.searched else ""
    console.print(f"[bold]{found:,} of {counted(result.searched, 'seed')}{share}[/]")


def print_numbers(spec: Spec, dungeon: str, console: Console) -> None:
    """Print the numbers that a condition can name."""
    console.print(f"A condition (--where) can compare these numbers of {dungeon}:")
    for name in number_reader(spec, dungeon).names:
        words = meaning(spec, dungeon, name)
        console.print(f"  {name}{f'   {words}' if words else ''}", soft_wrap=True, markup=False)
