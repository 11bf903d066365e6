"""The tasks as people call them: help, mistakes, and what they say."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import tasks as calls
from invoke.main import program

from pygen.base.project import PROJECT
from pygen.base.version import version
from pygen.commands.test import environment_of_tests


def invoke(*arguments: object) -> subprocess.CompletedProcess[str]:
    return calls.invoke(*arguments, COLUMNS="100")


def launched(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run what .venv/bin/invoke runs, from a folder of the project."""
    return subprocess.run(
        [sys.executable, str(PROJECT / "pygen/console/launcher.py"), *arguments],
        cwd=PROJECT / "docs", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_the_version_is_that_of_pyproject() -> None:
    (said,) = re.findall(r'(?m)^version = "(.*)"$', (PROJECT / "pyproject.toml").read_text())
    assert re.fullmatch(
        rf"Undercroft {re.escape(said)} \(Invoke \d+\.\d+\.\d+\)\n", launched("--version").stdout
    )
    assert f"\n## {said} " in (PROJECT / "CHANGELOG.md").read_text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "arguments", [["--list"], ["--help", "show"], ["--complete", "--", "invoke sho"], ["shwo"]]
)
def test_the_launcher_does_the_rest_as_invoke_does(arguments: list[str]) -> None:
    mine, invoke_s = launched(*arguments), invoke(*arguments)
    assert (mine.returncode, mine.stdout) == (invoke_s.returncode, invoke_s.stdout)
    assert mine.stderr == invoke_s.stderr and mine.stdout + mine.stderr


@pytest.fixture(scope="module")
def tasks() -> list[str]:
    found = json.loads(invoke("--list", "--list-format", "json").stdout)["tasks"]
    return [task["name"] for task in found]


@pytest.fixture(scope="module")
def helps(tasks: list[str]) -> dict[str, str]:
    """What `invoke --help TASK` says, by task; in this process, which saves a second for each."""
    said = {}
    for task in tasks:
        with contextlib.redirect_stdout(io.StringIO()) as output:
            program.run(["invoke", "--search-root", str(PROJECT), "--help", task], exit=False)
        said[task] = output.getvalue()
    return said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("show --floor x", ["--floor", "'x'", "floor"]),
        ("bench --jobs many", ["--jobs", "whole number"]),
        ("show --seed 70000", ["--seed: 70000"]),
        ("show --seed 1 --seeds 2", ["--seed and --seeds"]),
        ("show --seeds 1-3 --json -", ["--json", "gives 3"]),
        ("show --halves --full", ["--halves and --full"]),
        ("verify --compiler gcc", ["gcc", "auto, oscar64, cc65, all, none"]),
        ("show --scale 2", ["--scale", "--png"]),
        ("show --summary --rooms", ["--summary", "--seeds"]),
        ("show --summary --json -", ["--summary", "--seeds"]),
        ("show --dungeon cellar", ["cellar", "crypt"]),
        ("show --dungeon krypt", ["Did you mean crypt?"]),
        ("run-vice --program undercraft", ["Did you mean undercroft?"]),
        ("golden --check --update", ["--check and --update"]),
        ("parity --profile fast", ["--profile", "release or dev"]),
        ("parity --profile relaese", ["--profile", "Did you mean release?"]),
        ("parity --jobs=-1", ["--jobs"]),
        ("parity --jobs 0", ["--jobs: 0", "1 or more"]),
        ("verify --jobs 0", ["--jobs: 0", "1 or more"]),
        ("bench --jobs 0", ["--jobs: 0", "1 or more"]),
        ("show --around 9 --png x.png", ["--around: 9 is out of range", "1 to 8"]),
        ("show --around 1", ["--around makes one picture", "--png"]),
        ("show --vary a=1,2 --png x.png --full", ["--vary makes one picture", "--scale"]),
        ("show --animate x.gif --chunk 1,2", ["--animate makes one picture"]),
        ("show --floor 2-4 --png a.png", ["--png: it is for one floor", "Give one floor."]),
        ("find --where rooms>1 --floor 2-4 --csv a.csv", ["--csv: it is for one floor"]),
        ("show --from-file x --floor 2", ["--from-file excludes --seed, --seeds, --floor"]),
        ("verify --flags --chunks-of 7", ["--flags and --chunks-of"]),
        ("verify --against ruby", ["--against: 'ruby'", "python or native"]),
        ("bench --floor 2 --bless", ["--floor:", "floor 1"]),
        ("find --limit 0 --where seed==1", ["--limit: '0'", "1 to 65536"]),
        ("studio --port x", ["--port: 'x'", "1 to 65535"]),
    ],
)
def test_mistakes_are_reported_in_words(arguments: str, words: list[str]) -> None:
    done = calls.invoke_here(*arguments.split())
    assert done.returncode == 2
    assert done.stderr.startswith("error: ") and "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize(
    ("kind", "warns"), [("grid_rooms", False), ("mystery", False), ("caves", True)]
)
def test_rooms_that_have_no_numbers_are_told(kind: str, warns: bool, tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(f"dungeons: {{one: {{kind: {kind}}}}}\n", encoding="utf-8")
    done = calls.invoke_here("show", "--spec", file, "--seed", "7", "--rooms")
    assert done.returncode == 0
    assert ("has no table of rooms" in done.stdout) == warns


def test_more_maps_than_a_disk_holds_are_refused_before_anything_is_built() -> None:
    done = calls.invoke_here("disk", "--seeds", "0-65535")
    assert done.returncode == 1 and "there are 65,536" in done.stderr
    assert "Compiling" not in done.stdout


@pytest.mark.parametrize("refused", ["", "1"])
def test_compiled_modules_are_kept_unless_that_is_refused(refused: str, tmp_path: Path) -> None:
    """Without them each task would take half a second more."""
    python = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": refused}
    assert calls.invoke_without_spec("--list", **python).returncode == 0
    kept = {path.name.partition(".")[0] for path in tmp_path.rglob("*.pyc")}
    assert ("invocation" in kept) == (not refused)


@pytest.mark.parametrize("refused", ["", "1"])
def test_tests_keep_compiled_modules_elsewhere_where_that_is_refused(
    refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", refused)
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    with environment_of_tests() as environment:
        folder = environment.get("PYTHONPYCACHEPREFIX")
        assert not environment.get("PYTHONDONTWRITEBYTECODE")
        assert (folder is not None and Path(folder).is_dir()) == bool(refused)
    assert folder is None or not Path(folder).exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("task", ["init", "new-kind", "new-pass", "export"])
def test_help_behind_a_task_with_a_name_is_not_taken_for_the_name(task: str) -> None:
    done = calls.invoke_without_spec(task, "--help")
    assert done.returncode == 0 and done.stdout.startswith("Usage: ") and task in done.stdout
    assert not (PROJECT / "--help").exists()


def test_a_picture_of_another_format_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    done = invoke("show", "--png", tmp_path / "new" / "x.jpg")
    assert done.returncode == 2 and "x.png" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_new_folder_is_reported(tmp_path: Path) -> None:
    picture, data = tmp_path / "new" / "x.png", tmp_path / "x.json"
    done = invoke("show", "--png", picture, "--json", data)
    assert done.returncode == 0, done.stderr
    assert f"picture written to {picture} (created the folder {picture.parent})" in done.stdout
    assert f"data written to {data}\n" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(json.loads(data.read_bytes()).items())[:2] == [
        ("format", 1), ("tool", f"Undercroft {version()}")
    ]  # fmt: skip


def test_each_task_has_a_description_and_help_for_each_option(helps: dict[str, str]) -> None:
    assert {"show", "build-release", "parity", "verify", "golden", "disk"} <= set(helps)
    for task, said in helps.items():
        description, options = said.split("\nOptions:\n")
        assert "none" not in description.splitlines()[3:5]
        lines = options.splitlines()
        for number, line in enumerate(lines):
            if line.startswith("  --"):
                following = lines[number + 1] if number + 1 < len(lines) else ""
                has_words = re.match(r"  --\S+ +\S", line) or following.startswith("      ")
                assert has_words, f"{task}: {line}"


def test_the_examples_of_the_help_are_commands(helps: dict[str, str]) -> None:
    """Each names a task, and only options that this task has."""
    count = 0
    for task, text in helps.items():
        options = set(re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE))
        for example in re.findall(r"^ +invoke (.+)$", text, re.MULTILINE):
            count += 1
            assert example.split()[0] == task
            assert set(re.findall(r"--[a-z-]+", example)) <= options, example
    assert count >= 15


def test_build_is_build_release(tasks: list[str]) -> None:
    assert "build" not in tasks
    assert "as it ships" in invoke("--help", "build").stdout


def test_line_100_of_a_file_is_shown_as_a_number(tmp_path: Path) -> None:
    """Not as the emoji of that name, which would take the place of `:100:`."""
    spec = tmp_path / "spec.yaml"
    spec.write_text("#\n" * 99 + "dungeons: {crypt: {kind: cript}}\n", encoding="utf-8")
    done = invoke("show", "--spec", str(spec))
    assert f"{spec}:100:" in done.stderr.replace("\n", "")
