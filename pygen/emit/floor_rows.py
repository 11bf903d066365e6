"""Parameters that vary by floor, or by the use of a pass, for the emitted C."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.engine.parameters import KindParameters
from pygen.engine.sections import Constants

REMEDY = "`same_on_all_floors` of the kind's parameters names the keys that must not vary."


@dataclass(frozen=True)
class Varying:
    """A parameter that is a variable in C because it is not always the same.

    `type` is the C type of its values, `length` how many it has, 0 if it is no table. `by_row` are
    its values, row by row; short tables are filled with zeros.
    """

    name: str
    type: str
    length: int
    by_row: Sequence[int]


@dataclass(frozen=True)
class PassRows:
    """A pass of a dungeon: in which order its rows of parameters are, and what varies in them.

    The rows of a floor are together, one for each of `uses`, the numbers of the dungeon's passes.
    """

    name: str
    uses: tuple[int, ...]
    varying: Sequence[Varying]
    varies_by_floor: bool


def floor_rows(dungeon: KindParameters) -> dict[str, Any]:
    """The parameters of a dungeon for the templates.

    `constants` are those that are always the same, `varying` those of the kind that are not the
    same on all floors, `every_varying` those and the ones of passes. `passes` are the passes of the
    dungeon, each once, with those of its parameters that are not the same for all its uses and
    floors. `spans` are pairs of a floor, from 0, and the number of the row from it on;
    `rows_matter` says whether the C needs them.
    `in_memory` are the names of those that kernels read from memory: tables, and what varies.
    Raises UserError if the kind or a pass has not the same constants everywhere.
    """
    rows = [row.parameters for row in dungeon.floor_rows]
    wrong = f"the kind `{dungeon.kind}` has the constant %s only on some floors"
    constants, varying = _divided([row.constants() for row in rows], wrong)
    constants |= dungeon.constants_of_all_floors()
    constants = {n: value for n, value in constants.items() if n not in dungeon.left_out}
    passes = []
    for name in dict.fromkeys(use.name for use in dungeon.passes):
        uses = tuple(number for number, use in enumerate(dungeon.passes) if use.name == name)
        by_row = [
            [_of_pass(name, row.passes[number].constants()) for number in uses] for row in rows
        ]
        wrong = f"the pass `{name}` has the constant %s only in some uses"
        same, differing = _divided([values for row in by_row for values in row], wrong)
        constants |= same
        every_use = [row.passes[number] for row in rows for number in uses]
        constants |= _of_pass(name, type(every_use[0]).constants_of_all_uses(every_use))
        by_floor = any(row != by_row[0] for row in by_row)
        passes.append(PassRows(name, uses, differing, by_floor and bool(differing)))
    every = [*varying, *(parameter for one in passes for parameter in one.varying)]
    return {
        "constants": constants,
        "varying": varying,
        "every_varying": every,
        "passes": passes,
        "rows_matter": bool(varying) or any(one.varies_by_floor for one in passes),
        "spans": sorted(
            (floors.start - 1, number)
            for number, row in enumerate(dungeon.floor_rows)
            for floors in row.floors
        ),
        "in_memory": [
            *(name for name, value in constants.items() if isinstance(value, list)),
            *(parameter.name for parameter in every),
        ],
    }


def _of_pass(name: str, constants: Constants) -> Constants:
    """The constants of a pass by their names in C, which begin with its own."""
    return {f"{name.upper()}_{constant}": value for constant, value in constants.items()}


def _divided(rows: Sequence[Constants], wrong: str) -> tuple[Constants, list[Varying]]:
    """What is the same in all rows, and what is not. Raises UserError, with the text `wrong` about
    the name, if a constant is missing in a row or is a table only in some."""
    first = rows[0]
    for row in rows:
        odd = sorted(row.keys() ^ first.keys())
        odd += [
            name for name in row.keys() & first.keys() if _form(row[name]) != _form(first[name])
        ]
        if odd:
            raise UserError(wrong % odd[0], REMEDY)
    constants = {name: value for name, value in first.items() if _is_same(name, rows)}
    return constants, [_varying(name, rows) for name in first if name not in constants]


def _form(value: int | list[int]) -> bool:
    return isinstance(value, list)


def _is_same(name: str, rows: Sequence[Constants]) -> bool:
    return all(row[name] == rows[0][name] for row in rows)


def _varying(name: str, rows: Sequence[Constants]) -> Varying:
    values: list[Any] = [row[name] for row in rows]
    is_table = _form(values[0])
    length = max(map(len, values)) if is_table else 0
    by_row = (
        [number for table in values for number in [*table, *[0] * (length - len(table))]]
        if is_table
        else values
    )
    return Varying(name, "uint16_t" if max(by_row) > 255 else "uint8_t", length, by_row)


def require_variable(folder: Path, varying: Sequence[Varying]) -> None:
    """Raise UserError if the preprocessor reads a varying parameter in a folder of C.

    It would take the name for 0, and the C would be wrong without any error.
    """
    names = "|".join(re.escape(parameter.name) for parameter in varying)
    for file in sorted(folder.iterdir()) if names else ():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(rf"\s*#\s*(?:el)?if.*\b({names})\b", line)
            if found:
                wrong = f"{file}:{number}: #if cannot depend on {found[1]}, which varies"
                raise UserError(wrong, f"Write a plain `if`. {REMEDY}")
