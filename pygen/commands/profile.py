"""Show where the cycles of a dungeon go: by phase, by function, by line of source.

Example:
  invoke profile --dungeon crypt --seed 7 --compiler oscar64
"""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.project import BUILD_FOLDER
from pygen.console.arguments import DUNGEON, SEED, SpecArguments
from pygen.console.compiling import COMPILER, PROFILE, choose_compilers
from pygen.console.options import Number
from pygen.console.tables import plain_table
from pygen.console.terminal import out
from pygen.engine.random.request import Request
from pygen.measure.profile import Profiled, module_with_lines, profile

# How many characters of a source line are shown; the columns before it need about 45.
LONGEST_SOURCE = 60


class Arguments(SpecArguments):
    seed = SEED
    dungeon = DUNGEON
    profile = PROFILE
    lines = Number("how many lines of source to show (default: 20)", 20)
    functions = Number("how many functions to show (default: 30)", 30)
    compiler = COMPILER


def run(given: Arguments) -> None:
    for compiler in choose_compilers(given.spec, given.compiler):
        with out.status(f"building with {compiler} ..."):
            module = module_with_lines(
                given.spec, given.spec_name, compiler, given.dungeon, given.profile, BUILD_FOLDER
            )
        with out.status("counting cycles ..."):
            profiled = profile(module, Request(given.dungeon, given.seed))
        print_profile(profiled, out, given.functions, given.lines)


def print_profile(profiled: Profiled, console: Console, functions: int, lines: int) -> None:
    """Print the most costly `functions` and `lines` of a profile."""
    console.print(
        f"\n[bold]{profiled.dungeon}[/] by {profiled.compiler}, seed {profiled.seed}: "
        f"[bold]{profiled.total:,}[/] cycles (and {profiled.leaving:,} to leave the module)\n"
    )
    console.print(_phases(profiled))
    console.print(_functions(profiled, functions))
    if profiled.lines:
        console.print(_lines(profiled, lines))


def _share(profiled: Profiled, cycles: int) -> str:
    return f"{100 * cycles / profiled.total:.1f} %"


def _phases(profiled: Profiled) -> Table:
    table = plain_table("", 1, "phase", "cycles", "share", no_wrap=True)
    for name, cycles in profiled.phases.items():
        table.add_row(name, f"{cycles:,}", _share(profiled, cycles))
    return table


def _functions(profiled: Profiled, most: int) -> Table:
    table = plain_table(
        "\nfunctions", 1, "function", "calls", "own", "share", "with callees", "bytes", no_wrap=True
    )
    for cost in profiled.functions[:most]:
        table.add_row(
            cost.name,
            f"{cost.calls:,}",
            f"{cost.own:,}",
            _share(profiled, cost.own),
            f"{cost.inclusive:,}" if cost.inclusive else "",
            f"{cost.size:,}",
        )
    return table


def _lines(profiled: Profiled, most: int) -> Table:
    table = plain_table("\nlines", 1, "place", "times", "cycles", "share", no_wrap=True)
    table.add_column("source", no_wrap=True)
    for cost in profiled.lines[:most]:
        table.add_row(
            f"{cost.file}:{cost.line}",
            f"{cost.times:,}",
            f"{cost.cycles:,}",
            _share(profiled, cost.cycles),
            escape(cost.text[:LONGEST_SOURCE]),
        )
    return table
