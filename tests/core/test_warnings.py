"""The C of the dungeons, and what the native build compiles with it, gives no warnings."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

import pytest
from core.test_headers import specs
from helpers.tools import needs_clang, needs_clang_tidy, needs_gcc

from pygen.base.project import C_FOLDER
from pygen.builders.native import NATIVE_SOURCES
from pygen.compilers.host import WARNINGS
from pygen.emit import DISPLAY_UNITS, emit
from pygen.spec import Spec

DEV = ("-DUNDERCROFT_DEV=1", "-DNATIVE_PROGRAM", "-DNATIVE_IN_STEPS")

COMMANDS: dict[str, tuple[str, ...]] = {
    # Unlike -fsyntax-only, this sees unused functions as well.
    "gcc": ("gcc", "-std=c99", *WARNINGS, "-O0", "-c"),
    "clang": ("clang", "-std=c99", *WARNINGS, "-fsyntax-only"),
    "clang-tidy": ("clang-tidy", "--quiet", "--header-filter=.*", "--checks=-*,bugprone-*"),
}

# The tool for what runs on a C64 as well takes int and pointers for 16 bits, as they are there:
# clang's is another machine, but of that size. Otherwise each `pointer + 2 * STRIDE` would be a
# product that is widened too late.
SIXTEEN_BITS = ("--", "-std=c99", "--target=msp430", "-ffreestanding")
HOST_BITS = ("--", "-std=c99")


@dataclass(frozen=True)
class Permitted:
    """A rule that may be broken, in which files (a pattern), and why."""

    rule: str
    place: str
    reason: str


PERMITTED: dict[str, tuple[Permitted, ...]] = {
    "gcc": (),
    "clang": (),
    "clang-tidy": (
        Permitted(
            "bugprone-easily-swappable-parameters",
            "*",
            "x, y and tiles are bytes; structs of one byte each would be passed in memory",
        ),
    ),
}

IN_SOME_SPECS = {
    "gcc": (),
    "clang": (
        Permitted(
            "-Wconstant-logical-operand",
            "kinds/mystery/stages.h",
            "the properties of a floor are a constant if all floors have the same",
        ),
    ),
}
"""What is permitted in specs that are not shipped."""

_DIAGNOSTIC = re.compile(
    r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: (?:warning|(?:fatal )?error): .*?"
    r"(?: \[(?P<rule>[\w.,=+-]+)\])?$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Found:
    """A warning: its rule, or "" for an error that has none, and where it is."""

    rule: str
    place: str
    line: int


def found_by(
    command: Sequence[str], sources: Sequence[Path], folder: Path, last: Sequence[str] = ()
) -> set[Found]:
    """What a tool finds in `sources`, with the headers of `folder` and of c64src."""
    done = subprocess.run(
        [*command, *map(str, sources), *last, f"-I{folder}", f"-I{C_FOLDER}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout + done.stderr
    found = set()
    for match in _DIAGNOSTIC.finditer(output):
        file = Path(match["file"])
        place = file.relative_to(C_FOLDER) if file.is_relative_to(C_FOLDER) else Path(file.name)
        found.add(Found(match["rule"] or "", place.as_posix(), int(match["line"])))
    assert done.returncode == 0 or found, output
    return found


def check(found: set[Found], permitted: Sequence[Permitted], are_all_used: bool = True) -> None:
    """Nothing is found but what is permitted, and of that everything."""
    used = {
        (one, entry)
        for one, entry in product(found, permitted)
        if one.rule == entry.rule and fnmatch(one.place, entry.place)
    }
    left = found - {one for one, _ in used}
    assert not left, sorted(f"{one.place}:{one.line}: {one.rule}" for one in left)
    stale = set(permitted) - {entry for _, entry in used}
    assert not (are_all_used and stale), f"nothing breaks these rules any more: {stale}"


def emitted(spec: Spec, folder: Path, *dungeons: str) -> list[Path]:
    units = emit(spec, "a spec", folder, selection=spec.only(*dungeons))
    return [unit for unit in units if unit.name not in DISPLAY_UNITS]


NATIVE = [C_FOLDER / source for source in NATIVE_SOURCES]


@pytest.fixture(scope="module")
def shipped_units(shipped_spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The emitted units of all dungeons of generator.yaml."""
    folder = tmp_path_factory.mktemp("gen")
    units = emitted(shipped_spec, folder, *shipped_spec.dungeons)
    assert len(units) > len(shipped_spec.dungeons)
    return units


COMPILERS = [pytest.param("gcc", marks=needs_gcc), pytest.param("clang", marks=needs_clang)]


@pytest.mark.shipped
@pytest.mark.parametrize("tool", COMPILERS)
def test_shipped_dungeons_have_no_warnings(tool: str, shipped_units: list[Path]) -> None:
    folder = shipped_units[0].parent
    check(found_by(COMMANDS[tool], [*NATIVE, *shipped_units], folder), PERMITTED[tool])


@pytest.mark.shipped
@needs_clang_tidy
def test_clang_tidy_finds_no_bugs_in_shipped_dungeons(shipped_units: list[Path]) -> None:
    folder = shipped_units[0].parent
    tool = COMMANDS["clang-tidy"]
    of_host = [file for file in NATIVE if file.parent.name == "harness"]
    others = [file for file in NATIVE if file not in of_host]
    found = found_by(tool, [*others, *shipped_units], folder, SIXTEEN_BITS)
    check(found | found_by(tool, of_host, folder, HOST_BITS), PERMITTED["clang-tidy"])


@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("tool", COMPILERS)
def test_shipped_dungeons_have_no_warnings_in_the_dev_profile(
    tool: str, shipped_units: list[Path]
) -> None:
    """With assertions, and with what gcc sees only when it optimises."""
    folder = shipped_units[0].parent
    command = (*COMMANDS[tool], "-O2", *DEV)
    check(found_by(command, [*NATIVE, *shipped_units], folder), PERMITTED[tool])


@pytest.mark.long
@pytest.mark.parametrize("tool", COMPILERS)
def test_all_kinds_and_passes_have_no_warnings(
    tool: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for spec in specs():
        folder = tmp_path_factory.mktemp("gen")
        units = emitted(spec, folder, *spec.program.dungeons)
        check(found_by(COMMANDS[tool], units, folder), IN_SOME_SPECS[tool], are_all_used=False)


@pytest.mark.parametrize(
    ("tool", "text", "rule"),
    [
        pytest.param("gcc", "char low(int n) { return n + 1; }", "-Wconversion", marks=needs_gcc),
        pytest.param(
            "clang",
            "char low(int n) { return n + 1; }",
            "-Wimplicit-int-conversion",
            marks=needs_clang,
        ),
        pytest.param(
            "clang-tidy",
            "int low(int n) { if (n) return 1; else return 1; }",
            "bugprone-branch-clone",
            marks=needs_clang_tidy,
        ),
    ],
)
def test_what_is_wrong_is_found(tool: str, text: str, rule: str, tmp_path: Path) -> None:
    unit = tmp_path / "unit.c"
    unit.write_text(text)
    last = HOST_BITS if tool == "clang-tidy" else ()
    found = found_by(COMMANDS[tool], [unit], tmp_path, last)
    assert found == {Found(rule, "unit.c", 1)}
    with pytest.raises(AssertionError, match=rf"unit\.c:1: {rule}"):
        check(found, ())


def test_a_stale_exception_is_an_error() -> None:
    with pytest.raises(AssertionError, match="any more"):
        check(set(), [Permitted("-Wshadow", "*", "it is gone")])
