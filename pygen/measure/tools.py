"""How fast the tools are on this machine, reported with targets that are not enforced."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.temporary import temporary_folder
from pygen.builders.module_vice import ModuleViceRoute
from pygen.compilers import Compiler
from pygen.compilers.module_building import build_module
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof import parity
from pygen.spec import Spec


@dataclass(frozen=True)
class Timing:
    """How long an action took in seconds of real time, and its target.

    `processor` is the processor time in seconds, the compiler's included; it hardly depends on
    the machine's load. It is 0 if it was not measured."""

    what: str
    seconds: float
    aim: float
    processor: float = 0.0


def timings(spec: Spec, compilers: Sequence[Compiler], dungeons: Sequence[str]) -> Iterator[Timing]:
    """Time the reference, a build after a changed parameter, one without any change, and parity.

    Raises as `build_module` and `parity.compare_all` do.
    """
    for dungeon in dungeons:
        yield Timing(f"reference, {dungeon}: one map", _reference(spec, dungeon), 0.004)
    for compiler in compilers:
        with temporary_folder() as folder:
            yield from _with_compiler(spec, compiler, dungeons[0], folder)


def _processor_time() -> float:
    """Processor seconds of this process and its finished children so far."""
    return sum(os.times()[:4])


def _reference(spec: Spec, dungeon: str) -> float:
    """The median time over the golden seeds; the time of a seed is the best of three runs."""
    generate(spec, Request(dungeon, 0))
    each = []
    for seed in spec.parity.seeds():
        runs = []
        for _ in range(3):
            start = time.perf_counter()
            generate(spec, Request(dungeon, seed))
            runs.append(time.perf_counter() - start)
        each.append(min(runs))
    return statistics.median(each)


def _with_compiler(spec: Spec, compiler: Compiler, dungeon: str, folder: Path) -> Iterator[Timing]:
    name = compiler.name
    build_module(spec, "generator.yaml", compiler, dungeon, build_folder=folder)
    warm_up = (spec.random.warm_up + 1) % 16
    changed = spec.replaced(random=spec.random.model_copy(update={"warm_up": warm_up}))
    start, used = time.perf_counter(), _processor_time()
    build_module(changed, "generator.yaml", compiler, dungeon, build_folder=folder)
    took, used = time.perf_counter() - start, _processor_time() - used
    yield Timing(f"{name}: emit and compile after a change", took, 2.0, used)
    start = time.perf_counter()
    build_module(changed, "generator.yaml", compiler, dungeon, build_folder=folder)
    yield Timing(f"{name}: build without a change", time.perf_counter() - start, 0.5)
    module = build_module(spec, "generator.yaml", compiler, dungeon, build_folder=folder)
    seeds = spec.parity.seeds()
    start = time.perf_counter()
    requests = [Request(dungeon, seed) for seed in seeds]
    job = parity.ParityJob(ModuleViceRoute(module), requests)
    parity.compare_all([job], parity.Listener(), 1)
    took = time.perf_counter() - start
    yield Timing(f"{name}: parity of {dungeon}, {len(seeds)} seeds", took, 20.0)
