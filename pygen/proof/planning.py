"""What a proof consists of: which routes are compared, for which dungeons and seeds.

A proof of few seeds compares everything on every route. One of many seeds compares all seeds
without the counts of tiles, which `count_tiles` makes from the finished map, and which take up to
two thirds of the time; the modules are recompiled for it. Everything is compared on a sample of the
seeds: natively, in the interpreter, which counts each cycle, and in VICE.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pygen.base.errors import ToolMissing
from pygen.base.project import BUILD_FOLDER
from pygen.base.threads import in_threads
from pygen.builders.base import Route
from pygen.builders.module import ModuleRoute, module_without_statistics
from pygen.builders.module_values import routes_with_values
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.emit.memory_regions import without_statistics
from pygen.emit.module_layout import compared_spec
from pygen.emulators.vice_command import find_executable
from pygen.proof.every_seed import VERIFY_FOLDER, SeedJob, make_jobs
from pygen.proof.recorded_blocks import RowOfReference
from pygen.spec import Spec
from pygen.spec.open_parameters import drawn_values

MOST_COMPLETE = 1024
"""Up to so many seeds, everything is compared on every route."""

SAMPLED = 512
"""One of so many seeds is compared completely, and by the interpreter."""

SEEDS_OF_SHORT = range(4096)
"""The seeds of a proof whose modules are not those of games: whole blocks of what is recorded of
the reference, so that Python need not build them."""

SAMPLED_IN_VICE = 16384
"""One of so many seeds is compared in VICE, on the first floors of each dungeon."""


def plan(
    spec: Spec,
    modules: Sequence[ModuleRoute],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
    against_native: bool = False,
    chunks_of: int | None = None,
    record: Path | None = None,
) -> tuple[list[SeedJob], list[str]]:
    """The jobs of a proof, and a sentence about each thing that was left out.

    Every row of a dungeon's parameters is proven. Every dungeon's native build, and each of
    `modules`, is compared with Python. With `against_native` the modules are compared with the
    native builds, and nothing is compared with Python; this raises ToolMissing without a C
    compiler. With `chunks_of` the dungeons must be worlds, and `seeds` are numbers of chunks of
    this seed. `record` is as in `make_jobs`.
    """
    left_out: list[str] = []
    spec = compared_spec(spec)

    def jobs_of(
        compared: Spec, routes: Sequence[ModuleRoute], some: Sequence[int]
    ) -> list[SeedJob]:
        pairs: list[tuple[str, Route]] = []
        if not against_native:
            try:
                pairs += zip(dungeons, native_routes(compared, dungeons, build_folder))
            except ToolMissing as error:
                left_out.append(f"No native build: {error.message}.")
        pairs += [(route.module.dungeon, route) for route in routes]
        python = PythonRoute(compared)
        natives: dict[str, Route] = {}
        if against_native:
            natives.update(zip(dungeons, native_routes(compared, dungeons, build_folder)))
        jobs: list[SeedJob] = []
        for dungeon, route in pairs:
            against = natives.get(dungeon, python)
            jobs += make_jobs(route, against, dungeon, some, folder, chunks_of, record)
        return jobs

    def with_values_of(
        compared: Spec, routes: Sequence[ModuleRoute], some: Sequence[int]
    ) -> list[SeedJob]:
        if chunks_of is not None or against_native:
            return []
        return _with_values(compared, routes, dungeons, some, folder, build_folder)

    if len(seeds) <= MOST_COMPLETE:
        jobs = jobs_of(spec, modules, seeds)
        return jobs + with_values_of(spec, modules, seeds), left_out
    light = [replace(route, module=module_without_statistics(route.module)) for route in modules]
    jobs = jobs_of(without_statistics(spec), light, seeds)
    jobs += with_values_of(without_statistics(spec), light, seeds)
    interpreted = [
        replace(route, label=f"{route.name} interpreted", recompiling=None) for route in modules
    ]
    left_out.clear()
    samples = jobs_of(spec, interpreted, sample_of(seeds))
    if modules and not against_native:
        try:
            find_executable()
        except ToolMissing as error:
            left_out.append(f"No sample in VICE: {error.message}.")
        else:
            samples += _in_vice(spec, modules, sample_of(seeds, SAMPLED_IN_VICE), folder, chunks_of)
    for job in samples:
        job.is_sample = True
    return jobs + samples, left_out


def _with_values(
    spec: Spec,
    modules: Sequence[ModuleRoute],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path,
    build_folder: Path,
) -> list[SeedJob]:
    """Jobs for the values of open parameters that proofs have: each set has its share of the
    seeds."""
    jobs: list[SeedJob] = []
    for dungeon in dungeons:
        sets = drawn_values(spec, dungeon)
        own = [route for route in modules if route.module.dungeon == dungeon]
        try:
            native = native_route(spec, dungeon, build_folder) if sets else None
        except ToolMissing:
            native = None
        for number, values in enumerate(sets):
            some = seeds[number :: len(sets)]
            routes, python = routes_with_values(spec, dungeon, values, own, native)
            for route in routes if some else ():
                jobs += make_jobs(route, python, dungeon, some, folder)
    return jobs


def rows_of_reference(
    spec: Spec, dungeons: Sequence[str], folder: Path = VERIFY_FOLDER
) -> list[RowOfReference]:
    """The rows of dungeons as the reference builds them in proofs of many seeds."""
    route = PythonRoute(without_statistics(spec))
    return [
        RowOfReference(dungeon, job.floor, job.keys[1], job.digests)
        for dungeon in dungeons
        for job in make_jobs(route, route, dungeon, [], folder)
    ]


def _in_vice(
    spec: Spec,
    modules: Sequence[ModuleRoute],
    seeds: Sequence[int],
    folder: Path,
    chunks_of: int | None,
) -> Iterator[SeedJob]:
    # VICE has modules one at a time.
    for route in (route for route in modules if len(route.modules) == 1):
        machine = ModuleViceRoute(route.module, label=f"{route.name} in VICE")
        yield make_jobs(machine, PythonRoute(spec), route.module.dungeon, seeds, folder, chunks_of)[
            0
        ]


def sample_of(seeds: Sequence[int], one_of: int = 0) -> list[int]:
    """One of so many seeds (0: of SAMPLED), spread over all of them."""
    one_of = one_of or SAMPLED
    return [seeds[n] for n in range(0, len(seeds), one_of)]


def native_route(spec: Spec, dungeon: str, build_folder: Path = BUILD_FOLDER) -> NativeRoute:
    """A native library with just this dungeon, so that changes of others do not affect it."""
    alone = spec.only(dungeon)
    library = build_native(spec, build_folder=build_folder, selection=alone)
    return NativeRoute(spec, library, alone)


def native_routes(spec: Spec, dungeons: Sequence[str], build_folder: Path) -> list[NativeRoute]:
    """The same for each of some dungeons, built at the same time."""
    return in_threads(
        lambda dungeon: native_route(spec, dungeon, build_folder), dungeons, os.cpu_count() or 1
    )
