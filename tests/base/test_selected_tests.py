"""Which tests a plain run leaves out, on machines with other compilers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.tools import MISSING

from pygen.compilers import COMPILERS

TESTS = Path(__file__).parents[1]
NAMES = [f"test_{number}" for number in range(60)]

Selecting = Callable[[list[Any]], set[Any]]


@pytest.fixture
def doubles(request: pytest.FixtureRequest) -> Selecting:
    """The function of tests/conftest.py."""
    plugins = request.config.pluginmanager.get_plugins()
    (found,) = (plugin.doubles for plugin in plugins if hasattr(plugin, "doubles"))
    selecting: Selecting = found
    return selecting


@dataclass(eq=False)
class Item:
    """What is asked of a collected test."""

    nodeid: str
    path: Path
    compiler: str
    marks: tuple[str, ...]

    def get_closest_marker(self, name: str) -> bool | None:
        return name in self.marks or None


def items(folder: str, *marks: str) -> list[Any]:
    """Tests of a file in a folder, each with both compilers and with these marks."""
    file = TESTS / folder / "test_any.py"
    return [
        Item(f"tests/{folder}/test_any.py::{name}[{compiler}]", file, compiler, marks)
        for name in NAMES
        for compiler in COMPILERS
    ]


def kept(doubles: Selecting, found: list[Any]) -> list[str]:
    return [item.compiler for item in found if item not in doubles(found)]


@pytest.mark.parametrize("missing", [None, *COMPILERS])
def test_each_test_is_run_with_one_of_the_compilers_at_hand(
    doubles: Selecting, missing: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in COMPILERS:
        monkeypatch.delitem(MISSING, name, raising=False)
    if missing:
        monkeypatch.setitem(MISSING, missing, "is not here")
    ran = kept(doubles, items("passes"))
    assert len(ran) == len(NAMES)
    assert set(ran) == set(COMPILERS) - {missing}


def test_without_any_compiler_both_are_skipped_with_a_reason(
    doubles: Selecting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in COMPILERS:
        monkeypatch.setitem(MISSING, name, "is not here")
    assert not doubles(items("passes"))


def test_steps_are_counted_where_they_are_longest(
    doubles: Selecting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in COMPILERS:
        monkeypatch.delitem(MISSING, name, raising=False)
    assert kept(doubles, items("passes", "steps")) == ["cc65"] * len(NAMES)
    monkeypatch.setitem(MISSING, "cc65", "is not here")
    assert kept(doubles, items("passes", "steps")) == ["oscar64"] * len(NAMES)


def test_the_compilers_own_tests_are_run_with_both(doubles: Selecting) -> None:
    assert not doubles(items("compilers"))
    assert not doubles(items("passes", "long"))
