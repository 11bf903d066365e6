"""Proofs of the same dungeons at every optimisation level of every compiler."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pygen.base.errors import CompileFailed
from pygen.base.threads import in_threads
from pygen.builders.module import ModuleRoute, module_without_statistics
from pygen.builders.python import PythonRoute
from pygen.builders.recompiling import Recompiling
from pygen.builders.runner import Processes, leave_if_ending, route_of, run_pieces
from pygen.builders.simulator import build_simulator
from pygen.compilers import Compiler
from pygen.compilers.module_addresses import KERNAL_ZERO_PAGE
from pygen.compilers.module_building import Module, build_module
from pygen.emit.memory_regions import without_statistics
from pygen.proof.every_seed import VERIFY_FOLDER, SeedJob, make_jobs
from pygen.proof.planning import MOST_COMPLETE, sample_of
from pygen.spec import Spec
from pygen.spec.optimisation_levels import LEVELS, Level

LOW_START = 0x1000
"""Where the modules of all levels begin: memory holds only the module and its data."""

SECONDS_FOR_REFUSED = 20.0
"""Time limit for a module of a level that is known to hang, in case it no longer does: others take
a second or two."""


@dataclass(frozen=True)
class Attempt:
    """An optimisation level, the sizes of its modules in bytes, and their jobs.

    `trouble` says why there are no modules, or is "".
    """

    level: Level
    sizes: list[int]
    trouble: str
    jobs: list[SeedJob]

    @property
    def is_good(self) -> bool:
        """Whether the level builds the right dungeons, or the spec refuses it in any case."""
        return bool(self.level.refused) or (
            not self.trouble and all(job.is_good for job in self.jobs)
        )

    @property
    def verdict(self) -> str:
        """The result in words, for a report."""
        wrong = sum(len(job.wrong) for job in self.jobs)
        if self.level.refused:
            if self.trouble:
                return "fails, as expected: the spec refuses it"
            if wrong:
                count = sum(len(job.seeds) for job in self.jobs)
                return f"wrong, as expected ({wrong} of {count}): the spec refuses it"
            return "equal, but the spec refuses it"
        if self.trouble:
            return f"WRONG: {self.trouble}"
        return "equal" if self.is_good else f"WRONG: {wrong} dungeons"


@dataclass(frozen=True)
class _Modules:
    """The modules of a level to build in a worker, which knows the spec by its key."""

    level: Level
    compiler: Compiler
    spec_name: str
    dungeons: Sequence[str]
    folder: Path


_SPEC = "spec"
"""The key by which a worker knows the spec."""


def attempts(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path = VERIFY_FOLDER,
    building: Callable[[str], None] = lambda _level: None,
    record: Path | None = None,
) -> list[Attempt]:
    """Build the modules of every level, and plan their comparison with Python: of many seeds
    without the counts of tiles, which are compared for a sample. Levels with the same module share
    its jobs.

    Levels are built side by side, in processes, as much of it is work in Python. `building` is
    called with each level's name before its modules are built. `record` is as in `make_jobs`.
    """
    python, light = PythonRoute(spec), PythonRoute(without_statistics(spec))
    simulator, recompiling = build_simulator(), Recompiling.find()
    built: dict[Level, dict[str, Module] | str] = {}

    def pieces() -> Iterator[_Modules]:
        for compiler in compilers:
            for level in (level for level in LEVELS if level.compiler == compiler.name):
                building(level.name)
                yield _Modules(level, compiler, spec_name, dungeons, folder)

    def done(piece: _Modules, modules: dict[str, Module] | str) -> Sequence[_Modules]:
        built[piece.level] = modules
        return ()

    run_pieces(pieces(), _build, done, Processes({_SPEC: python}, os.cpu_count() or 1))
    planned: dict[tuple[str, bytes], list[SeedJob]] = {}

    def plan(level: Level, module: Module) -> list[SeedJob]:
        route = ModuleRoute(module, simulator, level.name, recompiling)
        if len(seeds) <= MOST_COMPLETE:
            return make_jobs(route, python, module.dungeon, seeds, folder)
        without = replace(route, module=module_without_statistics(module))
        jobs = make_jobs(without, light, module.dungeon, seeds, folder, record=record)
        samples = make_jobs(route, python, module.dungeon, sample_of(seeds), folder)
        for job in samples:
            job.is_sample = True
        return [*jobs, *samples]

    made = []
    for level in (level for level in LEVELS if level in built):
        modules = built[level]
        if isinstance(modules, str):
            made.append(Attempt(level, [], modules, []))
            continue
        jobs = []
        for module in modules.values():
            # Two levels may give the same bytes.
            key = module.dungeon, module.image
            planned[key] = planned.get(key) or plan(level, module)
            jobs += planned[key]
        sizes = [module.size for module in modules.values()]
        made.append(Attempt(level, sizes, "", jobs))
    return made


def jobs_of(tried: Sequence[Attempt]) -> list[SeedJob]:
    """The jobs of all attempts, each once: levels with the same module share them."""
    return list({id(job): job for attempt in tried for job in attempt.jobs}.values())


def _build(piece: _Modules) -> dict[str, Module] | str:
    """The modules of a level by dungeon, or why there are none."""
    leave_if_ending()
    spec = route_of(_SPEC).spec
    try:
        return level_modules(
            spec, piece.spec_name, piece.compiler, piece.level, piece.dungeons, piece.folder
        )
    except CompileFailed as error:
        return str(error)


_build_once = partial(build_module, once=True)


def level_modules(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    level: Level,
    dungeons: Sequence[str],
    folder: Path,
    build_one: Callable[..., Module] = _build_once,
) -> dict[str, Module]:
    """The module of each dungeon, by dungeon. Raises CompileFailed as `build_one` does."""
    patient = copy.copy(compiler)
    if level.refused:
        patient.time_limit_s = SECONDS_FOR_REFUSED
    changed = spec.with_compiler(compiler.name, release=list(level.flags))
    # Without optimisation the largest modules need more room than games leave them, and OSCAR64
    # itself needs more of zero page. As no KERNAL runs here, variables may take its part.
    zeropage = changed.modules.zeropage.model_copy(update={"oscar64": KERNAL_ZERO_PAGE})
    places = changed.modules.model_copy(
        update={"start": LOW_START, "work": None, "data": None, "zeropage": zeropage}
    )
    changed = changed.replaced(modules=places)
    level_folder = folder / ("flags" + "".join(level.flags))

    def built(dungeon: str) -> Module:
        try:
            return build_one(changed, spec_name, patient, dungeon, "release", level_folder)
        except CompileFailed as error:
            raise CompileFailed(f"{dungeon}: {error.message}", error.hint) from error

    # A level that hangs does so for the first dungeon: the others need not hang, too.
    at_a_time = 1 if level.refused else os.cpu_count() or 1
    return dict(zip(dungeons, in_threads(built, dungeons, at_a_time)))
