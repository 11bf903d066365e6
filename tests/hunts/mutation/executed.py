"""Which tests execute the lines of the compilers and of the proof: no others can see a mutant."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from hunts.mutation.mutants import Mutant
from hunts.mutation.workshop import Workshop

from pygen.base.files import source_files, write_if_changed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER

TRACER = Path(__file__).with_name("traced")
SOURCES = ("c64src", "pygen", "templates", "tests")
HUNTS = "tests/hunts/"
"""No tests of the compilers or of the proof."""
NO_TEST = 5
"""The status of pytest: all tests of the file are jobs of their own."""
AT_IMPORT = ""
"""Stands for the test where a line is executed before any test is."""

ALL = "all"
Record = dict[str, dict[str, dict[str, float]]]
"""For each test file and each `file:line` the tests that execute it, and the seconds they take; and
under `ALL` all of its tests."""


def recorded(shop: Workshop, tests: Sequence[str]) -> Record:
    """Run each of these test files alone, and write down what it executes.

    A test may use what another test of its file has built, so of a file with any test that executes
    a line all tests may see a change of it. Those of another file cannot.
    """
    found: Record = {}
    for path in tests:
        kept = BUILD_FOLDER / "mutation" / f"{_hash(shop.project, path)}.json"
        if not kept.exists():
            # The other courts of this machine need the same.
            with folder_lock(kept.with_suffix(""), f"record of what {path} executes"):
                if not kept.exists():
                    write_if_changed(kept, json.dumps(_record_of(shop, path)).encode())
        found[path] = json.loads(kept.read_text())
    return found


def _hash(project: Path, path: str) -> str:
    state = hashlib.sha256(path.encode())
    for folder in SOURCES:
        for file in source_files(project / folder, "*.*"):
            name = file.relative_to(project).as_posix()
            if file.suffix != ".pyc" and not name.startswith(HUNTS):
                state.update(name.encode() + file.read_bytes())
    return state.hexdigest()[:16]


def _record_of(shop: Workshop, path: str) -> dict[str, dict[str, float]]:
    with tempfile.NamedTemporaryFile("r") as lines:
        status, said = shop.run(
            [path, "--durations=0", "--durations-min=0", "-vv"], False,
            UNDERCROFT_EXECUTED_LINES=lines.name, PYTHONPATH=str(TRACER),
        )  # fmt: skip
        if status not in (0, NO_TEST):
            raise RuntimeError(f"the tests fail without a mutant: {said}")
        executed = set(lines.read().splitlines())
    seconds: dict[str, float] = defaultdict(float)
    for duration, test in re.findall(r"(?m)^([\d.]+)s (?:call|setup) +(\S.*)$", said):
        seconds[test] += float(duration)
    found: dict[str, dict[str, float]] = defaultdict(dict)
    found[ALL] = dict(seconds)
    for line in executed:
        test, file, number = line.split("\t")
        name = Path(file).relative_to(shop.project).as_posix()
        found[f"{name}:{number}"][test] = seconds.get(test, 0.0)
    return found


def tests_that_execute(mutant: Mutant, record: Record, source: str) -> list[str]:
    """The tests that can see a mutant: those that execute its statement, the quickest first, then
    the others of their files, which may use what these have built."""
    lines = [f"{mutant.file}:{number}" for number in _lines_of_statement(source, mutant.line)]
    stem = Path(mutant.file).stem
    found: dict[str, tuple[bool, bool, float]] = {}
    for path, executed in record.items():
        here = {test for line in lines for test in executed.get(line, ())}
        if here:
            for test, seconds in executed[ALL].items():
                found[test] = test not in here, stem not in path, seconds
    return sorted(found, key=lambda test: found[test])


def _lines_of_statement(source: str, line: int) -> range:
    """The lines of the innermost statement around one; of a compound one, those of its head."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or line) + 1
            # Inner statements come behind outer ones.
            found = range(node.lineno, max(end, node.lineno + 1))
    return found
