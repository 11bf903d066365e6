"""`invoke build-release` and `build-dev`: the C64 program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.compilers import Compiler
from pygen.compilers.building import Profile
from pygen.programs import building
from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.editors import write_compile_commands
from pygen.proof import canaries
from pygen.spec import Spec


@dataclass(frozen=True)
class Built:
    """A program, built for each of its carriers, and why its compiler could not be checked first
    ("" if it was)."""

    programs: list[ModularProgram]
    unchecked: str = ""


def build_program(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    build_folder: Path = BUILD_FOLDER,
    building_now: Callable[[str], None] = lambda _what: None,
) -> Built:
    """Build the program at hand with one compiler, for all its carriers.

    `building_now` is called with the name of what is built next.

    Before a release, a compiler that was not checked yet compiles the canaries: small programs that
    some versions miscompile. A build for development says how editors read the C.

    Raises MiscompilerFound if it fails there, and what `building.build_program` raises.
    """
    is_release = profile == "release"
    unchecked = (
        canaries.try_compiler_once(spec, compiler, build_folder=build_folder) if is_release else ""
    )
    plan = spec.programs[spec.program.name]
    programs = [
        building.build_program(
            spec,
            spec_name,
            compiler,
            profile,
            CARRIERS[carrier],
            plan.plays,
            build_folder,
            building_now,
        )
        for carrier in plan.carriers
    ]
    if not is_release:
        write_compile_commands(programs[0], spec_name, build_folder)
    return Built(programs, unchecked)
