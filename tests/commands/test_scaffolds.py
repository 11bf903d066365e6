"""`invoke new-kind` and `invoke new-pass` write what works at once, or nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.tools import (
    compiler_or_skip,
    copy_simulator,
    needs_cc,
    needs_cc65,
    needs_oscar64,
    needs_vice,
)

from pygen.base.errors import UsageError, UserError
from pygen.base.locking import folder_lock
from pygen.base.project import PROJECT
from pygen.console.scaffolds import KIND, PASS, Scaffold

# The longest names that a kind and a pass may have, so that no line is too long for any other.
NAMES = {"kind": "a_kind_made_by_the_tests", "pass": "a_pass_tried"}
SAMPLE = "a_pass_tried_sample"
"""The dungeon in which the new pass is used."""
SEEDS = 32
SECONDS = 400
NOT_COPIED = shutil.ignore_patterns("build", ".*", "__pycache__")

every_scaffold = pytest.mark.parametrize("scaffold", [KIND, PASS], ids=lambda one: one.word)


def run(folder: Path, *command: str) -> str:
    """What a command of Python says in a copy of the project; the test fails if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_in(folder: Path) -> dict[Path, bytes | None]:
    """Everything below a folder: the content of files by their path, None for folders."""
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def sources_in(folder: Path) -> dict[Path, bytes | None]:
    """The same without what Python compiles for itself."""
    return {
        path: data for path, data in files_in(folder).items() if "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a new kind and a new pass, and a spec with the dungeons that were
    suggested. All workers have the same: the first one makes it."""
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    folder = common / "scaffolds"
    project, begun = folder / "project", folder / "begun"
    with folder_lock(folder, "copy of the project"):
        if not project.is_dir():
            # It is there if another worker has failed.
            shutil.rmtree(begun, ignore_errors=True)
            make_copy(begun)
            begun.rename(project)
    return project


def make_copy(folder: Path) -> None:
    """Make the copy in `folder`; the test fails unless the commands write what they say."""
    shutil.copytree(PROJECT, folder, ignore=NOT_COPIED)
    copy_simulator(folder)
    dungeons = ""
    for scaffold in (KIND, PASS):
        name = NAMES[scaffold.word]
        before = sources_in(folder)
        said = run(folder, "invoke", f"new-{scaffold.word}", name)
        after = sources_in(folder)
        files = {str(path.relative_to(folder)) for path, data in after.items() if data is not None}
        files -= {str(path.relative_to(folder)) for path in before}
        files = {file for file in files if not file.startswith("build/")}
        assert before.items() <= after.items(), "an existing file was changed"
        assert files == {*re.findall(r"^(\S+) written$", said, re.M)} == {*scaffold.skeleton(name)}
        dungeons += said.partition("\n\nNext: ")[2].partition("\n\n")[2].partition("\n\n")[0] + "\n"
    (folder / "new.yaml").write_text(f"dungeons:\n{dungeons}", encoding="utf-8")
    run(folder, "invoke", "docs")


# ------------------------------------------------------------------ what is written works


def test_a_new_kind_and_a_new_pass_are_shown(copy: Path) -> None:
    said = run(copy, "invoke", "show", "--spec", "new.yaml", "--seed", "7")
    assert re.search(rf"^{NAMES['kind']} +seed 7, 40 x 24 tiles$", said, re.M)
    assert "<" in said and ">" in said
    assert said.count("#") > 2 * (40 + 24 - 2), "there are pillars between the walls"
    said = run(copy, "invoke", "show", "--spec", "new.yaml", "--dungeon", SAMPLE, "--seed", "7")
    assert re.search(r"^passes +\d+ pillars$", said, re.M)


@pytest.mark.parametrize(
    "compiler",
    [
        # The others prove the native build, too.
        pytest.param("none", marks=[needs_cc, pytest.mark.long]),
        pytest.param("oscar64", marks=[needs_oscar64, needs_cc, pytest.mark.long]),
        pytest.param("cc65", marks=[needs_cc65, needs_cc]),
    ],
)
def test_they_are_equal_in_all_languages(copy: Path, tmp_path: Path, compiler: str) -> None:
    if compiler != "none":
        compiler_or_skip(compiler)
    report = tmp_path / "report.json"
    run(
        copy, "invoke", "verify", "--spec", "new.yaml", "--sample", str(SEEDS), "--jobs", "1",
        "--compiler", compiler, "--report", str(report),
    )  # fmt: skip
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    assert all(result["equal"] == SEEDS for result in results)
    assert {result["route"] for result in results} >= {"native", compiler} - {"none"}
    assert {result["dungeon"] for result in results} == {NAMES["kind"], SAMPLE}


@needs_vice
# What `verify` proves above with both compilers is proven again, in VICE.
@pytest.mark.parametrize("compiler", [pytest.param("oscar64", marks=pytest.mark.long), "cc65"])
def test_they_pass_parity(copy: Path, compiler: str) -> None:
    compiler_or_skip(compiler)
    said = run(
        copy, "invoke", "parity", "--spec", "new.yaml", "--seeds", "0-3", "--compiler", compiler
    )
    assert "all 8 dungeons are equal" in said


@pytest.mark.parametrize(
    ("name", "folder", "word", "files"),
    [
        pytest.param(
            NAMES["kind"],
            "tests/kinds",
            "dungeons",
            ("test_twins.py", "test_material.py", "test_random_specs.py", "test_any_spec.py"),
            marks=pytest.mark.long,
        ),
        (NAMES["pass"], "tests/passes", "pass", ("test_pass_material.py",)),
        pytest.param(
            NAMES["pass"],
            "tests/passes",
            "pass",
            ("test_passes.py", "test_pass_material.py"),
            marks=pytest.mark.long,
        ),
    ],
    ids=["kind", "pass", "pass and all of passes"],
)
@pytest.mark.slow
def test_they_pass_their_own_tests_and_those_of_all(
    copy: Path, name: str, folder: str, word: str, files: tuple[str, ...]
) -> None:
    paths = [f"{folder}/{file}" for file in (f"{name}/test_{name}_{word}.py", *files)]
    said = run(copy, "pytest", "-q", "-rp", "-k", name, *paths)
    assert re.search(r"^\d+ passed", said, re.M)
    assert set(paths) == set(re.findall(r"^PASSED (\S+?)::", said, re.M))


@pytest.mark.long
def test_they_keep_the_rules_of_the_house(copy: Path) -> None:
    files = ["architecture", "docs", "pages"]
    tests = [f"tests/house/test_{name}.py" for name in files]
    # What these build does not depend on a new kind or pass.
    without = "not mypy and not become_programs and not what_oscar64_adds"
    assert " passed" in run(copy, "pytest", "-q", "-k", without, *tests)


@pytest.mark.long
def test_they_are_typed(copy: Path) -> None:
    assert "1 passed" in run(copy, "pytest", "-q", "-k", "mypy", "tests/house/test_architecture.py")


@pytest.mark.parametrize(
    ("scaffold", "name"),
    [(one, name) for one in (KIND, PASS) for name in ("ab", "grid_of_9", NAMES[one.word])],
    ids=lambda value: value.word if isinstance(value, Scaffold) else value,
)
def test_the_files_are_well_formed_whatever_the_name(
    tmp_path: Path, scaffold: Scaffold, name: str
) -> None:
    written = scaffold.write(name, tmp_path)
    # Where imports lead decides how they are sorted.
    shutil.copytree(PROJECT / "pygen", tmp_path / "pygen", ignore=NOT_COPIED, dirs_exist_ok=True)
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    python = [str(path) for path in written.files if path.suffix == ".py"]
    assert len(python) >= 5
    run(tmp_path, "ruff", "check", "--no-cache", *python)
    run(tmp_path, "ruff", "format", "--check", "--no-cache", *python)


# ------------------------------------------------------------------ mistakes


MISTAKES = [
    ("", "2 to 24 lowercase letters"),
    ("x", "2 to 24 lowercase letters"),
    ("Hall", "2 to 24 lowercase letters"),
    ("9halls", "2 to 24 lowercase letters"),
    ("great hall", "2 to 24 lowercase letters"),
    ("../hall", "2 to 24 lowercase letters"),
    ("hall\n", "2 to 24 lowercase letters"),
    (NAMES["kind"] + "s", "2 to 24 lowercase letters"),
    ("walk", "there is a kind of this name"),
    ("smooth", "there is a pass of this name"),
    ("lambda", "a word of Python"),
    ("switch", "a word of C"),
    ("catalogue", "pygen.kinds has something else"),
    ("generate", "pygen.kinds has something else"),
    ("stairs", "there is a pass of this name"),
    ("hall_phase", "a part of the new kind"),
    ("section", "its class would be called `Section`"),
    ("pillar_rows", "its class would be called `PillarRows`"),
]
MISTAKES_IN_PASSES = [
    (NAMES["pass"] + "s", "2 to 12 lowercase letters"),
    ("smooth", "there is a pass of this name"),
    ("walk", "there is a kind of this name"),
    ("rooms", "the kind `grid_rooms` has a phase of this name"),
    ("del", "a word of Python"),
    ("placing", "a part of the new pass"),
    ("plan", "its class would be called `Plan`"),
    ("catalogue", "pygen.passes has something else"),
]


@pytest.mark.parametrize(
    ("scaffold", "name", "reason"),
    [(KIND, *mistake) for mistake in MISTAKES] + [(PASS, *one) for one in MISTAKES_IN_PASSES],
)
def test_a_name_that_it_cannot_have_is_a_clear_error(
    tmp_path: Path, scaffold: Scaffold, name: str, reason: str
) -> None:
    with pytest.raises(UsageError) as caught:
        scaffold.write(name, tmp_path)
    assert reason in str(caught.value)
    assert caught.value.hint
    assert not list(tmp_path.iterdir())


def test_the_name_of_a_dungeon_is_refused(tmp_path: Path) -> None:
    spec = tmp_path / "generator.yaml"
    spec.write_text("dungeons: {keep: {kind: walk}}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has a dungeon of this name"):
        KIND.write("keep", tmp_path)
    spec.write_text("dungeons: {keep: {kind: walks}}\n", encoding="utf-8")
    assert KIND.write("keep", tmp_path).files, "a spec with mistakes is no obstacle"


def test_the_name_of_other_tests_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tests" / "helpers").mkdir(parents=True)
    with pytest.raises(UsageError, match="tests/helpers has other tests"):
        KIND.write("helpers", tmp_path)


@pytest.mark.parametrize(
    ("scaffold", "path"),
    [(one, path) for one in (KIND, PASS) for path in sorted(one.skeleton(NAMES[one.word]))],
)
def test_a_file_that_exists_stays_and_nothing_else_is_written(
    tmp_path: Path, scaffold: Scaffold, path: str
) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text("mine", encoding="utf-8")
    before = files_in(tmp_path)
    with pytest.raises(UserError, match="already exists") as caught:
        scaffold.write(NAMES[scaffold.word], tmp_path)
    assert str(file) in caught.value.message and caught.value.hint
    assert files_in(tmp_path) == before


def test_a_link_that_leads_nowhere_stays(tmp_path: Path) -> None:
    (tmp_path / "docs" / "kinds").mkdir(parents=True)
    (tmp_path / "docs" / "kinds" / f"{NAMES['kind']}.md").symlink_to(tmp_path / "elsewhere")
    before = files_in(tmp_path)
    with pytest.raises(UserError, match="already exists"):
        KIND.write(NAMES["kind"], tmp_path)
    assert files_in(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_a_clear_error_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    """The last folder in which files are written is none."""
    (tmp_path / "pygen" / "kinds").mkdir(parents=True)
    (tmp_path / "tests").write_text("", encoding="utf-8")
    before = files_in(tmp_path)
    with pytest.raises(UserError, match="cannot be written") as caught:
        KIND.write(NAMES["kind"], tmp_path)
    assert "nothing was written" in caught.value.hint
    assert files_in(tmp_path) == before


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    mkdir = Path.mkdir

    def interrupted(self: Path) -> None:
        written.append(self)
        if self.name == "tests":
            raise KeyboardInterrupt
        mkdir(self)

    monkeypatch.setattr(Path, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt):
        KIND.write(NAMES["kind"], tmp_path)
    assert len(written) > 5
    assert not list(tmp_path.iterdir())


@every_scaffold
def test_a_mistake_is_told_without_a_traceback(scaffold: Scaffold) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "invoke", f"new-{scaffold.word}", "walk"],
        cwd=PROJECT, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "there is a kind of this name" in done.stderr


@every_scaffold
def test_the_skeleton_is_of_templates_only(scaffold: Scaffold) -> None:
    """A file of another name in the folder would be left out without a word."""
    files = [path for path in scaffold.files.rglob("*") if path.is_file()]
    assert len(files) == len(scaffold.skeleton(NAMES[scaffold.word]))
