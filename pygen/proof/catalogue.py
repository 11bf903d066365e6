"""The catalogue of golden values: a text file for each dungeon, with a line for each seed.

A dungeon that varies by floor has a file for each row of parameters, with dungeons on the row's
first floor. In a world, each seed has one chunk of a sample. A dungeon with open parameters has
further files for the values that proofs have.

The format makes a change of the generator show as a readable diff. A catalogue belongs to the spec
that it was made from.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.hashing import digest
from pygen.engine.dungeon.generation import Generation
from pygen.kinds import generate
from pygen.spec import Spec, floor_digest
from pygen.spec.open_parameters import (
    drawn_values,
    open_parameters,
    values_in_words,
    with_values,
)

COLUMNS = ("map", "records", "summary", "rows", "draws")
WIDTHS = (16, 16, 16, 5, 5)
_ROW = re.compile(r"[0-9]{1,5}( ([0-9a-f]{16}|-)){3}( ([0-9]{1,5}|-)){2}")
"""A seed and its values: three hashes and two numbers."""
TITLE = "# Golden values of dungeon "
SPEC_LINE = "# made from: "
UPDATE = "invoke golden --update"

Values = dict[int, tuple[str, ...]]


class GoldenFailed(UserError):
    """The reference's dungeons differ from the catalogue, or there is no catalogue."""


@dataclass(frozen=True)
class Catalogue:
    """The golden values of one floor of a dungeon, and the digest of its parts of the spec. `given`
    are values of its open parameters in words."""

    spec: str
    values: Values
    given: str = ""


def values_of(generation: Generation[Any]) -> tuple[str, ...]:
    """The golden values of a dungeon, in the order of COLUMNS."""
    tables = generation.tables
    records = b"".join(generation.table_bytes(name) for name in tables)
    if generation.has_looks:
        records += generation.looks.pack()
    return (
        digest(generation.packed()),
        digest(records) if records else "-",
        digest(generation.summary_bytes()),
        str(sum(map(len, tables.values()))) if tables else "-",
        str(generation.random.draws),
    )


@dataclass(frozen=True)
class Place:
    """What a catalogue is of: a floor of a dungeon of a spec, with values of its open parameters
    in words, or with the spec's own."""

    spec: Spec
    dungeon: str
    floor: int = 1
    values: str = ""


def recorded(spec: Spec) -> dict[str, Place]:
    """What every catalogue of a spec is of, by the catalogue's name."""
    found = {}
    for name in spec.dungeons:
        opened = open_parameters(spec, name)
        sets = {"": spec}
        for values in drawn_values(spec, name):
            sets[values_in_words(opened, values)] = with_values(spec, name, values)
        for number, (words, one) in enumerate(sets.items()):
            for row in one.dungeons[name].floor_rows:
                floor = row.first_floor
                catalogue = name if floor == 1 else f"{name}-floor-{floor}"
                catalogue += f"-values-{number}" if number else ""
                found[catalogue] = Place(one, name, floor, words)
    return found


def computed(place: Place) -> Catalogue:
    """The reference's values for every golden seed."""
    spec, name, floor = place.spec, place.dungeon, place.floor
    values = {
        seed: values_of(generate(spec, spec.proof_request(name, seed, floor)))
        for seed in spec.parity.seeds()
    }
    return Catalogue(floor_digest(spec, name, floor), values, place.values)


def text_of(name: str, catalogue: Catalogue) -> str:
    """A catalogue as the text of its file."""
    columns = zip(COLUMNS, WIDTHS, strict=True)
    head = " ".join(title.ljust(width) for title, width in columns).rstrip()
    lines = [
        f"{TITLE}{name}: what the Python reference gives for generator.yaml.",
        f"{SPEC_LINE}{catalogue.spec} (digest of the parts of the spec that it depends on)",
        *([f"# with the values: {catalogue.given}"] if catalogue.given else []),
        f"# Check: invoke golden --check. After an intended change: {UPDATE}",
        "# map, records of all tables, summary: SHA-256 (first 16 digits) of the bytes in memory;",
        "# rows: records in use; - no tables.",
        f"# seed {head}",
    ]
    for seed, row in catalogue.values.items():
        cells = [f"{seed:>6}"]
        cells += [v.ljust(w) if w == 16 else v.rjust(w) for v, w in zip(row, WIDTHS, strict=True)]
        lines.append(" ".join(cells))
    return "\n".join(lines) + "\n"


def read_catalogue(folder: Path, name: str) -> Catalogue:
    """The catalogue of a dungeon. Raises GoldenFailed if there is none or it is damaged."""
    path = folder / f"{name}.txt"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise GoldenFailed(
            f"{os.path.relpath(path)}: the dungeon is not recorded yet", f"Record it: {UPDATE}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenFailed(
            f"{os.path.relpath(path)}: cannot be read: {error}", f"Create it again: {UPDATE}"
        ) from error
    marks = [line for line in text.splitlines() if line.startswith(SPEC_LINE)]
    if not text.startswith(f"{TITLE}{name}:") or len(marks) != 1 or not text.endswith("\n"):
        wrong = f"this is not a complete catalogue of dungeon `{name}`"
        raise _damaged(path, 1 if marks else 2, wrong)
    values: Values = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        seed, *row = line.split()
        if not _ROW.fullmatch(" ".join([seed, *row])) or int(seed) in values:
            raise _damaged(
                path, number, "this line is not a seed with its values, or its seed is repeated"
            )
        values[int(seed)] = tuple(row)
    return Catalogue(marks[0].removeprefix(SPEC_LINE).split(" ")[0], values)


def _damaged(path: Path, line: int, what: str) -> GoldenFailed:
    hint = f"Restore the committed file, or create it again: {UPDATE}"
    return GoldenFailed(f"{os.path.relpath(path)}:{line}: {what}", hint)
