"""The groups of Python packages: their files, and that a task imports none of another group."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from pygen.base.project import PROJECT
from pygen.commands import doctor

FOLDER = PROJECT / "requirements"
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text())
WANTED = {"product": SETTINGS["project"]["dependencies"], **SETTINGS["dependency-groups"]}

ABSENT = (
    "starlette", "uvicorn", "anyio", "h11", "py65", "hypothesis", "pytest", "xdist", "dungeon_eos",
    "distributed", "dask", "pytiled_parser",
)  # fmt: skip
WITHOUT = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({ABSENT}))
"""
ALL_TASKS = """
from pathlib import Path
for path in sorted(Path("pygen/commands").glob("[!_]*.py")):
    if path.stem != "studio":
        importlib.import_module(f"pygen.commands.{path.stem}")
print("imported", path.stem)
"""
ONE_TASK = """
sys.argv = ["invoke", *TASK]
from invoke.main import program
program.run()
"""


def run_without_packages(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(group: str) -> dict[str, str]:
    return {normal(name): version for name, version in doctor.pins(FOLDER / f"{group}.txt").items()}


def test_each_group_has_a_file_and_the_doctor_knows_it() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(WANTED) == set(doctor.GROUPS)


@pytest.mark.parametrize("group", WANTED)
def test_a_group_s_file_has_its_packages_in_the_versions_of_pyproject(group: str) -> None:
    for wanted in WANTED[group]:
        name, _, version = wanted.partition("==")
        assert version and locked(group)[normal(name)] == version, f"run requirements/lock: {name}"


@pytest.mark.parametrize("group", WANTED)
def test_every_package_has_hashes(group: str) -> None:
    text = (FOLDER / f"{group}.txt").read_text()
    text = re.sub(r"(?m)^ *#.*\n", "", text).replace("\\\n", "")
    assert len(text.splitlines()) >= len(WANTED[group])
    for line in text.splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^-]*)?( +--hash=sha256:[0-9a-f]{64})+ *", line), (
            line
        )


def test_a_package_of_two_groups_has_one_version() -> None:
    versions: dict[str, set[str]] = {}
    for group in WANTED:
        for name, version in locked(group).items():
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_tasks_need_no_packages_of_the_studio_or_the_tests() -> None:
    done = run_without_packages(ALL_TASKS)
    assert done.stdout == "imported verify\n", done.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "missing", "task"),
    [
        (["studio", "--no-browser"], "package uvicorn is", "studio"),
        (["--help", "studio"], "package uvicorn is", "studio"),
        (["test"], "packages for tests are", "test"),
        (["verify", "--scheduler", "tcp://127.0.0.1:9"], "package distributed", "--with cluster"),
    ],
)
def test_a_missing_package_is_told_in_words(words: list[str], missing: str, task: str) -> None:
    done = run_without_packages(ONE_TASK.replace("TASK", repr(words)))
    assert done.returncode == 1
    assert missing in done.stderr and f"Run `./bootstrap {task}` once" in done.stderr
    assert "Traceback" not in done.stderr
