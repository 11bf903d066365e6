"""The rules that hold all of the code together: layers, types and style, as pyproject.toml says."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter

import grimp
import pytest

from pygen.base.project import BUILD_FOLDER, C_FOLDER, PROJECT

PYTHON = sys.executable
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]


def check(*command: str) -> str:
    """What a checker says; the test fails with it if it finds anything."""
    done = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "arguments", [["check"], ["format", "--check"]], ids=["mistakes", "format"]
)
def test_ruff_finds_nothing(arguments: list[str]) -> None:
    check(PYTHON, "-m", "ruff", *arguments, "--no-cache", ".")


def test_mypy_finds_nothing_and_looks_at_every_module() -> None:
    settings = SETTINGS["mypy"]
    assert settings["strict"] is True and {"pygen", "tasks.py", "tests"} <= set(settings["files"])
    said = check(PYTHON, "-m", "mypy", "--cache-dir", str(BUILD_FOLDER / "mypy"))
    checked = re.search(r"no issues found in (\d+) source files", said)
    modules = [path for name in ("pygen", "tests") for path in (PROJECT / name).rglob("*.py")]
    sample = list((PROJECT / "tests/passes/sample").rglob("*.py"))
    assert checked is not None, said
    assert int(checked[1]) >= len(modules) - len(sample) + 1


def test_imports_go_downwards_only() -> None:
    command = "from importlinter.cli import lint_imports_command as check; check()"
    said = check(PYTHON, "-c", command, "--no-cache", "--no-logo")
    kept = re.search(r"Contracts: (\d+) kept, 0 broken", said)
    assert kept is not None and int(kept[1]) == len(SETTINGS["importlinter"]["contracts"]) > 0, said


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not even for types, or within functions."""
    graph = grimp.build_graph("pygen", cache_dir=None)
    imported = {file: graph.find_modules_directly_imported_by(file) for file in graph.modules}
    assert sum(map(len, imported.values())) > 1000
    TopologicalSorter(imported).prepare()


def test_every_package_has_its_layer() -> None:
    """Two lists that could part: the folders, and the layers of the contract."""
    layers = SETTINGS["importlinter"]["contracts"][0]["layers"]
    named = {name.strip() for layer in layers for name in re.split("[:|]", layer)}
    folders = {path.parent.name for path in (PROJECT / "pygen").glob("*/__init__.py")}
    assert folders and folders == named


def test_tasks_do_not_wait_for_packages_that_they_do_not_need() -> None:
    """The parts of Undercroft and of others that show in a process: after `import tasks`, which is
    all that `invoke --list` needs, and after `invoke show`."""
    code = """
        import sys, tasks
        own = "spec emit pictures kinds compilers emulators builders proof measure studio".split()
        names = [*(f"pygen.{name}" for name in own), "pydantic", "jinja2", "PIL"]
        print(*(name for name in names if name in sys.modules))
        tasks.namespace["show"].body(None, seed="7", spec="tests/specs/three_dungeons.yaml")
        print(*(name for name in names if name in sys.modules))
    """
    first, *_, last = check(PYTHON, "-c", inspect.cleandoc(code)).splitlines()
    assert first == ""
    assert last.split() == ["pygen.spec", "pygen.pictures", "pygen.kinds", "pydantic"]


DEFINED = (
    re.compile(r"^(?:static|NOINLINE)[\w\s*]*?\b(\w+)\([^;{]*?\)\s*\{", re.M),
    re.compile(r"^static [\w ]+?\*?\b(\w+)(?:\[[^;]*?\])?(?:,|;| =)", re.M),
    re.compile(r"^#define (\w+)", re.M),
)
"""Functions, variables and macros of C."""
WORK = re.compile(r"^WORK \w+ ([^;]+);", re.M)
"""The names of variables that a line declares, and their lengths."""


def variables(*patterns: str) -> set[str]:
    """The variables that these files of C declare with WORK."""
    texts = (file.read_text("utf-8") for one in patterns for file in C_FOLDER.glob(one))
    lists = (re.sub(r"\[.*?\]", "", found) for text in texts for found in WORK.findall(text))
    return {name for found in lists for name in re.findall(r"\w+", found)}


def test_no_name_of_a_passs_c_is_one_of_a_kind_or_of_another_pass() -> None:
    """Both are compiled together, where two variables of the same name would silently be one."""
    owners: dict[str, set[str]] = {}
    for folder in sorted(C_FOLDER.glob("passes/*")) + sorted(C_FOLDER.glob("kinds/*")):
        for path in folder.rglob("*.*"):
            text = path.read_text(encoding="utf-8")
            names = {name for pattern in DEFINED for name in pattern.findall(text)}
            for name in names | variables(str(path.relative_to(C_FOLDER))):
                owners.setdefault(name, set()).add(f"{folder.parent.name}/{folder.name}")
    assert {"passes/stairs", "kinds/caves"} <= set().union(*owners.values())
    shared = {name: found for name, found in owners.items() if len(found) > 1}
    assert [name for name, found in shared.items() if any("passes" in one for one in found)] == []


def test_no_variable_of_a_kind_or_a_pass_is_one_of_all_dungeons() -> None:
    shared = variables("core/**/*.h")
    assert len(shared) > 20
    assert shared & variables("kinds/**/*.h", "passes/**/*.h") == set()


VARIABLE = re.compile(r"^(?:static|INLINE|NOINLINE)(?! const\b)(?!.*\*const\b)[^(={]*[;=]", re.M)
"""A variable outside of functions that is not constant."""
OF_ALL_PHASES = {
    "c64src/core/tries.h": ["static uint16_t seeds_state;"],
    "templates/core/dungeon.c.j2": ["static uint8_t parameter_row;"],
}
"""What is kept from one try to the next, and what is chosen before the first phase: no phase may
have it in its bytes."""


def test_variables_of_the_c_of_dungeons_are_in_shared_work_memory() -> None:
    """Others have bytes of their own in a module, though only a few phases need them."""
    files = [*C_FOLDER.rglob("*.h"), *C_FOLDER.rglob("*.kernel.j2")]
    files += [
        file
        for folder in ("core", "kernels", "kind", "pass")
        for file in (PROJECT / "templates" / folder).rglob("*.j2")
    ]
    own = {
        str(file.relative_to(PROJECT)): found
        for file in files
        if (found := VARIABLE.findall(file.read_text(encoding="utf-8")))
    }
    assert own == OF_ALL_PHASES
    assert sum(len(WORK.findall(file.read_text(encoding="utf-8"))) for file in files) > 300
