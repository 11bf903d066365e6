"""Find the seeds whose dungeons meet a condition.

A condition compares numbers of a dungeon: the fields of its summary, tiles.NAME (how many tiles
of a kind its map has), stairs_steps and stairs_apart, and seed. A module on the C64 has those of
its summary; the others are counted on this machine. stairs_steps are counted as by the pass
measure, from the start and without secret paths. Compare with == != < <= > >= or
between ... and ..., and combine with and, or, not and parentheses. Without --where the task
lists the numbers. The native build of the C code generates the dungeons; without a C compiler
the Python reference does, which takes longer.

Examples:
  invoke find --where "secret_rooms >= 3 and stairs_steps between 40 and 60"
  invoke find --dungeon warren --where "tiles.door > 20" --limit 8 --png doors.png
  invoke find --dungeon deep --floor 5-8 --where "rooms < 5"
  invoke find --where "status != 0" --csv unmet.csv
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from pygen.base.errors import ToolMissing, UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.base.words import counted
from pygen.builders.cluster import Cluster
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.console.arguments import DUNGEON, FLOORS, SpecArguments
from pygen.console.cluster import ATTEMPTS, ATTEMPTS_NEED_SCHEDULER, SCHEDULER, workers_of
from pygen.console.options import PNG, Count, Number, OutputFile, Parsed, Text
from pygen.console.tables import plain_table, progress_bars
from pygen.console.terminal import building, out, warn, write_output
from pygen.console.tries import print_tries
from pygen.emit.plan import Plan, plan_of
from pygen.engine.definition.conditions import Condition, parse_condition
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.kinds import generate, possible_values
from pygen.pictures import Entry, contact_sheet
from pygen.search.finding import Found, Part, search, search_on
from pygen.search.numbers import SEED, is_of_module, meaning, number_reader
from pygen.search.tries import Tried
from pygen.spec import Spec
from pygen.spec.require_rules import useless

MOST_SEEDS = 65536

MOST_PICTURES = 64
"""The most dungeons on a contact sheet."""

ANY = range(-(10**9), 10**9)
"""The values of numbers of which nothing is known."""

ONE_FLOOR = "Give one floor."

MOST_LINES = 20
"""How many dungeons are printed unless the user asks for a number."""


class Arguments(SpecArguments):
    where = Text("the condition, as in 'secret_rooms >= 3 and stairs_steps between 40 and 60'")
    dungeon = DUNGEON
    floor = FLOORS
    seeds = Parsed("seeds and ranges, as in 0-1023 (default: all 65,536)", None, parse_seeds)
    limit = Count(
        "stop when this many are found", MOST_SEEDS, "a number of seeds", f"Give 1 to {MOST_SEEDS}."
    )
    csv = OutputFile(
        "write all numbers of the dungeons that were found to this file", [".csv"], "a table"
    )
    png = OutputFile("write a sheet of pictures of the first 64 of them to this file", *PNG)
    scale = Number("enlarge the pictures, 1 to 16 times (default: 1)", 1)
    scheduler = SCHEDULER
    attempts = ATTEMPTS
    rules = (ATTEMPTS_NEED_SCHEDULER,)


def run(given: Arguments) -> None:
    spec, name = given.spec, given.dungeon
    if given.where is None:
        print_numbers(spec, name, out)
        return
    workers = workers_of(1, given.scheduler, given.attempts)
    seeds = range(MOST_SEEDS) if given.seeds is None else given.seeds
    condition = parse_condition(given.where, number_reader(plan_of(spec, name)).names)
    with building(name):
        library = native_library(spec, name)
    # What only this machine counts may have any value.
    possible = dict.fromkeys(condition.names, ANY) | possible_values(spec.dungeons[name])
    if said := useless(condition, possible | {SEED: range(MOST_SEEDS)}):
        warn(f"--where: {': '.join(said)}")
    if len(given.floor) > 1 and (given.csv or given.png):
        option = "--csv" if given.csv else "--png"
        raise UsageError(f"{option}: it is for one floor, but --floor gives several", ONE_FLOOR)
    for floor in given.floor:
        if len(given.floor) > 1:
            out.print(f"floor {floor}", style="bold")
        with progress_bars(out, {name: len(seeds)}) as advance:
            step = functools.partial(advance, name)
            result = find(given, condition, seeds, library, step, workers, floor)
        print_search(result, condition.names, out, given.limit is not None)
        print_tries(spec, given.spec_name, name, floor, result.tried)
        if given.csv:
            write_output("table", given.csv, csv_of(result.found))
        if given.png:
            sheet = sheet_of(spec, name, result.found, floor, given.scale)
            write_output("pictures", given.png, sheet)


def native_library(spec: Spec, dungeon: str) -> Path | None:
    """The path of a dungeon's native build; None without a C compiler."""
    try:
        return build_native(spec, build_folder=BUILD_FOLDER, selection=spec.only(dungeon))
    except ToolMissing:
        return None


def find(
    given: Arguments,
    condition: Condition,
    seeds: Sequence[int],
    library: Path | None,
    advance: Callable[[int], None],
    workers: int | Cluster = 1,
    floor: int = 1,
) -> Part:
    """Search the dungeons of these seeds, and stop when as many are found as the user wants.

    `library` is the result of `native_library`. `advance` is called with the number of seeds that
    were searched since the last call. With a cluster, its workers search. Raises UsageError for a
    floor that does not exist, and as `search_on` does.
    """
    found: list[Found] = []
    tried: list[Tried] = []
    searched = 0
    for part in _parts(given, condition, seeds, library, advance, workers, floor):
        found += part.found
        tried += part.tried
        searched += part.searched
        if given.limit is not None and len(found) >= given.limit:
            # A part is always searched to its end.
            del found[given.limit :]
            searched = seeds.index(found[-1].seed) + 1
            break
    return Part(searched, found, tuple(tried))


def _parts(
    given: Arguments,
    condition: Condition,
    seeds: Sequence[int],
    library: Path | None,
    advance: Callable[[int], None],
    workers: int | Cluster,
    floor: int,
) -> Iterator[Part]:
    """The parts of a search, in order."""
    spec, dungeon = given.spec, given.dungeon
    alone = spec.only(dungeon)
    if isinstance(workers, Cluster):
        route = NativeRoute(spec, library, alone) if library else PythonRoute(spec)
        limit = given.limit
        yield from search_on(workers, route, dungeon, condition, seeds, floor, limit, advance)
        return
    for part in search(spec, dungeon, condition, seeds, floor, library, selection=alone):
        advance(part.searched)
        yield part


def csv_of(found: Sequence[Found]) -> bytes:
    """A CSV file with a line for each dungeon, of all its numbers."""
    text = io.StringIO()
    if found:
        writer = csv.DictWriter(text, found[0].numbers.keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(one.numbers for one in found)
    return text.getvalue().encode()


def sheet_of(spec: Spec, dungeon: str, found: Sequence[Found], floor: int, scale: int) -> bytes:
    """A PNG of the dungeons that were found, up to MOST_PICTURES.

    Raises UsageError if there are none, or for a scale other than 1..16.
    """
    if not found:
        raise UsageError("--png: no dungeon was found", "Search more seeds, or ask for less.")
    entries = [
        Entry(spec, generate(spec, Request(dungeon, one.seed, floor)), f"{dungeon} {one.seed}")
        for one in found[:MOST_PICTURES]
    ]
    return contact_sheet(entries, scale=scale)


def print_search(result: Part, compared: Sequence[str], console: Console, is_limited: bool) -> None:
    """Print the seeds that were found, with the numbers that the condition `compared`."""
    names = [name for name in compared if name != SEED]
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
    """Print the numbers that a condition can name: first those of the module."""
    plan = plan_of(spec, dungeon)
    names = number_reader(plan).names
    of_module = [name for name in names if is_of_module(plan, name)]
    console.print(f"A condition (--where) can compare these numbers of {dungeon}:")
    print_meanings(plan, of_module, console)
    console.print(
        "and these, which are counted on this machine; its module has none of them, but those of "
        "entities, such as passes.locks.placed, where `require` names them:",
        soft_wrap=True,
    )
    print_meanings(plan, [name for name in names if name not in of_module], console)


def print_meanings(plan: Plan, names: Sequence[str], console: Console) -> None:
    """Print these numbers with their meanings."""
    for name in names:
        words = meaning(plan, name)
        console.print(f"  {name}{f'   {words}' if words else ''}", soft_wrap=True, markup=False)
