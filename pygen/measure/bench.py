"""How fast the generators are on the C64, in exact cycles, and how many bytes they take.

The two timers of CIA 2 count the cycles in VICE. A dungeon's module is measured phase by phase with
the screen dark: then the video chip takes no cycles from the processor, and figures repeat to the
cycle. A program that builds the dungeon is measured with the screen on.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from pygen.base.errors import EmulatorFailed, UserError
from pygen.base.files import read_plain_file, write_if_changed
from pygen.base.version import version, with_head
from pygen.builders.base import Route
from pygen.builders.module_vice import ModuleViceBuilder
from pygen.builders.runner import Threads, close_opened, opened, run_pieces
from pygen.builders.vice import ViceBuilder
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.engine.random.request import Request
from pygen.measure.sizes import Sizes

FORMAT = 1
"""The format of the report. It is raised when a key changes its meaning or goes."""
MOST_BYTES = 64 << 20
"""The largest size of a report in bytes: all seeds of many dungeons by several compilers need
less."""


@dataclass(frozen=True)
class Cycles:
    """Cycles of several runs: minimum, median, 99th percentile, maximum."""

    min: int
    median: int
    p99: int
    max: int

    @classmethod
    def of(cls, cycles: Sequence[int]) -> Cycles:
        """The statistics of runs with these cycles; the percentile is by the nearest rank."""
        ordered = sorted(cycles)
        rank = math.ceil(0.99 * len(ordered))
        return cls(ordered[0], round(statistics.median(ordered)), ordered[rank - 1], ordered[-1])


@dataclass(frozen=True)
class BenchJob:
    """A floor (1..256) of a dungeon to measure for some seeds: the module alone with the screen
    dark, or a program that builds it with the screen on."""

    route: Route
    compiler: Compiler
    profile: Profile
    dungeon: str
    seeds: Sequence[int]
    screen_on: bool = False
    floor: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        return self.compiler.name, self.dungeon, self.profile


@dataclass(frozen=True)
class LongestStep:
    """The longest step of one or more dungeons: its cycles, its number (from 1), and the seed."""

    cycles: int
    number: int
    seed: int


@dataclass(frozen=True)
class Measured:
    """The cycles of every phase for every seed of a job.

    `longest_step` is the longest one of all seeds; None if the screen was on.
    """

    job: BenchJob
    phases: dict[int, dict[str, int]]
    longest_step: LongestStep | None = None

    @property
    def totals(self) -> dict[int, int]:
        """Cycles of the whole generation, by seed."""
        return {seed: sum(phases.values()) for seed, phases in self.phases.items()}


@dataclass(frozen=True, kw_only=True)
class Result:
    """The figures of one dungeon, by one compiler. A report has the same names.

    `cycles` are by seed. They and `phases` are with the screen dark, `screen_on` is with the screen
    on (None if that was not measured). `longest_step` is None in a report of an older version.
    """

    compiler: str
    version: str
    dungeon: str
    profile: str
    phases: dict[str, Cycles]
    screen_on: Cycles | None = None
    longest_step: LongestStep | None = None
    bytes: Sizes
    cycles: Annotated[dict[int, int], Field(min_length=1)]

    @property
    def key(self) -> tuple[str, str, str]:
        return self.compiler, self.dungeon, self.profile

    @cached_property
    def all_phases(self) -> Cycles:
        """The statistics of the whole generation."""
        return Cycles.of(list(self.cycles.values()))

    @property
    def slowest_seed(self) -> int:
        return max(self.cycles, key=lambda seed: self.cycles[seed])


@dataclass(frozen=True)
class _Batch:
    """Dungeons that one emulator measures one after the other."""

    job: int
    requests: Sequence[Request]
    is_exact: bool
    """Whether the figures are independent of what the emulator did before."""


def measure(
    jobs: Sequence[BenchJob], workers: int, seed_done: Callable[[BenchJob], None] = lambda job: None
) -> list[Measured]:
    """Measure all jobs with `workers` emulators at a time; the results are in their order.

    `seed_done` is called for every dungeon, from this thread. Raises EmulatorFailed when an
    emulator fails twice; the other jobs are then abandoned.
    """
    routes = {str(number): job.route for number, job in enumerate(jobs)}
    cycles: list[dict[int, dict[str, int]]] = [{} for _ in jobs]
    steps: list[list[LongestStep]] = [[] for _ in jobs]

    def done(piece: _Batch, measured: _Answer) -> Sequence[_Batch]:
        phases, longest = measured
        cycles[piece.job] |= phases
        steps[piece.job] += longest
        for _ in phases:
            seed_done(jobs[piece.job])
        return ()

    pieces = (piece for number, job in enumerate(jobs) for piece in _pieces(number, job))
    run_pieces(pieces, _measure_piece, done, Threads(routes, workers))
    return [
        Measured(
            job,
            {seed: measured[seed] for seed in job.seeds},
            max(longest, key=lambda step: (step.cycles, -step.seed), default=None),
        )
        for job, measured, longest in zip(jobs, cycles, steps, strict=True)
    ]


def _pieces(number: int, job: BenchJob) -> Iterator[_Batch]:
    """Split a job into pieces that can be measured independently.

    With a dark screen the video chip takes no cycles, so each dungeon is a piece of its own. With
    the screen on, the cycles that it takes depend on the raster's position at the start. So all
    dungeons of such a job are measured in order in a new emulator; then the figures repeat.
    """
    spec = job.route.spec
    requests = [spec.proof_request(job.dungeon, seed, job.floor) for seed in job.seeds]
    for piece in [requests] if job.screen_on else [[request] for request in requests]:
        yield _Batch(number, piece, is_exact=not job.screen_on)


_Answer = tuple[dict[int, dict[str, int]], list[LongestStep]]


def _measure_piece(piece: _Batch) -> _Answer:
    """The cycles of each phase, by seed; with a dark screen also the longest step of each seed."""
    if not piece.is_exact:
        close_opened()
    builder = opened(str(piece.job))
    assert isinstance(builder, (ModuleViceBuilder, ViceBuilder))
    measured = {}
    longest = []
    for request in piece.requests:
        try:
            measured[request.seed] = builder.build(request, statistics=False).phase_cycles
            if piece.is_exact:
                cycles, number = builder.build_steps(request).longest_step
                longest.append(LongestStep(cycles, number, request.seed))
        except EmulatorFailed as error:
            close_opened()
            what = f"{builder.name}, {request}: {error.message}"
            raise type(error)(what, error.hint) from error
    return measured, longest


def results(measured: Sequence[Measured], sizes: dict[tuple[str, str, str], Sizes]) -> list[Result]:
    """One result for each job with the screen dark. It includes the cycles of the same job with the
    screen on, if they were measured. `sizes` are by the jobs' keys."""
    lit = {item.job.key: item for item in measured if item.job.screen_on}
    return [
        _result(item, lit.get(item.job.key), sizes[item.job.key])
        for item in measured
        if not item.job.screen_on
    ]


def _result(dark: Measured, lit: Measured | None, sizes: Sizes) -> Result:
    names = next(iter(dark.phases.values()))
    compiler, dungeon, profile = dark.job.key
    return Result(
        compiler=compiler,
        version=dark.job.compiler.version,
        dungeon=dungeon,
        profile=profile,
        phases={name: Cycles.of([one[name] for one in dark.phases.values()]) for name in names},
        screen_on=Cycles.of(list(lit.totals.values())) if lit else None,
        longest_step=dark.longest_step,
        bytes=sizes,
        cycles=dark.totals,
    )


# ------------------------------------------------------------------ reports


def write_report(path: Path, items: Sequence[Result]) -> None:
    """Write the results as JSON: an object with a list `results`, and the head of JSON files."""
    data = with_head({"results": [_as_data(item) for item in items]}, FORMAT)
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())


def _as_data(item: Result) -> dict[str, Any]:
    fields = asdict(item)
    head = {name: fields.pop(name) for name in ("compiler", "version", "dungeon", "profile")}
    return {
        **head,
        "seeds": len(item.cycles),
        **asdict(item.all_phases),
        "slowest_seed": item.slowest_seed,
        **fields,
    }


class _ReportFile(BaseModel):
    """A report of `write_report`."""

    results: list[Result]


class _Head(BaseModel):
    """The part of a report that stays in every format. A report without it is of format 1."""

    format: int = FORMAT


def read_report(path: Path) -> list[Result]:
    """The results of a report. Raises UserError if it is not one, or of another format."""
    try:
        data = read_plain_file(path, MOST_BYTES, "a report")
        found = _Head.model_validate_json(data).format
        if found != FORMAT:
            raise UserError(
                f"{path}: it has format {found}; Undercroft {version()} reads format {FORMAT}",
                "Write it again with `invoke bench --report FILE`.",
            )
        return _ReportFile.model_validate_json(data).results
    except ValidationError as error:
        raise UserError(
            f"{path}: this is not a report of bench",
            "Write one with `invoke bench --report FILE`.",
        ) from error
