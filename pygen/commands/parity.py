"""`invoke parity`: the modules in VICE against the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.builders.module_vice import ModuleViceRoute
from pygen.compilers import Compiler
from pygen.compilers.building import Profile
from pygen.compilers.modules import build_module
from pygen.engine.pipeline import clearing_parts
from pygen.engine.request import Request
from pygen.engine.worlds import Chunk
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
    building: Callable[[str], None] = lambda _what: None,
    build_folder: Path = BUILD_FOLDER,
    steps: int | None = None,
    chunk: Chunk | None = None,
) -> list[ParityJob]:
    """Build the module of each dungeon, and return one job for each of them.

    `building` is called with the name of what is built next. With `steps` the dungeons are compared
    after so many steps. Of worlds it is this chunk, by default for each seed another one of a
    sample. `pygen.proof.parity.compare_all` does the jobs.
    Raises CompileFailed as `build_module` does; UsageError if nothing is comparable after so few
    steps.
    """
    if steps is not None:
        for dungeon in dungeons:
            _require_cleared(spec, dungeon, steps)
    jobs = []
    for compiler in compilers:
        for dungeon in dungeons:
            building(f"{dungeon} with {compiler}")
            module = build_module(spec, spec_name, compiler, dungeon, profile, build_folder)
            requests = [
                spec.proof_request(dungeon, seed, floor)
                if chunk is None
                else Request(dungeon, seed, floor, chunk)
                for seed in seeds
                for floor in floors
            ]
            jobs.append(ParityJob(ModuleViceRoute(module, build_folder), requests, steps))
    return jobs


def _require_cleared(spec: Spec, dungeon: str, steps: int) -> None:
    """Raise UsageError unless a dungeon's memory is cleared after so many steps."""
    least = sum(count for _, count in clearing_parts(spec.blueprint(dungeon)))
    if steps < least:
        raise UsageError(
            f"--steps: the first {least} steps of {dungeon} clear its memory",
            f"There is nothing to compare before; give at least {least}.",
        )
