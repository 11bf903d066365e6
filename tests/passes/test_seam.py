"""What holds for passes of any sort: parameters by use and floor, and random numbers of their own.

A made-up pass, whose files are in the folder `sample`, is added to a copy of the project. It turns
tiles of the floor into walls by chance, and is used several times in a dungeon.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.tools import compiler_or_skip, needs_cc, needs_cc65, needs_oscar64

from pygen.base.errors import UserError
from pygen.base.project import PROJECT
from pygen.passes.catalogue import find_passes

SAMPLE = Path(__file__).parent / "sample"
SOURCES = ("pygen", "c64src", "templates", "tasks.py", "pyproject.toml")

SPEC = """\
dungeons:
  burrow:
    kind: walk
    map: {width: 48, height: 40}
    passes:
      - {name: speckle, chance: 10}
      - {name: regions, keep: all}
      - {name: speckle, id: more, chance: 20, rows: [0, 1]}
      - {name: regions, id: again, keep: all}
    floors:
      "2-5": {walk: {steps: 300}, passes: {more: {chance: 60}}}
      "9-": {passes: {speckle: {rows: [1, 1, 0]}}}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that has the sample pass, and a spec that uses it."""
    folder = tmp_path_factory.mktemp("sample")
    for source in SOURCES:
        if (PROJECT / source).is_dir():
            shutil.copytree(PROJECT / source, folder / source)
        else:
            shutil.copy(PROJECT / source, folder / source)
    shutil.copytree(SAMPLE, folder, dirs_exist_ok=True)
    (folder / "spec.yaml").write_text(SPEC, encoding="utf-8")
    return folder


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "compiler",
    [
        pytest.param("none", marks=needs_cc),
        pytest.param("oscar64", marks=[needs_oscar64, needs_cc]),
        pytest.param("cc65", marks=[needs_cc65, needs_cc]),
    ],
)
def test_a_pass_is_equal_in_all_languages_with_each_use_s_and_floor_s_parameters(
    project: Path, compiler: str
) -> None:
    if compiler != "none":
        compiler_or_skip(compiler)
    done = run(
        project, "-m", "invoke", "verify", "--spec", "spec.yaml", "--sample", "24",
        "--compiler", compiler, "--jobs", "1", "--report", "report.json",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((project / "report.json").read_text())["results"]
    assert len(results) >= 3 and all(result["equal"] == 24 for result in results)


STEPS = """
from pathlib import Path
from pygen.builders.native import NativeBuilder, build_native
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin
from pygen.spec import load_spec

spec = load_spec(Path("spec.yaml"))
native = NativeBuilder(spec, build_native(spec))
compared = set()
for floor in (1, 3, 9):
    request = Request("burrow", 7, floor)
    generation = begin(spec, request)
    for step in advance(generation):
        if step.phase != "clear":
            built = native.build_steps(request, step.number).regions
            assert built == generation.region_bytes(), (floor, str(step))
            compared.add(step.phase)
print(" ".join(sorted(compared)))
"""


@needs_cc
def test_python_and_c_are_equal_after_every_step(project: Path) -> None:
    done = run(project, "-c", STEPS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [
        "again", "camera", "more", "regions", "speckle", "stairs", "walk",
    ]  # fmt: skip


def built(project: Path, floor: int, *changes: str) -> dict[str, Any]:
    """The dungeon of seed 3, with such changes of the spec."""
    overrides = [word for change in changes for word in ("--set", change)]
    done = run(
        project, "-m", "invoke", "show", "--spec", "spec.yaml", "--seed", "3",
        "--floor", str(floor), "--json", "dungeon.json", *overrides,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads((project / "dungeon.json").read_text())
    return data


WALL, FLOOR = 1, 2
"""The codes of tiles."""


def walls_of(project: Path, *changes: str) -> set[tuple[int, int]]:
    """Where the dungeon of floor 9 has walls that are none without its passes."""
    with_them, without = (
        built(project, 9, *more)["tiles"]
        for more in (changes, ("dungeons.burrow.passes=[]", "dungeons.burrow.floors={}"))
    )
    return {
        (x, y)
        for y, (row, plain) in enumerate(zip(with_them, without, strict=True))
        for x, (tile, before) in enumerate(zip(row, plain, strict=True))
        if (tile, before) == (WALL, FLOOR)
    }


def test_a_pass_that_is_added_or_changed_leaves_the_random_numbers_of_others_alone(
    project: Path,
) -> None:
    only = "dungeons.burrow.passes=[{name: speckle, chance: 10, rows: [0, 1]}"
    joined = "{name: regions, keep: all}]"
    floors = "dungeons.burrow.floors={}"
    alone = walls_of(project, f"{only}, {joined}", floors)
    # It draws a number for each tile, and changes none.
    before = "{name: speckle, id: before, chance: 0}"
    first = only.replace("[{", f"[{before}, {{", 1)
    assert alone and walls_of(project, f"{first}, {joined}", floors) == alone
    renamed = only.replace("name: speckle", "name: speckle, id: other")
    assert walls_of(project, f"{renamed}, {joined}", floors) != alone


def test_a_change_of_a_pass_concerns_only_dungeons_that_use_it(project: Path) -> None:
    script = """
import sys
from pathlib import Path
from pygen.builders.python import PythonRoute
from pygen.spec import load_spec
spec = load_spec(Path("spec.yaml"), ["dungeons.plain={kind: walk}"])
route = PythonRoute(spec)
print(route.identity("burrow"), route.identity("plain"))
"""
    first = run(project, "-c", script).stdout.split()
    file = project / "pygen/passes/speckle/speckling.py"
    text = file.read_text()
    file.write_text(text + "# changed\n")
    try:
        second = run(project, "-c", script).stdout.split()
    finally:
        file.write_text(text)
    assert first[0] != second[0] and first[1] == second[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it has no PASS"),
        ("PASS = 3\n", "PASS must be a Pass called 'wrong'"),
        ("from pygen.passes.regions import PASS\n", "PASS must be a Pass called 'wrong'"),
        ("import pygen.nothing\n", "the module pygen.nothing is missing"),
    ],
)
def test_a_folder_that_is_no_pass_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    package = f"passes_{abs(hash(text))}"
    file = tmp_path / package / "wrong" / "__init__.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    (tmp_path / package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UserError) as failure:
        find_passes(tmp_path / package, package)
    assert words in failure.value.message and "wrong" in failure.value.message
