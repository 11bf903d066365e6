"""`invoke build-release` and `build-dev`: the C64 program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.compilers import Compiler, building
from pygen.proof import canaries
from pygen.spec import Spec


@dataclass(frozen=True)
class Built:
    """A built program, and why its compiler could not be checked first ("" if it was)."""

    program: building.Program
    unchecked: str = ""


def build_program(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: building.Profile,
    build_folder: Path = BUILD_FOLDER,
) -> Built:
    """Build the program with one compiler.

    Before a release, a compiler that was not checked yet compiles the canaries: small programs that
    some versions miscompile.

    Raises MiscompilerFound if it fails there, and what `building.build` raises.
    """
    is_release = profile == "release"
    unchecked = (
        canaries.try_compiler_once(spec, compiler, build_folder=build_folder) if is_release else ""
    )
    program = building.build(spec, spec_name, compiler, profile, build_folder=build_folder)
    return Built(program, unchecked)
