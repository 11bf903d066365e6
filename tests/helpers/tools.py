"""Marks for tests that need a tool of the machine; without it they are skipped, and say why.

Each mark is a marker of pytest's, too: `pytest -m "not vice"` leaves out what needs the emulator.
A test that is run with each of the compilers has the mark of its own.

In continuous integration nothing that ./bootstrap installs is skipped: a test whose tool is
missing there fails.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
from pathlib import Path

import pytest

from pygen.base.errors import ToolMissing
from pygen.base.project import PROJECT
from pygen.builders.simulator import build_simulator
from pygen.compilers import COMPILERS, Compiler
from pygen.compilers.oscar64 import Oscar64
from pygen.emulators.roms import FOLDER_VARIABLE, find_roms, standard_folders
from pygen.measure.browser import is_installed

SPEC_FILE = PROJECT / "tests" / "specs" / "three_dungeons.yaml"
"""The spec that tests work with. It stays what it is when generator.yaml is tuned."""

FLOORS_SPEC_FILE = SPEC_FILE.with_name("floors.yaml")
"""A spec of dungeons that vary by floor."""

WORLDS_SPEC_FILE = SPEC_FILE.with_name("worlds.yaml")
"""A spec of dungeons whose maps are chunks of worlds."""

SHIPPED_SPEC_FILE = PROJECT / "generator.yaml"
"""Only for tests that are marked `shipped`."""


MISSING: dict[str, str] = {}
"""Why tests with a marker are skipped on this machine, by the marker's name."""


def _needs(marker: str, is_missing: bool, reason: str) -> pytest.MarkDecorator:
    if is_missing:
        MISSING[marker] = reason
    found: pytest.MarkDecorator = getattr(pytest.mark, marker)
    return found


def _needs_program(marker: str, program: str, package: str) -> pytest.MarkDecorator:
    is_missing = shutil.which(program) is None and not os.environ.get("CI")
    return _needs(marker, is_missing, f"{program} ({package}) is not installed")


def _oscar64_is_missing() -> bool:
    try:
        Oscar64.find()
    except ToolMissing:
        return True
    return False


needs_cc65 = _needs_program("cc65", "cc65", "cc65")
needs_ca65 = _needs_program("ca65", "ca65", "cc65")
needs_sim65 = _needs_program("sim65", "sim65", "cc65")
needs_vice = _needs_program("vice", "x64sc", "VICE")
needs_c1541 = _needs_program("c1541", "c1541", "VICE")
needs_cartconv = _needs_program("cartconv", "cartconv", "VICE")
needs_cc = _needs_program("cc", "cc", "a C compiler for this machine")
# These may be missing in continuous integration, too: Ubuntu has no packages of some of them.
needs_chromium = _needs(
    "chromium",
    not is_installed(),
    "chromium and chromedriver (chromium-driver) are not installed",
)
needs_acme = _needs("acme", shutil.which("acme") is None, "acme is not installed")
needs_gcc = _needs("gcc", shutil.which("gcc") is None, "gcc is not installed")
needs_clang = _needs("clang", shutil.which("clang") is None, "clang is not installed")
needs_clang_tidy = _needs(
    "clang_tidy", shutil.which("clang-tidy") is None, "clang-tidy is not installed"
)
needs_64tass = _needs("tass", shutil.which("64tass") is None, "64tass is not installed")
needs_a_window = _needs(
    "window",
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    "Xvfb and xdotool are not installed",
)
needs_distributed = _needs(
    "distributed",
    importlib.util.find_spec("distributed") is None and not os.environ.get("CI"),
    "the Python package distributed is not installed",
)
# A fresh machine may have been set up without it.
needs_pytiled = _needs(
    "pytiled",
    importlib.util.find_spec("pytiled_parser") is None,
    "the Python package pytiled-parser is not installed",
)
needs_tiled = _needs(
    "tiled", not (shutil.which("tiled") and shutil.which("tmxrasterizer")), "Tiled is not installed"
)
needs_oscar64 = _needs("oscar64", _oscar64_is_missing(), "OSCAR64 is not installed")

ROMS = find_roms(standard_folders())
"""The C64's own ROMs, or free ones, if this machine has any."""

needs_roms = pytest.mark.skipif(
    ROMS is None, reason=f"no ROMs of the C64 are here, and {FOLDER_VARIABLE} names no folder"
)
needs_proc = _needs("proc", not Path("/proc/self").exists(), "there is no /proc")


def compiler_or_skip(name: str) -> Compiler:
    """The compiler `oscar64` or `cc65` of this machine; without it the test is skipped."""
    try:
        return COMPILERS[name].find()
    except ToolMissing as missing:
        if name == "cc65" and os.environ.get("CI"):
            raise
        pytest.skip(missing.message)


def simulator_library() -> Path:
    """The library of our simulator; without a C compiler for this machine the test is skipped."""
    try:
        return build_simulator()
    except ToolMissing as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(missing.message)


def copy_simulator(project: Path) -> None:
    """Give a copy of the project the library of our simulator, which takes seconds to compile."""
    with contextlib.suppress(ToolMissing):
        library = build_simulator()
        target = project / library.relative_to(PROJECT)
        target.parent.mkdir(parents=True)
        shutil.copy(library, target)


def any_compiler() -> Compiler:
    """The compiler of those at hand that is done soonest; without any the test is skipped."""
    with contextlib.suppress(ToolMissing):
        return COMPILERS["cc65"].find()
    return compiler_or_skip("oscar64")
