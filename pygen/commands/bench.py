"""`invoke bench`: cycles and bytes of the generators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.vice import ViceRoute
from pygen.compilers import Compiler
from pygen.compilers.building import Profile
from pygen.compilers.modules import build_module
from pygen.engine.floors import check_floor
from pygen.measure.bench import BenchJob, Result, measure, results
from pygen.measure.sizes import Sizes, module_sizes
from pygen.programs.building import build_program
from pygen.spec import Spec

BASELINE = PROJECT / "tests" / "bench" / "baseline.json"
"""The committed figures."""


@dataclass(frozen=True)
class Bench:
    """A planned measurement: the jobs, and the modules' sizes, which are known already."""

    jobs: list[BenchJob]
    sizes: dict[tuple[str, str, str], Sizes]

    def run(self, workers: int, seed_done: Callable[[BenchJob], None]) -> list[Result]:
        """Measure it. Raises as `pygen.measure.bench.measure` does."""
        return results(measure(self.jobs, workers, seed_done), self.sizes)


def plan_bench(
    spec: Spec,
    spec_name: str,
    builds: Sequence[tuple[Compiler, Profile]],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    with_screen_on: bool,
    floor: int = 1,
    building: Callable[[str], None] = lambda _what: None,
    build_folder: Path = BUILD_FOLDER,
) -> Bench:
    """Build the modules, and programs for the screen.

    The cycles are those of a floor, 1..256; worlds are only measured with the screen dark.
    `building` is called with the name of what is built next. Raises CompileFailed as `build_module`
    does, UsageError for a floor that does not exist.
    """
    check_floor(floor)
    jobs: list[BenchJob] = []
    sizes: dict[tuple[str, str, str], Sizes] = {}
    for compiler, profile in builds:
        for dungeon in dungeons:
            building(f"{dungeon}, {profile} with {compiler}")
            module = build_module(spec, spec_name, compiler, dungeon, profile, build_folder)
            sizes[compiler.name, dungeon, profile] = module_sizes(module)
            dark = ModuleViceRoute(module, build_folder)
            jobs.append(BenchJob(dark, compiler, profile, dungeon, seeds, floor=floor))
            if with_screen_on and not spec.dungeons[dungeon].world:
                folder, alone = build_folder / "alone" / dungeon, spec.only(dungeon)
                program = build_program(
                    spec, spec_name, compiler, profile, build_folder=folder, selection=alone
                )
                lit = ViceRoute(program, screen_on=True, build_folder=build_folder)
                jobs.append(BenchJob(lit, compiler, profile, dungeon, seeds, True, floor))
    return Bench(jobs, sizes)
