"""The measurement of what the proven dungeons reach: it tells what is reached from what is not.

The whole measurement is a long test.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.tools import SPEC_FILE, needs_cc
from hunts.coverage import judges, measuring, reaching, recording
from hunts.coverage.branches import SEEN, instrumented
from hunts.coverage.report import report
from kinds.mystery import oracle

from pygen.base.project import PROJECT
from pygen.kinds import KINDS
from pygen.passes import PASSES

SOURCE = inspect.cleandoc(
    """
    def measured(numbers, least):
        found = []
        for number in numbers:
            if number > least and not number == 7:
                found.append(number if number < 9 else 9)
                break
        while len(found) > 1:
            found.pop()
        return found or [number for number in numbers if number]
    """
)


def run_of(numbers: list[int], least: int) -> tuple[list[int], set[str]]:
    """What the instrumented source gives, and the branches that it takes."""
    tree, branches = instrumented(SOURCE, "made.py")
    probe = recording.Probe(branches)
    names: dict[str, Any] = {SEEN: probe.seen}
    exec(compile(tree, "made.py", "exec"), names)
    given = names["measured"](numbers, least)
    taken = [one for one, hit in zip(branches, probe.taken) if hit]
    return given, {f"{one.line} {one.text}: {one.way}" for one in taken}


def test_each_way_of_a_condition_and_of_a_loop_is_a_branch() -> None:
    given, taken = run_of([1, 7, 4], 3)
    assert given == [4]
    assert taken == {
        "3 for number in numbers: entered",
        "4 number > least: true",
        "4 number > least: false",
        "4 number == 7: true",
        "4 number == 7: false",
        "5 number < 9: true",
        "7 len(found) > 1: false",
        "9 found: true",
    }
    given, taken = run_of([0, 7], 3)
    assert given == [7]
    assert "3 for number in numbers: ended" in taken
    assert {"9 found: false", "9 number: true", "9 number: false"} <= taken
    assert not any(one.startswith("5") for one in taken)


def test_a_statement_that_is_not_measured_is_refused() -> None:
    text = "try:\n    a()\nexcept KeyError:\n    b()"
    with pytest.raises(ValueError, match=r"made\.py: Try is not known"):
        instrumented(f"def f():\n{indent(text, '    ')}", "made.py")
    # Outside functions nothing is measured.
    assert instrumented(f"{text}\nTABLE = [1 if x else 2 for x in range(3)]", "made.py")[1] == []


def test_the_modules_of_all_kinds_and_passes_are_measured() -> None:
    branches = recording.all_branches()
    measured = {recording.part_of(branch.file) for branch in branches}
    # What items, enemies and traps do is in pygen/engine/population.
    alike = {f"passes/{name}" for name in ("items", "enemies", "traps")}
    assert {f"kinds/{name}" for name in KINDS} | {"engine/population"} <= measured
    assert {f"passes/{name}" for name in PASSES} - alike <= measured
    assert len(branches) > 2500
    assert len({branch.key for branch in branches}) == len(branches)


def test_what_is_called_unreachable_is_there_and_has_a_reason() -> None:
    known = reaching.reasons(reaching.UNREACHABLE.read_text(encoding="utf-8"))
    targets: list[reaching.Target] = [*recording.all_branches(), *reaching.all_settings()]
    assert known
    assert known.keys() <= {reaching.key(target) for target in targets}


@pytest.mark.parametrize("line", ["a | b | c", "a | b | c  # ", "a  # once\na  # twice"])
def test_a_line_without_a_reason_of_its_own_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no reason, or there twice"):
        reaching.reasons(line)


def test_every_kind_and_pass_has_a_judge() -> None:
    missing = [name for name, judge in judges.judges().items() if judge is None]
    assert not missing and len(judges.judges()) == len(KINDS) + len(PASSES)


@pytest.mark.parametrize("name", list(judges.judges()))
def test_a_judge_shares_no_code_with_the_generators(name: str) -> None:
    judge = judges.judges()[name]
    assert judge is not None
    assert len(judges.functions_of(judge)) > 1
    assert judges.shared_code(judge) == []


def test_shared_code_is_noticed() -> None:
    functions = [value for value in vars(oracle).values() if inspect.isfunction(value)]
    function = next(one for one in functions if one.__module__ == oracle.__name__)
    found = judges.shared_code(function)
    assert "tests/kinds/mystery/oracle.py: pygen.kinds.mystery.parameters" in found


@needs_cc
def test_a_dungeon_that_is_not_proven_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    row = measuring.Row(SPEC_FILE, "burrow", 1)
    assert measuring.measure(row, range(2)).proven == 2
    other = SimpleNamespace(build=lambda request: SimpleNamespace(regions={}))
    monkeypatch.setattr(measuring, "_native", lambda file: other)
    found = measuring.measure(row, range(2))
    assert (found.proven, found.wrong) == (0, [0, 1])
    reach = reaching.Reach()
    reach.add(found)
    lines, findings = report(reach, {}, "kinds/walk")
    assert "NOT THE DUNGEON OF THE NATIVE BUILD: three_dungeons: burrow seed 1" in lines
    assert findings > 20


def hunt(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A run of the measurement."""
    command = [sys.executable, PROJECT / "tests" / "hunts" / "coverage", *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


@pytest.mark.long
@needs_cc
def test_a_run_reports_what_is_never_reached() -> None:
    done = hunt(SPEC_FILE, "--seeds", "3", "--most", "3", "--part", "kinds/walk", "--jobs", "1")
    assert done.returncode == 1, done.stderr
    head, line, *_, last = done.stdout.splitlines()
    assert head.split()[:3] == ["part", "branches", "ten"] and line.startswith("kinds/walk")
    assert "never  kinds/walk | walk.pull | away" in done.stdout
    assert "\n    3  pygen/kinds/walk/digging.py:" in done.stdout
    assert last.startswith("9 proven dungeons of 3 rows; ")


@pytest.mark.long
@needs_cc
def test_the_proven_dungeons_reach_all_that_a_spec_can_reach() -> None:
    done = hunt()
    assert done.returncode == 0, done.stdout + done.stderr
