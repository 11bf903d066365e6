"""The C is built in layers: who is included never includes back."""

from __future__ import annotations

import re

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER

HALF = re.compile(r"/(?:exact|lean)_(?=\w+$)")
"""What the name of a header begins with that is the half of a part for one mode, and is included
by the part alone."""


def included_by_unit() -> dict[str, set[str]]:
    """By unit, the units that it includes. A header and its C file are one, and so are a part and
    its halves."""
    found: dict[str, set[str]] = {}
    for file in source_files(C_FOLDER, "*.[ch]"):
        unit = HALF.sub("/", file.relative_to(C_FOLDER).with_suffix("").as_posix())
        names = re.findall(r'^#include "(\w+(?:/\w+)+)\.h"', file.read_text(), re.MULTILINE)
        names = [HALF.sub("/", name) for name in names]
        found.setdefault(unit, set()).update(set(names) - {unit})
    return found


def test_no_unit_includes_one_that_includes_it() -> None:
    included = included_by_unit()
    assert included["program/menu"] and included["kinds/walk/digging"]
    layered: set[str] = set()
    # Units whose includes are all placed already go on top of them, until none is left.
    while ready := {
        unit
        for unit, names in included.items()
        if unit not in layered and names & set(included) <= layered
    }:
        layered |= ready
    assert set(included) - layered == set()
