"""`invoke parity`: the program in VICE against the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.compilers import Compiler
from pygen.compilers.building import Profile, build
from pygen.engine.pipeline import clearing_parts
from pygen.engine.request import Request
from pygen.proof.parity import ParityJob
from pygen.spec import Spec


def plan_parity(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    floors: Sequence[int] = (1,),
    profile: Profile = "release",
    building: Callable[[Compiler], None] = lambda _compiler: None,
    build_folder: Path = BUILD_FOLDER,
    steps: int | None = None,
) -> list[ParityJob]:
    """Build the programs, and return one job for each program and dungeon.

    `building` is called before each build. With `steps` the dungeons are compared after so many
    steps. `pygen.proof.parity.compare_all` does the jobs.
    Raises CompileFailed as `build` does; UsageError if nothing is comparable after so few steps.
    """
    if steps is not None:
        for dungeon in dungeons:
            _require_cleared(spec, dungeon, steps)
    jobs = []
    for compiler in compilers:
        building(compiler)
        program = build(spec, spec_name, compiler, profile, build_folder)
        for dungeon in dungeons:
            requests = [Request(dungeon, seed, floor) for seed in seeds for floor in floors]
            jobs.append(ParityJob(program, requests, steps))
    return jobs


def _require_cleared(spec: Spec, dungeon: str, steps: int) -> None:
    """Raise UsageError unless a dungeon's memory is cleared after so many steps."""
    least = sum(count for _, count in clearing_parts(spec.blueprint(dungeon)))
    if steps < least:
        raise UsageError(
            f"--steps: the first {least} steps of {dungeon} clear its memory",
            f"There is nothing to compare before; give at least {least}.",
        )
