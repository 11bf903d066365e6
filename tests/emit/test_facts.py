"""Facts that Python and C share: each stands once, in Python."""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER, PROJECT
from pygen.emit.facts import engine_facts, facts_of_parts
from pygen.engine.definition.pace import SCHEDULE
from pygen.kinds import KINDS
from pygen.passes import PASSES

FOLDERS = {
    "engine": "core",
    **{part: part for part in (f"kinds/{name}" for name in KINDS)},
    **{part: part for part in (f"passes/{name}" for name in PASSES)},
}
"""By folder of pygen, that of c64src."""


def python_constants(folder: Path) -> dict[str, int]:
    """The integers that a folder's modules define by numbers, by their names."""
    found = {}
    for file in folder.rglob("*.py"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.Assign):
                targets, values = _elements(node.targets[0]), _elements(node.value)
                for target, value in zip(targets, values):
                    if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                        found[target.id] = value.value
    return {name: value for name, value in found.items() if isinstance(value, int)}


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def c_constants(folder: Path) -> Iterator[tuple[str, int]]:
    """The constants that the C of a folder defines by a number, and the numbers."""
    for file in folder.rglob("*"):
        if file.suffix in (".h", ".c"):
            text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
            for name, number in re.findall(rf"^ *#define (\w+) {NUMBER}", text, re.MULTILINE):
                yield name, int(number, 0)
            for members in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
                yield from zip(re.findall(r"\w+", members), itertools.count())


NUMBER = r"(0x[0-9A-F]+|\d+)u?\b"


def scheduled(folder: Path) -> set[str]:
    """The names of the numbers in the schedules of a folder, as the C has them."""
    paths = folder.rglob(SCHEDULE)
    return {name.upper() for path in paths for name in tomllib.loads(path.read_text())}


@pytest.mark.parametrize("part", FOLDERS)
def test_no_number_of_a_schedule_stands_elsewhere(part: str) -> None:
    names = scheduled(C_FOLDER / FOLDERS[part])
    python = python_constants(PROJECT / "pygen" / part)
    assert names.isdisjoint(python)
    assert names.isdisjoint(name for name, _ in c_constants(C_FOLDER / FOLDERS[part]))


@pytest.mark.parametrize("part", FOLDERS)
def test_no_constant_stands_in_both_languages(part: str) -> None:
    python = python_constants(PROJECT / "pygen" / part)
    assert set(c_constants(C_FOLDER / FOLDERS[part])) & python.items() == set()


def test_no_constant_of_programs_and_tools_stands_in_both_languages() -> None:
    python: dict[str, int] = {}
    for folder in (PROJECT / "pygen").iterdir():
        if folder.name not in ("kinds", "passes"):
            python |= python_constants(folder)
    c = {
        constant
        for folder in C_FOLDER.iterdir()
        if folder.name not in ("core", "kinds", "passes")
        for constant in c_constants(folder)
    }
    assert len(c) > 100 and len(python) > 100
    assert c & python.items() == set()


def test_constants_of_both_languages_are_found() -> None:
    assert "STATUS_NO_UP_STAIRS" in engine_facts()
    assert "CHUNK_SIDE" in python_constants(PROJECT / "pygen/engine")
    assert ("PHASE_DONE", 255) in set(c_constants(C_FOLDER / "core"))
    assert facts_of_parts(["kinds/bsp"], [])["PRIORITY_UP"] == 10


def test_what_is_not_the_same_in_two_parts_has_two_names() -> None:
    """Both have `ROOM`, of different values."""
    with pytest.raises(UserError, match="ROOM is not that of kinds/accretion"):
        facts_of_parts(["kinds/accretion", "kinds/mystery"], [])
    with pytest.raises(UserError, match="PRIORITY_UP is not that of a parameter"):
        facts_of_parts(["kinds/bsp"], ["PRIORITY_UP"])
