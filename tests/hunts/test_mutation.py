"""The mutation run itself: what it changes, and that it tells good from bad."""

from __future__ import annotations

import copy
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from helpers.dask_cluster import dask_cluster
from helpers.kinds import FROZEN
from helpers.processes import is_running, wait_until
from helpers.tools import needs_cc, needs_cc65, needs_distributed, needs_proc
from hunts.mutation import __main__ as mutation_run
from hunts.mutation import changes, mutants, native
from hunts.mutation.chosen_tests import chosen_tests
from hunts.mutation.court_process import CourtProcess
from hunts.mutation.judging import Court
from hunts.mutation.mutants import Mutant
from hunts.mutation.specs import all_specs, data_of_run
from hunts.mutation.workshop import Workshop

from pygen.base.errors import EmulatorLost
from pygen.base.processes import end_with_parent
from pygen.base.project import PROJECT
from pygen.builders.portable import OtherMachine
from pygen.spec import load_spec

WALK = "c64src/kinds/walk/digging.h"
MOVES = "c64src/kinds/walk/make_moves.kernel.j2"


@pytest.fixture(scope="module")
def everything() -> list[Mutant]:
    return mutants.all_mutants(PROJECT)


def applied(line: str, found: Iterator[changes.Change]) -> list[str]:
    """The line after each of its changes."""
    return [line[:column] + new + line[column + len(old) :] for column, old, new in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("if (a < b && c != 0)",
         ["if (a <= b && c != 0)", "if (a < b || c != 0)", "if (a < b && c == 0)",
          "if (a < b && c != 1)"]),
        ("++x2;", ["--x2;"]),
        ("y = 0x10u; /* 5 + 3 */", ["y = 17u; /* 5 + 3 */", "y = 15u; /* 5 + 3 */"]),
        ("uint8_t *row;", []),
        ("x |= -y;", ["x &= -y;"]),
        ("#define SIDE_2(x) ((x) + 2)",
         ["#define SIDE_2(x) ((x) - 2)", "#define SIDE_2(x) ((x) + 3)",
          "#define SIDE_2(x) ((x) + 1)"]),
        ("#if SIDE > 2", []),
        ('puts("5 + 3");', []),
        ("    1, 0x20, 3,", []),
        ("        byt 0, 0, 3", []),
        ("static char digits[4];", ["static char digits[3];"]),
        ("static uint8_t around[4];", ["static uint8_t around[3];"]),
        ("uint8_t steps[2] = { 1 };",
         ["uint8_t steps[1] = { 1 };", "uint8_t steps[2] = { 2 };", "uint8_t steps[2] = { 0 };"]),
        ("uint8_t stack[MOST + 1];", ["uint8_t stack[MOST - 1];", "uint8_t stack[MOST + 0];"]),
        ("x = {{ width + 1 }} + 2;",
         ["x = {{ width + 1 }} - 2;", "x = {{ width + 1 }} + 3;", "x = {{ width + 1 }} + 1;"]),
    ],
)  # fmt: skip
def test_c_is_changed_by_one_constant_or_operator(line: str, expected: list[str]) -> None:
    assert applied(line, changes.changes_of_c(line)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("        bcc next", ["        bcs next"]),
        ("next:   bmi each ; clc", ["next:   bpl each ; clc"]),
        ("        clc", ["        "]),
        ("        lda #$ff", ["        lda #0", "        lda #254"]),
        ("        cmp #{{ bits }}", ["        cmp #{{ bits }} + 1"]),
        ("{{ load() }}        and #%11 ; #5", [
            "{{ load() }}        and #4 ; #5", "{{ load() }}        and #2 ; #5"]),
        ("        lda #<table", []),
        ("        sta 5", []),
    ],
)  # fmt: skip
def test_assembly_is_changed_by_one_instruction_or_immediate(
    line: str, expected: list[str]
) -> None:
    assert applied(line, changes.changes_of_assembly(line)) == expected


def test_python_is_changed_by_one_operator_or_constant() -> None:
    source = (
        "def f(a: int | None = 1) -> bool:\n"
        "    if a is not None and (a) <= 3 - 2: # < 5\n"
        "        return not a\n"
        '    return "+" in x[:-1]\n'
    )
    lines = source.splitlines()
    found = [
        applied(lines[number - 1], iter([change]))[0].strip()
        for number, change in changes.changes_of_python(source)
    ]
    assert sorted(found) == sorted([
        "def f(a: int | None = 2) -> bool:", "def f(a: int | None = 0) -> bool:",
        "if a is None and (a) <= 3 - 2: # < 5", "if a is not None or (a) <= 3 - 2: # < 5",
        "if a is not None and (a) < 3 - 2: # < 5", "if a is not None and (a) <= 3 + 2: # < 5",
        "if a is not None and (a) <= 4 - 2: # < 5", "if a is not None and (a) <= 2 - 2: # < 5",
        "if a is not None and (a) <= 3 - 3: # < 5", "if a is not None and (a) <= 3 - 1: # < 5",
        "return a", 'return "+" not in x[:-1]', 'return "+" in x[:-2]', 'return "+" in x[:-0]',
    ])  # fmt: skip


def test_every_part_has_mutants_and_each_of_them_a_key_of_its_own(
    everything: list[Mutant],
) -> None:
    assert {one.part for one in everything} == mutants.SHARES.keys()
    assert len({one.key for one in everything}) == len(everything)
    by_file = {(one.part, one.file) for one in everything}
    assert {
        ("generator", WALK), ("generator", MOVES), ("assembly", MOVES),
        ("generator", "templates/core/dungeon.c.j2"), ("program", "c64src/program/world/ahead.c"),
        ("program", "templates/program/scroll_kernels.j2"),
        ("program", "c64src/program/disk_cc65.s"),
        ("assembly", "c64src/start/cc65_module.s"), ("python", "pygen/proof/differences.py"),
    } <= by_file  # fmt: skip
    for one in everything[::50]:
        source = (PROJECT / one.file).read_text()
        assert one.applied(source) != source


def test_the_tests_that_judge_a_file_are_there(everything: list[Mutant]) -> None:
    for one in {(one.part, one.file): one for one in everything}.values():
        found = [path for tests in chosen_tests(one, PROJECT) for path in tests if "/" in path]
        assert all((PROJECT / path).exists() for path in found), one.file
        # Kinds that have no tests of their own are judged by those of all kinds, and by dungeons.
        assert found or one.part == "generator", one.file


def test_inline_assembly_is_judged_with_the_compiler_that_reads_it(
    everything: list[Mutant],
) -> None:
    def compiler_left_out(file: str, part: str) -> set[str]:
        return {
            tests[-1].rpartition(" or ")[2]
            for one in everything
            if part in one.text and one.file == f"c64src/program/{file}"
            for tests in chosen_tests(one, PROJECT)
        }

    assert compiler_left_out("disk_variables.c", "ldx 0x02a7") == {"cc65)"}
    assert compiler_left_out("modules.c", "sta call") == {"cc65)"}
    assert compiler_left_out("modules.c", "request[") == {"oscar64)"}


def test_the_list_of_equivalent_mutants_is_about_what_is_there(everything: list[Mutant]) -> None:
    text = mutants.EQUIVALENT.read_text()
    assert mutants.equivalents(text)
    assert mutants.stale(text, everything) == []


def test_a_line_of_the_list_that_is_stale_or_wrong_is_an_error_with_its_number(
    everything: list[Mutant],
) -> None:
    key = everything[0].key
    text = f"# reasons\n{key}  # one\n{WALK} | if (gone) | 1 -> 2 (0)  # was so\n"
    (said,) = mutants.stale(text, everything)
    assert said.startswith(f"equivalent.txt:3: there is no such mutant any more: {WALK}")
    for more, words in (
        (f"{key}  # two", "2: says the same as line 1"),
        ("a | b", "2: has no reason"),
    ):
        with pytest.raises(ValueError, match=f"equivalent.txt:{words}"):
            mutants.equivalents(f"{key}  # one\n{more}\n")


@pytest.mark.long
def test_every_spec_of_a_run_is_valid(tmp_path: Path) -> None:
    """What the kinds add to a spec comes together only here."""
    file = tmp_path / "spec.yaml"
    file.write_text(json.dumps(data_of_run()), encoding="utf-8")
    for changes_of_spec in all_specs().values():
        assert load_spec(file, changes_of_spec).program.dungeons


FAKE = """
import subprocess, sys
from pathlib import Path
from multiprocessing.connection import Connection
from hunts.mutation import court_process

class Court:
    def __init__(self, shop):
        self.shop = shop

    def judge(self, mutant, is_quick):
        if mutant is None:
            raise RuntimeError("no mutant")
        return subprocess.Popen(["sleep", "600"]).pid, self.shop.project.parent

court_process.Court = Court
court_process.facts_of_judges = lambda project: {"VICE": "3.7"}
class Workshop:
    def __init__(self, folder):
        self.project = folder

court_process.Workshop = Workshop
court_process.main(Connection(int(sys.argv[1])), int(sys.argv[2]), Path(sys.argv[3]))
"""


class FakeCourt(CourtProcess):
    """A process whose verdict is the number of a process that it has started, and its folder."""

    program = "-c", FAKE

    def __init__(self, vice: str = "3.7") -> None:
        super().__init__({"VICE": vice})

    def started(self) -> tuple[int, Path]:
        process, folder = cast(Any, self).judge("a mutant", False)
        return process, folder


def test_a_court_ends_with_all_that_it_has_started() -> None:
    court = FakeCourt()
    with pytest.raises(RuntimeError, match="no mutant"):
        court.judge(None, False)  # type: ignore[arg-type]
    process, folder = court.started()
    assert is_running(court.pid) and is_running(process) and folder.is_dir()
    court.close()
    court.close()
    assert wait_until(lambda: not is_running(process))
    assert not is_running(court.pid) and not folder.exists()


def test_a_court_that_is_killed_is_lost_and_ended() -> None:
    court = FakeCourt()
    process, folder = court.started()
    os.kill(court.pid, signal.SIGKILL)
    with pytest.raises(EmulatorLost, match="judges mutants was lost"):
        court.started()
    court.close()
    assert wait_until(lambda: not is_running(process)) and not folder.exists()


def test_a_court_with_other_tools_is_refused_and_ended() -> None:
    with pytest.raises(OtherMachine, match=r"^the court there has VICE 3\.7 instead of 3\.8"):
        FakeCourt("3.8")


OWNER = """
import sys, time
from hunts.test_mutation import FakeCourt

court = FakeCourt()
print(court.pid, *court.started(), flush=True)
time.sleep(600)
"""


def test_a_court_ends_with_the_process_that_began_it() -> None:
    paths = os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])
    with subprocess.Popen(
        [sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as owner:  # fmt: skip
        assert owner.stdout
        court, process, folder = owner.stdout.readline().split()
        assert is_running(int(court)) and is_running(int(process)) and Path(folder).is_dir()
        owner.kill()
    assert wait_until(lambda: not is_running(int(process)) and not is_running(int(court)))
    assert not Path(folder).exists()


def test_what_is_printed_is_the_same_in_whatever_order_verdicts_arrive(
    everything: list[Mutant],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    chosen = everything[:30]

    def printed(order: Callable[[list[Any]], list[Any]]) -> str:
        def run_pieces(pieces: Any, _work: Any, done: Any, _pool: Any) -> None:
            for piece in order(list(pieces)):
                done(piece, "" if piece.mutant in chosen[::7] else "64 seeds")

        monkeypatch.setattr(mutation_run, "run_pieces", run_pieces)
        monkeypatch.setattr(mutation_run, "facts_of_judges", dict)
        journal = mutation_run.Journal(None)
        mutation_run.run(chosen, journal, [], 1, math.inf)
        assert mutation_run.report(chosen, journal) == 5
        return capsys.readouterr().out

    text = printed(list)
    assert text.count("SURVIVES") == 5 and text.count("25 judged") == 1
    assert printed(lambda pieces: pieces[::-1]) == text
    assert printed(lambda pieces: pieces[20:] + pieces[:20]) == text


SAMPLE = ("--below", "c64src/kinds/caves", "--quick", "--count", "6")
"""Mutants of C and of assembly that are judged in a second each."""


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(PROJECT / "tests/hunts/mutation"), *SAMPLE, *arguments]


def children(processes: Sequence[subprocess.Popen[bytes]]) -> list[int]:
    """The numbers of all processes that these have started."""
    parents = ",".join(str(process.pid) for process in processes)
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", parents], stdout=subprocess.PIPE)
    return [int(word) for word in listed.stdout.split()]


@pytest.mark.long
@needs_cc
@needs_cc65
@needs_distributed
@needs_proc
def test_a_cluster_prints_the_same_although_a_worker_is_killed_and_another_refused(
    tmp_path: Path,
) -> None:
    other, chance = tmp_path / "other", random.Random("whichever")
    for folder in ("pygen", "c64src", "templates", "tests"):
        shutil.copytree(PROJECT / folder, other / folder)
    (other / "tests" / "test_more.py").write_text("# A change.\n")
    reference, journal = tmp_path / "reference.json", tmp_path / "journal.json"
    here = subprocess.run(
        command("--jobs", "1", "--journal", str(reference)), stdout=subprocess.PIPE, check=True,
        preexec_fn=end_with_parent,
    )  # fmt: skip

    def verdicts(file: Path) -> list[str]:
        return sorted(file.read_text().splitlines()[1:]) if file.exists() else []

    assert len(verdicts(reference)) >= 6

    with dask_cluster(tmp_path, 2) as cluster:
        cluster.start_worker(other)
        assert wait_until(lambda: cluster.log().count("Registered to") == 3)
        started = command("--scheduler", cluster.address, "--journal", str(journal))
        with subprocess.Popen(
            started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=end_with_parent
        ) as there:
            while not verdicts(journal) and there.poll() is None:
                time.sleep(0.05)
            victim = chance.choice(cluster.workers[:2])
            court = children([victim])
            cluster.kill(victim)
            cluster.start_worker()
            printed, told = there.communicate()
        assert there.returncode == 0 and printed == here.stdout
        assert verdicts(journal) == verdicts(reference)
        assert told.count(b"is refused: it has tests ") == 1
        # Those of the workers that are left have been told to close them.
        assert court and wait_until(lambda: not any(map(is_running, court)))
        assert wait_until(lambda: not children(cluster.workers))


@pytest.mark.long
@needs_cc
@needs_cc65
def test_mutants_are_found_out_and_the_original_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everything: list[Mutant]
) -> None:
    monkeypatch.setattr(native, "all_specs", lambda: {"default": []})
    data = copy.deepcopy(FROZEN)
    data["program"]["dungeons"] = ["burrow"]
    monkeypatch.setattr(native, "data_of_run", lambda: data)
    court = Court(Workshop(tmp_path / "copy"))

    def mutant(part: str, file: str, begin: str) -> Mutant:
        return next(
            m for m in everything if (m.part, m.file) == (part, file) and m.text.startswith(begin)
        )

    digging = mutant("generator", WALK, "if (distance > farthest")
    before = (court.shop.project / WALK).read_text()
    assert court.judge(digging) == "64 seeds"
    assert (court.shop.project / WALK).read_text() == before
    assert court.native and court.native.verdict(court.shop.project / WALK) is None
    branch = mutant("assembly", MOVES, "b")
    assert court.judge(branch).startswith("the simulator")


def test_a_sample_stays_where_the_code_stays() -> None:
    def of(files: str) -> list[Mutant]:
        return [
            Mutant(
                "generator" if file == "a" else "program",
                file,
                line,
                4,
                "1",
                "2",
                f"x = 1 + {line};",
            )
            for file in files
            for line in range(100)
        ]

    first = mutants.choose(of("abc"), 80, 1)
    assert sum(one.part == "generator" for one in first) == 59
    second = mutants.choose(of("cba"), 80, 1)
    assert set(first) == set(second) != set(mutants.choose(of("abc"), 80, 2))
    third = mutants.choose(of("acd"), 80, 1)
    kept = {one for one in first if one.file == "c"}
    assert len(kept & set(third)) > len(kept) / 2
