"""`invoke verify`: every seed on every route against the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.compilers import Compiler
from pygen.compilers.building import Program, build
from pygen.compilers.modules import Module, build_module
from pygen.proof.every_seed import VERIFY_FOLDER, SeedJob, plan
from pygen.spec import Spec


def plan_verify(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    together: bool = False,
    building: Callable[[str], None] = lambda _what: None,
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
) -> tuple[list[SeedJob], str]:
    """Build what is to be proven, and return the jobs and what was left out ("" if nothing).

    It is the module of each dungeon, so that a change of one kind leaves the proofs of the others
    alone; with `together` it is the release program with all its dungeons. `building` is
    called with the name of what is built next. `pygen.proof.every_seed.verify` does the jobs.
    Raises CompileFailed as `build` does, ToolMissing without sim65.
    """
    programs: list[tuple[str, Program | Module]] = []
    for compiler in compilers:
        if together:
            building(str(compiler))
            program = build(spec, spec_name, compiler, "release", build_folder)
            programs += [(dungeon, program) for dungeon in dungeons]
            continue
        for dungeon in dungeons:
            building(f"{dungeon} with {compiler}")
            module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder)
            programs.append((dungeon, module))
    building("the native libraries")
    return plan(spec, programs, dungeons, seeds, folder, build_folder)
