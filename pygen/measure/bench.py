"""How fast the generators are on the C64, in exact cycles, and how many bytes they take.

Cycles are those that the program's own timers count (the two timers of CIA 2, in VICE), phase by
phase; the cost of reading the timers is measured and taken off. With the screen dark the video chip
takes no cycles from the processor, and figures repeat to the cycle.
"""

from __future__ import annotations

import json
import math
import statistics
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pygen.base.errors import EmulatorFailed, UserError
from pygen.base.files import write_if_changed
from pygen.builders.vice import booted
from pygen.compilers.building import Program
from pygen.measure.sizes import Sizes


@dataclass(frozen=True)
class Cycles:
    """Cycles of some runs of the same work: least, middle, 99th percentile, most."""

    least: int
    median: int
    p99: int
    most: int

    @classmethod
    def of(cls, cycles: Sequence[int]) -> Cycles:
        """The figures of one run for each seed; the percentile is by the nearest rank."""
        ordered = sorted(cycles)
        rank = math.ceil(0.99 * len(ordered))
        return cls(ordered[0], round(statistics.median(ordered)), ordered[rank - 1], ordered[-1])


@dataclass(frozen=True)
class Job:
    """One dungeon of one program to be measured for some seeds; the screen is dark or on."""

    program: Program
    dungeon: str
    seeds: Sequence[int]
    screen_on: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        return self.program.compiler.name, self.dungeon, self.program.profile


@dataclass(frozen=True)
class Measured:
    """Cycles of every phase for every seed of a job."""

    job: Job
    phases: dict[int, dict[str, int]]

    @property
    def totals(self) -> dict[int, int]:
        """Cycles of the whole generation, by seed."""
        return {seed: sum(phases.values()) for seed, phases in self.phases.items()}


@dataclass(frozen=True)
class Result:
    """What is known of one dungeon of one program.

    `cycles` and `phases` are with the screen dark, `screen_on` with the screen on (None if that was
    not measured); `each` are the cycles by seed.
    """

    compiler: str
    version: str
    dungeon: str
    profile: str
    cycles: Cycles
    phases: dict[str, Cycles]
    sizes: Sizes
    screen_on: Cycles | None = None
    each: dict[int, int] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.compiler, self.dungeon, self.profile

    @property
    def slowest_seed(self) -> int:
        return max(self.each, key=lambda seed: self.each[seed])


def measure(
    jobs: Sequence[Job], workers: int, seed_done: Callable[[Job], None] = lambda job: None
) -> list[Measured]:
    """Measure all jobs, each in an emulator of its own, `workers` at a time; in their order.

    `seed_done` is called after every dungeon, from one thread at a time. Raises EmulatorFailed
    when an emulator fails; the other jobs are then given up.
    """
    lock = threading.Lock()
    stop = threading.Event()

    def work(job: Job) -> Measured:
        found: dict[int, dict[str, int]] = {}
        try:
            with booted(job.program, job.screen_on) as machine:
                for seed in job.seeds:
                    if stop.is_set():
                        break
                    try:
                        built = machine.build(job.dungeon, seed, statistics=False)
                    except EmulatorFailed as error:
                        what = f"{machine.name}, {job.dungeon}, seed {seed}: {error.message}"
                        raise EmulatorFailed(what, error.hint) from error
                    found[seed] = built.phase_cycles
                    with lock:
                        seed_done(job)
        except BaseException:
            stop.set()
            raise
        return Measured(job, found)

    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(work, job) for job in jobs]
        try:
            return [future.result() for future in futures]
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def results(measured: Sequence[Measured], sizes: dict[tuple[str, str, str], Sizes]) -> list[Result]:
    """One result for each dark job, with the figures of the same job with the screen on if it was
    measured as well. `sizes` are by the jobs' keys."""
    lit = {item.job.key: item for item in measured if item.job.screen_on}
    return [
        _result(item, lit.get(item.job.key), sizes[item.job.key])
        for item in measured
        if not item.job.screen_on
    ]


def _result(dark: Measured, lit: Measured | None, sizes: Sizes) -> Result:
    names = next(iter(dark.phases.values()))
    phases = {name: Cycles.of([cycles[name] for cycles in dark.phases.values()]) for name in names}
    compiler, dungeon, profile = dark.job.key
    return Result(
        compiler,
        dark.job.program.compiler.version,
        dungeon,
        profile,
        Cycles.of(list(dark.totals.values())),
        phases,
        sizes,
        Cycles.of(list(lit.totals.values())) if lit else None,
        dark.totals,
    )


# ------------------------------------------------------------------ reports


def as_data(found: Sequence[Result]) -> dict[str, Any]:
    """The results as they stand in a report: `results`, a list."""
    return {"results": [_as_data(item) for item in found]}


def _as_data(item: Result) -> dict[str, Any]:
    def figures(cycles: Cycles) -> dict[str, int]:
        return {
            "min": cycles.least,
            "median": cycles.median,
            "p99": cycles.p99,
            "max": cycles.most,
        }

    return {
        "compiler": item.compiler,
        "version": item.version,
        "dungeon": item.dungeon,
        "profile": item.profile,
        "seeds": len(item.each),
        **figures(item.cycles),
        "slowest_seed": item.slowest_seed,
        "phases": {name: figures(cycles) for name, cycles in item.phases.items()},
        "screen_on": figures(item.screen_on) if item.screen_on else None,
        "bytes": asdict(item.sizes),
        "cycles": {str(seed): cycles for seed, cycles in item.each.items()},
    }


def write_report(path: Path, found: Sequence[Result]) -> None:
    """Write the results as JSON."""
    write_if_changed(path, (json.dumps(as_data(found), indent=1) + "\n").encode())


def read_report(path: Path) -> list[Result]:
    """The results of a report. Raises UserError if it is none."""
    try:
        return [_from_data(item) for item in json.loads(path.read_text("utf-8"))["results"]]
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(
            f"{path}: is no report of this bench", "Write one with `invoke bench --report FILE`."
        ) from error


def _from_data(item: dict[str, Any]) -> Result:
    def figures(data: dict[str, int]) -> Cycles:
        return Cycles(data["min"], data["median"], data["p99"], data["max"])

    return Result(
        item["compiler"],
        item["version"],
        item["dungeon"],
        item["profile"],
        figures(item),
        {name: figures(data) for name, data in item["phases"].items()},
        Sizes(**item["bytes"]),
        figures(item["screen_on"]) if item["screen_on"] else None,
        {int(seed): cycles for seed, cycles in item["cycles"].items()},
    )
