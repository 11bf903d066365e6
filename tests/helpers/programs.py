"""Programs that tests work with, built once for all workers and runs.

They lie in build/test-programs/, a folder for each spec. Whether the program in it is still the one
that its sources give, is for `building.build` and `build_native` to say. A test of building itself
takes a folder of its own.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip

from pygen.base.project import BUILD_FOLDER
from pygen.builders import native
from pygen.compilers import building
from pygen.compilers.host import Kind
from pygen.compilers.modules import Module, build_module
from pygen.programs.building import ModularProgram, build_program
from pygen.spec import Spec, spec_hash

CACHE = BUILD_FOLDER / "test-programs"


@contextmanager
def build_folder(spec: Spec, purpose: str) -> Iterator[Path]:
    """A folder to build something of `spec` in; nobody else builds for the same purpose meanwhile.

    What was built there earlier, in this run or another, is still there.
    """
    folder = CACHE / f"{purpose}-{spec_hash(spec)[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("wb") as lock:
        # Released when the file is closed, even if by the process's death.
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def program_of(
    spec: Spec, compiler: str | None = None, profile: building.Profile = "release"
) -> building.Program:
    """The program of linked generators of `spec` by this compiler, or by the preferred one of those
    at hand.

    The test is skipped where the compiler is missing. Tests must not change the program's files.
    """
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    with build_folder(spec, found.name) as folder:
        return building.build(spec, SPEC_FILE.name, found, profile, folder)


def playable_of(
    spec: Spec, compiler: str | None = None, profile: building.Profile = "release"
) -> ModularProgram:
    """The same for a program that is played, in one file with the modules of its dungeons."""
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    with build_folder(spec, f"playable-{found.name}") as folder:
        return build_program(spec, SPEC_FILE.name, found, profile, build_folder=folder)


def module_of(
    spec: Spec, dungeon: str, compiler: str | None = None, profile: building.Profile = "release"
) -> Module:
    """The same for the module of a dungeon."""
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    with build_folder(spec, f"modules-{found.name}") as folder:
        return build_module(spec, SPEC_FILE.name, found, dungeon, profile, folder)


def native_of(spec: Spec, kind: Kind = "library") -> Path:
    """The native library of `spec`, or its checked program."""
    return native.build_native(spec, kind, CACHE)
