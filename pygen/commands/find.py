"""`invoke find`: the seeds whose dungeons meet a condition."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import ToolMissing, UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.builders.native import build_native
from pygen.commands.arguments import Output, output_path, write_output
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.pictures import Entry, contact_sheet
from pygen.search.conditions import Condition, parse_condition
from pygen.search.finding import Found, search
from pygen.search.numbers import number_reader
from pygen.spec import Spec

MOST_SEEDS = 65536

MOST_PICTURES = 64
"""The most dungeons on a sheet."""


@dataclass(frozen=True)
class Search:
    """What a search has found: dungeons among the first `searched` seeds. `names` are the numbers
    that the condition compares."""

    names: tuple[str, ...]
    found: list[Found]
    searched: int


def find(
    spec: Spec,
    dungeon: str,
    where: str,
    seeds: Sequence[int],
    floor: int = 1,
    limit: int | None = None,
    library: Path | None = None,
    advance: Callable[[int], None] = lambda count: None,
) -> Search:
    """Search a floor (1..256) of the dungeons of these seeds, and stop when `limit` are found.

    `library` is what `native_library` gives. `advance` is told how many more seeds were searched.
    Raises UsageError for a floor that does not exist, ConditionError for a condition that cannot be
    read.
    """
    condition = check_where(spec, dungeon, where)
    found: list[Found] = []
    searched = 0
    for part in search(
        spec, dungeon, condition, seeds, floor, library, selection=spec.only(dungeon)
    ):
        found += part.found
        searched += part.searched
        advance(part.searched)
        if limit is not None and len(found) >= limit:
            # A part is always searched as a whole.
            del found[limit:]
            searched = seeds.index(found[-1].seed) + 1
            break
    return Search(condition.names, found, searched)


def check_where(spec: Spec, dungeon: str, where: str) -> Condition:
    """A condition over the numbers of a dungeon. Raises ConditionError if it cannot be read."""
    return parse_condition(where, number_reader(spec, dungeon).names)


def check_limit(text: str | None) -> int | None:
    """How many dungeons are to be found; None if not given. Raises UsageError if it is no number
    from 1 on."""
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_SEEDS:
        raise UsageError(f"--limit: {text} is no number of seeds", f"Give 1 to {MOST_SEEDS}.")
    return int(text)


def native_library(spec: Spec, dungeon: str) -> Path | None:
    """The native build of a dungeon; None without a C compiler."""
    try:
        return build_native(spec, build_folder=BUILD_FOLDER, selection=spec.only(dungeon))
    except ToolMissing:
        return None


def write_csv(found: Sequence[Found], path: str) -> Output:
    """Write a line with all numbers of each dungeon. Raises UsageError for a file that does not end
    in .csv, UserError if it cannot be written."""
    target = output_path(path, "--csv", ".csv", "a table")
    text = io.StringIO()
    if found:
        writer = csv.DictWriter(text, found[0].numbers.keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(one.numbers for one in found)
    return write_output(target, text.getvalue().encode())


def write_sheet(
    spec: Spec, dungeon: str, found: Sequence[Found], floor: int, path: str, scale: int = 1
) -> Output:
    """Write a PNG of the dungeons that were found, up to MOST_PICTURES.

    Raises UsageError if there are none, for another scale than 1..16, and for a file that does not
    end in .png; UserError if it cannot be written.
    """
    target = output_path(path, "--png", ".png", "a PNG picture")
    if not found:
        raise UsageError("--png: no dungeon was found", "Search more seeds, or ask for less.")
    entries = [
        Entry(spec, generate(spec, Request(dungeon, one.seed, floor)), f"{dungeon} {one.seed}")
        for one in found[:MOST_PICTURES]
    ]
    return write_output(target, contact_sheet(entries, scale=scale))
