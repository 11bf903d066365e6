"""The common part of `invoke build-release` and `build-dev`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.console.compiling import COMPILER, PROGRAM, ProgramArguments, choose_compilers
from pygen.console.options import Flag
from pygen.console.program_report import print_report
from pygen.console.terminal import building, out, warn
from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.editors import write_compile_commands
from pygen.programs.program import build_program
from pygen.proof import canaries
from pygen.spec import Spec
from pygen.spec.selection import Selection


class BuildArguments(ProgramArguments):
    """The arguments of a task that builds a program."""

    program = PROGRAM
    compiler = COMPILER
    sizes = Flag("list every array with its address and size, too")


def build(given: BuildArguments, profile: Profile) -> None:
    """Build with one profile, and print a report for each compiler and carrier."""
    for compiler in choose_compilers(given.spec, given.compiler):
        with building(f"with {compiler}") as now:
            built = build_for_carriers(
                given.spec,
                given.spec_name,
                compiler,
                profile,
                given.selection,
                given.outputs,
                now,
            )
        for program in built:
            print_report(program, out, given.sizes)
            out.print()


def build_for_carriers(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    selection: Selection,
    build_folder: Path = BUILD_FOLDER,
    building_now: Callable[[str], None] = lambda _what: None,
) -> list[ModularProgram]:
    """Build a program of the spec with one compiler, for all its carriers.

    `building_now` is called with the name of each part before it is built.

    Before a release, a compiler that was not checked yet compiles the canaries: small programs that
    some versions miscompile. If that is not possible, a warning is printed. A build for development
    also writes the file that tells editors how to read the C.

    Raises MiscompilerFound if a canary fails, and what `build_program` raises.
    """
    if profile == "release":
        warn(canaries.try_compiler_once(spec, compiler, build_folder=build_folder))
    plan = spec.programs[selection.program]
    built = [
        build_program(
            spec,
            spec_name,
            compiler,
            profile,
            CARRIERS[carrier],
            plan.plays,
            build_folder,
            building_now,
            selection,
        )
        for carrier in plan.carriers
    ]
    if profile == "dev":
        write_compile_commands(built[0], spec_name, build_folder)
    return built
