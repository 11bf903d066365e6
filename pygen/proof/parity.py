"""The proof by samples: the module itself generates the reference's dungeons, byte for byte."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.files import write_if_changed
from pygen.base.hashing import digest
from pygen.base.version import with_head
from pygen.builders.base import Builder, Route
from pygen.builders.cluster import Cluster
from pygen.builders.python import PythonBuilder
from pygen.builders.runner import Threads, close_opened, opened, route_of, run_pieces
from pygen.engine.generator.pipeline import CLEAR
from pygen.engine.random.request import Request
from pygen.kinds import Step, advance, begin, generate, phase_names
from pygen.passes import PASSES
from pygen.proof.differences import Difference, differences
from pygen.spec import Spec
from pygen.spec.record_layout import SUMMARY

FORMAT = 1
"""The format of the report. It is raised when a key changes its meaning or goes."""


@dataclass(frozen=True)
class Case:
    """The comparison of one dungeon of one compiler's module.

    `cycles` are those of the whole generation with the screen dark. `draws` is the number of random
    numbers that the reference drew. `hashes` are digests of the C64's bytes by region. `values` are
    those of open parameters in words, if they are not the spec's own.
    """

    compiler: str
    request: Request
    equal: bool
    cycles: int
    draws: int
    hashes: dict[str, str]
    values: str = ""

    def __str__(self) -> str:
        values = f", {self.values}" if self.values else ""
        return f"{self.compiler}, {self.request}{values}"


@dataclass(frozen=True)
class Diagnosis:
    """Why a case is not equal.

    `phase` is the first phase after which the C64's bytes differ from the reference's. `step` is
    the first such step in it, None if the builder cannot stop there or no step shows a difference.
    `differences` and the maps `python` and `c64` show the state after this step, or else after the
    phase. `done_by_python` and `done_by_c64` are the changes that each made in the step. `at_end`
    counts the differing values of each region at the end, or after `until` steps. `counts` are the
    numbers of steps of both, if they differ.
    """

    case: Case
    phase: str
    differences: list[Difference]
    python: bytes
    c64: bytes
    at_end: dict[str, int] = field(default_factory=dict)
    step: Step | None = None
    done_by_python: list[str] = field(default_factory=list)
    done_by_c64: list[str] = field(default_factory=list)
    counts: tuple[int, int] | None = None
    until: int | None = None


@dataclass(frozen=True)
class ParityJob:
    """The requests for one dungeon of one route, such as its module in VICE.

    With `steps` the dungeons are compared after that many steps, or at the end if it comes first.
    `values` are those of open parameters in words, if they are not the spec's own.
    """

    route: Route
    requests: Sequence[Request]
    steps: int | None = None
    values: str = ""

    @property
    def dungeon(self) -> str:
        return self.requests[0].dungeon

    @property
    def name(self) -> str:
        """The name of the job in reports."""
        return f"{self.route.name} {self.dungeon} {self.values}".rstrip()


class Listener:
    """Receives the progress of a proof. All calls come from the thread that runs it."""

    def case_done(self, job: ParityJob, case: Case) -> None:
        """A case has been compared."""

    def case_is_wrong(self, job: ParityJob, diagnosis: Diagnosis) -> None:
        """One of the first few wrong cases of a job has been diagnosed."""


@dataclass(frozen=True)
class _Batch:
    """A case to compare, or a wrong case to diagnose."""

    job: int
    route: str
    request: Request
    wrong: Case | None = None
    steps: int | None = None


def compare_all(
    jobs: Sequence[ParityJob],
    listener: Listener,
    workers: int | Cluster,
    most_diagnoses: int = 3,
) -> list[Case]:
    """Compare all cases of all jobs, with `workers` emulators at a time, or with those of a
    cluster's workers.

    The cases come back in the order of the jobs and their requests. Raises EmulatorFailed when an
    emulator fails twice, with the request in its message; the other cases are then abandoned.
    """
    routes = {str(number): job.route for number, job in enumerate(jobs)}
    # Jobs of one route share a key, so that a worker keeps its emulator for the next job.
    shared: dict[int, str] = {}
    keys = [shared.setdefault(id(job.route), str(number)) for number, job in enumerate(jobs)]
    cases: dict[tuple[int, Request], Case] = {}
    wrong = [0] * len(jobs)

    def done(piece: _Batch, result: Case | Diagnosis) -> Sequence[_Batch]:
        job = jobs[piece.job]
        if isinstance(result, Diagnosis):
            listener.case_is_wrong(job, result)
            return ()
        result = replace(result, values=job.values)
        cases[piece.job, piece.request] = result
        listener.case_done(job, result)
        if result.equal:
            return ()
        wrong[piece.job] += 1
        if wrong[piece.job] > most_diagnoses:
            return ()
        return (replace(piece, wrong=result),)

    pieces = (
        _Batch(number, keys[number], request, steps=job.steps)
        for number, job in enumerate(jobs)
        for request in job.requests
    )
    pool = workers.pool(routes) if isinstance(workers, Cluster) else Threads(routes, workers)
    run_pieces(pieces, _compare_or_diagnose, done, pool)
    return [cases[number, request] for number, job in enumerate(jobs) for request in job.requests]


def _compare_or_diagnose(piece: _Batch) -> Case | Diagnosis:
    try:
        builder = opened(piece.route)
        if piece.wrong:
            return diagnose(builder, piece.wrong, piece.steps)
        return compare(builder, piece.request, piece.steps)
    except EmulatorFailed as error:
        close_opened()
        if isinstance(error, EmulatorLost):
            raise
        route = route_of(piece.route)
        phase = failed_phase(route.open, piece.request)
        raise EmulatorFailed(f"{error.message}{phase}", error.hint) from error


def compare(builder: Builder, request: Request, steps: int | None = None) -> Case:
    """Build one dungeon and compare all its regions, at the end or after `steps` steps.

    Raises EmulatorFailed as the builder does, with the request in its message.
    """
    try:
        built = builder.build(request) if steps is None else builder.build_steps(request, steps)
    except EmulatorFailed as error:
        where = f"{builder.name}, {request}"
        raise type(error)(f"{where}: {error.message}", error.hint) from error
    reference = generate(builder.spec, request, steps=steps)
    ours, theirs = reference.region_bytes(), built.regions
    if not reference.is_clear:
        # What an earlier try has left may still be there.
        ours, theirs = ({SUMMARY: regions.get(SUMMARY, b"")} for regions in (ours, theirs))
    return Case(
        compiler=builder.name,
        request=request,
        equal=ours == theirs,
        cycles=built.cycles,
        draws=reference.random.draws,
        hashes={name: digest(data) for name, data in built.regions.items()},
    )


def failed_phase(open_builder: Callable[[], Builder], request: Request) -> str:
    """The first wrong phase of a dungeon whose build failed, as text to append to the failure.

    Empty if all phases are right. The dungeon is built again, phase by phase, by a new builder.
    """
    done, names = 0, []
    with contextlib.suppress(EmulatorFailed), contextlib.closing(open_builder()) as builder:
        names = phase_names(builder.spec.dungeons[request.dungeon])
        reference = PythonBuilder(builder.spec)
        for (_, theirs), (_, ours) in zip(builder.phases(request), reference.phases(request)):
            if any(ours[region] != theirs[region] for region in theirs):
                break
            done += 1
    return f"; wrong from phase {names[done]} on" if done < len(names) else ""


def diagnose(builder: Builder, case: Case, steps: int | None = None) -> Diagnosis:
    """Build the dungeon of `case` again and find where it goes wrong.

    `steps` is the number of steps after which it was compared; None for the end.
    """
    spec, request = builder.spec, case.request
    ours, theirs = _after(builder, request, steps)
    counts = Counter(item.region for item in _compared(spec, request, ours, theirs))
    at_end = {region: counts[region] for region in theirs if region in ours}
    wrong = first_wrong_phase(builder, request)
    if wrong:
        phase, ours, theirs = wrong
    else:
        phase = "end" if steps is None else f"{steps} steps"
    diagnosis = Diagnosis(
        case,
        phase,
        _compared(spec, request, ours, theirs),
        ours.get("map", b""),
        theirs.get("map", b""),
        at_end,
        until=steps,
    )
    try:
        made = PythonBuilder(spec).build_steps(request).steps, builder.build_steps(request).steps
        if made[0] != made[1]:
            diagnosis = replace(diagnosis, counts=made)
        if wrong is None and steps is None:
            # A difference that only shows at the end was made after the last step.
            return diagnosis
        return _at_step(builder, diagnosis, first_wrong_step(builder, request, phase, steps))
    except EmulatorFailed:
        # The builder cannot stop after a step, or the dungeon is never finished.
        return diagnosis


Regions = dict[str, bytes]


def _after(builder: Builder, request: Request, steps: int | None) -> tuple[Regions, Regions]:
    """The bytes of a dungeon after `steps` steps (None: at the end), in Python and on the C64."""
    built = builder.build(request) if steps is None else builder.build_steps(request, steps)
    return generate(builder.spec, request, steps=steps).region_bytes(), built.regions


def first_wrong_phase(builder: Builder, request: Request) -> tuple[str, Regions, Regions] | None:
    """The first phase after which a dungeon differs, and the bytes of both; None if there is no
    such phase."""
    reference = PythonBuilder(builder.spec).phases(request)
    for (phase, theirs), (_, ours) in zip(builder.phases(request), reference):
        if _compared(builder.spec, request, ours, theirs):
            return phase, ours, theirs
    return None


def _compared(spec: Spec, request: Request, ours: Regions, theirs: Regions) -> list[Difference]:
    """The differences of all regions that occur on both sides."""
    return [
        difference
        for region in theirs
        if region in ours
        for difference in differences(spec, request.dungeon, region, ours[region], theirs[region])
    ]


def first_wrong_step(
    builder: Builder, request: Request, phase: str, until: int | None = None
) -> Step | None:
    """The first step of a phase after which a dungeon differs. It is None if no step shows a
    difference, or if the builder cannot stop after a step.

    Only the first `until` steps are searched, if it is given; all of them if none is in the phase.
    The dungeon is built repeatedly, each time with half as many steps left to search.
    """
    steps = list(islice(advance(begin(builder.spec, request)), until))
    steps = [step for step in steps if step.phase == phase] or steps
    # Before memory is cleared, its old contents may differ.
    cleared = [step for step in steps if step.is_clear]
    low, high = 0, len(cleared) - 1
    try:
        if high < 0 or not _differs_after(builder, request, cleared[high].number):
            return None
        while low < high:
            middle = (low + high) // 2
            if _differs_after(builder, request, cleared[middle].number):
                high = middle
            else:
                low = middle + 1
    except EmulatorFailed:
        return None
    return cleared[low]


def _differs_after(builder: Builder, request: Request, steps: int) -> bool:
    ours, theirs = _after(builder, request, steps)
    return any(ours[region] != theirs[region] for region in ours)


def _at_step(builder: Builder, diagnosis: Diagnosis, step: Step | None) -> Diagnosis:
    """Add the differences after the first wrong step, and what both did in it, to a diagnosis."""
    if step is None:
        return diagnosis
    spec, request = builder.spec, diagnosis.case.request
    ours, theirs = _after(builder, request, step.number)
    diagnosis = replace(
        diagnosis,
        step=step,
        differences=_compared(spec, request, ours, theirs),
        python=ours.get("map", b""),
        c64=theirs.get("map", b""),
    )
    if step.phase == CLEAR.name:
        return diagnosis
    # Both are equal before the step.
    before = generate(spec, request, steps=step.number - 1).region_bytes()
    ours_changed, theirs_changed = (
        [f"{item.name}: {item.python} -> {item.c64}" for item in _compared(spec, request, *states)]
        for states in ((before, ours), (before, theirs))
    )
    return replace(diagnosis, done_by_python=ours_changed, done_by_c64=theirs_changed)


def passes_without_effect(spec: Spec, requests: Iterable[Request]) -> list[str]:
    """The ids of the passes that change nothing in the reference's dungeons of all `requests`.

    The state of the random numbers does not count, nor do passes that only write figures.
    """
    idle: list[str] | None = None
    for request in requests:
        if idle is None:
            uses = spec.dungeons[request.dungeon].passes
            idle = [use.id for use in uses if not PASSES[use.name].summary.fields]
        if not idle:
            break
        before: dict[str, bytes] = {}
        for phase, regions in PythonBuilder(spec).phases(request):
            shown = {name: data for name, data in regions.items() if name != SUMMARY}
            if phase in idle and shown != before:
                idle.remove(phase)
            before = shown
    return idle or []


def write_report(path: Path, cases: Sequence[Case]) -> None:
    """Write the cases as JSON: an object with a list `cases`, and the head of JSON files."""
    data = with_head({"cases": [_as_data(case) for case in cases]}, FORMAT)
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())


def _as_data(case: Case) -> dict[str, object]:
    data = asdict(case)
    if not data["values"]:
        del data["values"]
    return {"compiler": data.pop("compiler"), **data.pop("request"), **data}
