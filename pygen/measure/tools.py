"""How fast the tools are on this machine, reported with targets that are not enforced."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.running import processor_seconds
from pygen.base.temporary import temporary_folder
from pygen.builders.module_vice import ModuleViceRoute
from pygen.compilers import Compiler
from pygen.compilers.module_building import Module, build_module
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


def _timed(action: Callable[[], object]) -> tuple[float, float]:
    """The real time and the processor time of an action, in seconds."""
    start, used = time.perf_counter(), processor_seconds()
    action()
    return time.perf_counter() - start, processor_seconds() - used


def _with_compiler(spec: Spec, compiler: Compiler, dungeon: str, folder: Path) -> Iterator[Timing]:
    def build(spec: Spec) -> Module:
        return build_module(spec, "generator.yaml", compiler, dungeon, build_folder=folder)

    name = compiler.name
    build(spec)
    warm_up = (spec.random.warm_up + 1) % 16
    changed = spec.replaced(random=spec.random.model_copy(update={"warm_up": warm_up}))
    took, used = _timed(lambda: build(changed))
    yield Timing(f"{name}: emit and compile after a change", took, 2.0, used)
    took, _ = _timed(lambda: build(changed))
    yield Timing(f"{name}: build without a change", took, 0.5)
    requests = [Request(dungeon, seed) for seed in spec.parity.seeds()]
    job = parity.ParityJob(ModuleViceRoute(build(spec)), requests)
    took, _ = _timed(lambda: parity.compare_all([job], parity.Listener(), 1))
    yield Timing(f"{name}: parity of {dungeon}, {len(requests)} seeds", took, 20.0)
