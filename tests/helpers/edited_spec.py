"""The tests' spec with small edits, and what load_spec says of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.spec import Problem, SpecError, load_spec

GENERATOR_YAML = SPEC_FILE

Edit = tuple[str, str]


def edited_text(*edits: Edit) -> str:
    """The spec with the first occurrence of each edit's first text replaced by its second."""
    text = GENERATOR_YAML.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, f"{GENERATOR_YAML.name} has no {old!r} to edit"
        text = text.replace(old, new, 1)
    return text


def write_spec(folder: Path, text: str | bytes) -> Path:
    """`text` as generator.yaml in `folder`."""
    path = folder / "generator.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def error_of(path: Path, overrides: Sequence[str] = ()) -> SpecError:
    """The error that loading the spec at `path` ends with."""
    with pytest.raises(SpecError) as caught:
        load_spec(path, overrides)
    return caught.value


def problems_of(folder: Path, text: str | bytes, overrides: Sequence[str] = ()) -> list[Problem]:
    """What is wrong with `text`."""
    return error_of(write_spec(folder, text), overrides).problems


def the_problem(folder: Path, text: str | bytes, overrides: Sequence[str] = ()) -> Problem:
    """The only thing that is wrong with `text`."""
    problems = problems_of(folder, text, overrides)
    assert len(problems) == 1, os.linesep.join(map(str, problems))
    return problems[0]


def position(text: str, marked: str, after: str = "") -> tuple[int, int]:
    """Line and column of the first `marked` in `text`, behind the first `after`; both from 1."""
    at = text.index(marked, text.index(after) + len(after))
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
