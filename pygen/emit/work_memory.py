"""The variables in work memory that the kernels of a kind use.

They are declared in files called `memory.list`, beside the kind's `zeropage.list`; those of a
shared kernel in `<kernel>.memory.list` beside it. The C and the kernels of both compilers use the
names given there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError

FILE_NAME = "memory.list"

_VARIABLE = re.compile(
    r"(?P<type>uint8_t|uint16_t|distance_type) (?P<name>[a-z]\w*)(?:\[(?P<length>[^\[\]]+)\])?"
)
_EXPECTED = (
    "Expected a type, a name and, for an array, its length, as in `uint8_t size` or `uint8_t "
    "weight[2 * ROOMS_CAPACITY]`. Types are uint8_t, uint16_t and distance_type."
)


@dataclass(frozen=True)
class WorkVariable:
    """A variable or an array: its C type, its length as a C expression (empty if it is not an
    array), and its meaning."""

    name: str
    c_type: str
    length: str
    meaning: str


def work_variables(
    parts: Sequence[str], source_folder: Path, kernels: Sequence[str] = ()
) -> list[WorkVariable]:
    """The variables of a dungeon's kind and passes, whose folders below `source_folder` are given,
    and of shared `kernels`, given by their paths there.

    Raises UserError, with file and line, for a line that declares no variable.
    """
    files = [f"{part}/{FILE_NAME}" for part in parts]
    files += [f"{kernel}.{FILE_NAME}" for kernel in kernels]
    return [found for file in files for found in _variables(source_folder / file)]


def _variables(file: Path) -> Iterator[WorkVariable]:
    # A kind, a pass or a kernel may have no such file.
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    for number, line in enumerate(lines, 1):
        declaration, _, meaning = (part.strip() for part in line.partition("#"))
        if not declaration:
            continue
        match = _VARIABLE.fullmatch(declaration)
        if not match:
            raise UserError(f"{file}:{number}: {declaration!r} is no variable", _EXPECTED)
        yield WorkVariable(match["name"], match["type"], (match["length"] or "").strip(), meaning)
