"""The C of the program is built in layers: who is included never includes back."""

from __future__ import annotations

import re

from pygen.compilers.base import SOURCE_FOLDER


def included_by_unit() -> dict[str, set[str]]:
    """By unit (a header and its C file are one), the units that it includes."""
    found: dict[str, set[str]] = {}
    for file in SOURCE_FOLDER.glob("*.[ch]"):
        names = re.findall(r'^#include "(\w+)\.h"', file.read_text(), re.MULTILINE)
        found.setdefault(file.stem, set()).update(set(names) - {file.stem})
    assert found, f"no C file to check in {SOURCE_FOLDER}"
    return found


def test_no_unit_includes_one_that_includes_it() -> None:
    included = included_by_unit()
    assert included["menu"] and included["disk"]
    layered: set[str] = set()
    # Units whose includes are all placed already go on top of them, until none is left.
    while ready := {
        unit
        for unit, names in included.items()
        if unit not in layered and names & set(included) <= layered
    }:
        layered |= ready
    assert set(included) - layered == set()
