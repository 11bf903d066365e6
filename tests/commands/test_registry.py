"""A module in a folder of tasks is a task, and nothing else is to be done for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from invoke.exceptions import Exit
from invoke.main import program

from pygen.console.invocation import CheckedTask, tasks_in

GREET = '''"""Greet somebody.

Example:
  invoke greet-them Ada --times 2
"""

from pygen.console.options import Flag, Name, Number, OneOf, TaskArguments


class Arguments(TaskArguments):
    name = Name("whom to greet")
    times = Number("how often", 1, range(1, 4), "Give 1 to 3.")
    in_capitals = Flag("loudly")
    language = OneOf("english or german", "english", ["english", "german"])


def run(given: Arguments) -> int:
    words = {"english": "hello", "german": "hallo"}[given.language]
    text = " ".join([f"{words} {given.name}"] * given.times)
    print(text.upper() if given.in_capitals else text)
    return 3 if given.name == "nobody" else 0
'''
PACKAGE = "made_by_a_test"


@pytest.fixture
def greet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CheckedTask]:
    """The task of a folder with one, and a file that is none."""
    monkeypatch.setattr(CheckedTask, "known", {})
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "greet_them.py").write_text(GREET, encoding="utf-8")
    (folder / "_shared.py").write_text("raise AssertionError\n", encoding="utf-8")
    (found,) = tasks_in(folder, PACKAGE)
    yield found
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


def test_its_docstring_is_known_without_importing_it(greet: CheckedTask) -> None:
    assert greet.name == "greet-them" and str(greet.__doc__).startswith("Greet somebody.\n")
    assert CheckedTask.known == {"greet-them": greet}
    assert PACKAGE not in sys.modules


def test_its_arguments_are_those_of_a_command_line_that_names_it(
    greet: CheckedTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "argv", ["invoke", "--list"], raising=False)
    assert greet.get_arguments() == []
    monkeypatch.setattr(program, "argv", ["invoke", "greet-them", "Ada"])
    arguments = greet.get_arguments()
    assert [(one.names[0], one.kind, one.positional) for one in arguments] == [
        ("name", str, True), ("times", int, False), ("in-capitals", bool, False),
        ("language", str, False),
    ]  # fmt: skip


def test_it_is_done_with_values_that_were_checked(
    greet: CheckedTask, capsys: pytest.CaptureFixture[str]
) -> None:
    greet.body(None, name="Ada", times=2, in_capitals=True, language=None)
    assert capsys.readouterr().out == "HELLO ADA HELLO ADA\n"
    mistakes: list[tuple[dict[str, object], str]] = [
        ({"times": 4}, "--times: 4"),
        ({"language": "englsih"}, "Did you mean english? Choose english or german."),
    ]
    for wrong, words in mistakes:
        with pytest.raises(Exit) as ended:
            greet.body(None, **{"name": "Ada", **wrong})
        printed = capsys.readouterr()
        assert ended.value.code == 2 and not printed.out and words in printed.err


def test_what_it_returns_is_the_exit_status(greet: CheckedTask) -> None:
    with pytest.raises(Exit) as ended:
        greet.body(None, name="nobody")
    assert ended.value.code == 3
