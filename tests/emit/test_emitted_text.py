"""The emitted text, as a reader meets it: no line that a person would not write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pygen.emit import emit
from pygen.spec import Spec
from pygen.spec.selection import Selection

MOST_CHARACTERS = 100


@pytest.fixture(scope="module")
def emitted(shipped_spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """For each dungeon, the folder with its emitted files."""
    folders = {}
    for name in shipped_spec.dungeons:
        folders[name] = tmp_path_factory.mktemp(name)
        selection = Selection("any", (name,))
        emit(shipped_spec, "generator.yaml", folders[name], selection=selection)
    return folders


def wrong_lines(text: str) -> Iterator[str]:
    """What is wrong with lines of a file, with the number of the line."""
    lines = text.split("\n")
    for number, (before, line) in enumerate(zip(["", *lines], lines), 1):
        if line != line.rstrip():
            yield f"{number}: blanks at the end"
        if len(line) > MOST_CHARACTERS:
            yield f"{number}: {len(line)} characters"
        if not line and (not before or before.endswith("{")) and number != len(lines):
            yield f"{number}: an empty line too many"
        if line.lstrip().startswith("#if 1"):
            yield f"{number}: a condition that is always true"


@pytest.mark.shipped
def test_no_line_is_one_that_a_person_would_not_write(emitted: Mapping[str, Path]) -> None:
    wrong = {
        f"{name}/{file.name}:{what}"
        for name, folder in emitted.items()
        for file in folder.iterdir()
        for what in wrong_lines(file.read_text(encoding="utf-8"))
    }
    assert not wrong
