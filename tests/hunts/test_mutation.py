"""The mutation run itself: what it changes, and that it tells good from bad."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.kinds import FROZEN
from helpers.tools import needs_cc
from hunts import mutation

from pygen.base.project import PROJECT
from pygen.spec import load_spec

WALK = "kinds/walk/digging.inc"


def changed(text: str, is_define: bool = False) -> list[str]:
    """The line after each of its changes."""
    return [
        text[:column] + new + text[column + len(old) :]
        for column, old, new in mutation.changes(text, is_define)
    ]


@pytest.mark.parametrize(
    ("line", "mutants"),
    [
        ("if (a < b && c != 0)",
         ["if (a <= b && c != 0)", "if (a < b || c != 0)", "if (a < b && c == 0)",
          "if (a < b && c != 1)"]),
        ("++x2;", ["--x2;"]),
        ("y = 0x10u; /* 5 + 3 */", ["y = 17u; /* 5 + 3 */", "y = 15u; /* 5 + 3 */"]),
        ("uint8_t *row;", []),
        ("x |= -y;", ["x &= -y;"]),
    ],
)  # fmt: skip
def test_constants_and_operators_are_changed_one_at_a_time(line: str, mutants: list[str]) -> None:
    assert changed(line) == mutants


def test_only_the_value_of_a_macro_is_changed() -> None:
    assert changed("#define SIDE_2(x) ((x) + 2)", is_define=True) == [
        "#define SIDE_2(x) ((x) - 2)",
        "#define SIDE_2(x) ((x) + 3)",
        "#define SIDE_2(x) ((x) + 1)",
    ]


@pytest.mark.parametrize("name", mutation.SPECS)
def test_every_spec_of_a_run_is_valid(name: str, tmp_path: Path) -> None:
    """What the kinds add to a spec comes together only here."""
    file = tmp_path / "spec.yaml"
    file.write_text(json.dumps(mutation.data_of_run()), encoding="utf-8")
    assert load_spec(file, mutation.SPECS[name]).program.dungeons


RUN = """
import os, subprocess, sys, time
sys.path[:0] = [{project!r}, {tests!r}]
from concurrent.futures import ProcessPoolExecutor
from hunts import mutation

def own(_):
    return os.getpid(), subprocess.Popen(["sleep", "600"]).pid

mutation.Workshop = lambda folder: None
arguments = {folder!r}, os.getpid()
with ProcessPoolExecutor(1, initializer=mutation._begin, initargs=arguments) as pool:
    print(*pool.submit(own, 0).result(), flush=True)
    time.sleep(600)
"""


def test_workers_and_what_they_started_end_with_the_process_that_began_them(tmp_path: Path) -> None:
    run = RUN.format(project=str(PROJECT), tests=str(PROJECT / "tests"), folder=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", run], stdout=subprocess.PIPE, text=True) as main:
        assert main.stdout
        pids = [int(word) for word in main.stdout.readline().split()]
        assert len(pids) == 2 and all(map(is_running, pids))
        main.kill()
    for _ in range(600):
        if not any(map(is_running, pids)):
            return
        time.sleep(0.1)
    pytest.fail("processes are left")


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    return bool(state.stdout) and not state.stdout.startswith(b"Z")


@needs_cc
def test_a_mutant_is_found_out_and_the_original_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutation, "SPECS", {"default": []})
    monkeypatch.setattr(mutation, "data_of_all_kinds", lambda: copy.deepcopy(FROZEN))
    shop = mutation.Workshop(tmp_path)
    monkeypatch.setattr(mutation, "_shop", shop)
    mutants = shop.mutants()
    assert len(mutants) > 1000
    assert {WALK, "kinds/grid_rooms/rooms.inc", "dungeon_crypt.h"} <= {m.file for m in mutants}
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    assert sum(m.key.startswith("dungeon_burrow.h | WEIGHT_MAP[3] | ") for m in mutants) == 2
    source = (shop.source / WALK).resolve()
    assert mutation.caught_by(shop, source, False, [1, 2], checked=False) == ""
    mutant = next(
        m for m in mutants if m.file == WALK and m.text.startswith("if (distance > farthest")
    )
    before = source.read_text()
    assert mutation.judge(mutant) == (mutant, "default")
    assert source.read_text() == before


def test_a_sample_stays_where_the_c_stays() -> None:
    def mutants(files: str) -> list[mutation.Mutant]:
        return [
            mutation.Mutant(file == "a", file, line, 0, "1", "2", f"x = {line};")
            for file in files
            for line in range(100)
        ]

    first = mutation.choose(mutants("abc"), 80, 1)
    assert len(first) == 80 and sum(mutant.emitted for mutant in first) == 20
    second = mutation.choose(mutants("cba"), 80, 1)
    assert first == second != mutation.choose(mutants("abc"), 80, 2)
    third = mutation.choose(mutants("acd"), 80, 1)
    kept = {mutant for mutant in first if mutant.file == "c"}
    assert len(kept & set(third)) > len(kept) / 2
