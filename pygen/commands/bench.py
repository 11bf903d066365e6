"""`invoke bench`: cycles and bytes of the generators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.compilers import Compiler
from pygen.compilers.building import Profile, build
from pygen.engine.floors import check_floor
from pygen.measure.bench import BenchJob, Result, measure, results
from pygen.measure.sizes import Sizes, generator_sizes
from pygen.spec import Spec

BASELINE = PROJECT / "tests" / "bench" / "baseline.json"
"""The committed figures."""


@dataclass(frozen=True)
class Bench:
    """A planned measurement: the jobs, and the generators' sizes, which are known already."""

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
    """Build the programs, and the generators alone for their sizes.

    The cycles are those of a floor, 1..256. `building` is called with the name of what is built
    next. Raises CompileFailed as `build` does, UsageError for a floor that does not exist.
    """
    check_floor(floor)
    jobs: list[BenchJob] = []
    sizes: dict[tuple[str, str, str], Sizes] = {}
    screens = (False, True) if with_screen_on else (False,)
    for compiler, profile in builds:
        building(f"{profile} with {compiler}")
        program = build(spec, spec_name, compiler, profile, build_folder)
        for dungeon in dungeons:
            sizes[compiler.name, dungeon, profile] = generator_sizes(
                spec, spec_name, compiler, profile, dungeon, build_folder
            )
        jobs += [
            BenchJob(program, dungeon, seeds, on, floor) for dungeon in dungeons for on in screens
        ]
    return Bench(jobs, sizes)
