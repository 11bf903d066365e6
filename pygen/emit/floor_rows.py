"""Parameters that vary by floor, for the emitted C: what is constant, and a row for each floor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.engine.parameters import KindParameters

REMEDY = "`same_on_all_floors` of the kind's parameters names the keys that must not vary."


@dataclass(frozen=True)
class Varying:
    """A parameter that is a variable in C because it is not the same on all floors.

    `type` is the C type of its values, `length` how many it has, 0 if it is no table. `by_row` are
    its values, row by row; short tables are filled with zeros.
    """

    name: str
    type: str
    length: int
    by_row: Sequence[int]


def floor_rows(dungeon: KindParameters) -> dict[str, Any]:
    """The parameters of a dungeon for the templates.

    `constants` are those that are the same on all floors, `varying` the others. `spans` are pairs
    of a floor, from 0, and the number of the row from it on. `in_memory` are the names of those
    that kernels read from memory: tables, and what varies. Raises UserError if the kind has not the
    same constants on all floors.
    """
    rows = [row.parameters.constants() for row in dungeon.floor_rows]
    first = rows[0]
    for row in rows:
        odd = sorted(row.keys() ^ first.keys())
        odd += [
            name for name in row.keys() & first.keys() if _form(row[name]) != _form(first[name])
        ]
        if odd:
            wrong = f"the kind `{dungeon.kind}` has the constant {odd[0]} only on some floors"
            raise UserError(wrong, REMEDY)
    constants = {name: value for name, value in first.items() if _is_same(name, rows)}
    varying = [_varying(name, rows) for name in first if name not in constants]
    constants |= dungeon.constants_of_all_floors()
    return {
        "constants": constants,
        "varying": varying,
        "spans": sorted(
            (floors.start - 1, number)
            for number, row in enumerate(dungeon.floor_rows)
            for floors in row.floors
        ),
        "in_memory": [
            *(name for name, value in constants.items() if isinstance(value, list)),
            *(parameter.name for parameter in varying),
        ],
    }


def _form(value: int | list[int]) -> bool:
    return isinstance(value, list)


def _is_same(name: str, rows: Sequence[dict[str, Any]]) -> bool:
    return all(row[name] == rows[0][name] for row in rows)


def _varying(name: str, rows: Sequence[dict[str, Any]]) -> Varying:
    values = [row[name] for row in rows]
    is_table = _form(values[0])
    length = max(map(len, values)) if is_table else 0
    by_row = (
        [number for table in values for number in [*table, *[0] * (length - len(table))]]
        if is_table
        else values
    )
    return Varying(name, "uint16_t" if max(by_row) > 255 else "uint8_t", length, by_row)


def require_variable(kind: str, varying: Sequence[Varying], source_folder: Path) -> None:
    """Raise UserError if the preprocessor reads a varying parameter in a kind's C.

    It would take the name for 0, and the C would be wrong without any error.
    """
    names = "|".join(re.escape(parameter.name) for parameter in varying)
    for file in sorted((source_folder / "kinds" / kind).iterdir()) if names else ():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(rf"\s*#\s*(?:el)?if.*\b({names})\b", line)
            if found:
                wrong = f"{file}:{number}: #if cannot depend on {found[1]}, which varies by floor"
                raise UserError(wrong, f"Write a plain `if`. {REMEDY}")
