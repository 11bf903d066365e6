"""The proof by samples: the module's own code gives the reference's dungeons, byte for byte."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.files import write_if_changed
from pygen.base.hashing import digest
from pygen.builders.base import Builder, Route
from pygen.builders.python import PythonBuilder
from pygen.builders.runner import Threads, close_opened, opened, route_of, run_pieces
from pygen.engine.pipeline import CLEAR
from pygen.engine.request import Request
from pygen.kinds import Step, advance, begin, generate, phase_names
from pygen.proof.differences import Difference, differences


@dataclass(frozen=True)
class Case:
    """One dungeon of one compiler's module, compared.

    `cycles` are those of the whole generation with the screen dark; `draws` is how many
    random numbers the reference drew; `hashes` are digests of the C64's bytes by region.
    """

    compiler: str
    request: Request
    equal: bool
    cycles: int
    draws: int
    hashes: dict[str, str]

    def __str__(self) -> str:
        return f"{self.compiler}, {self.request}"


@dataclass(frozen=True)
class Diagnosis:
    """Why a case is not equal.

    `phase` is the first one after which the C64's bytes differ from the reference's, and `step` the
    first such step of it, None if the builder cannot stop there. `differences` and the maps
    `python` and `c64` are those after this phase. `at_end` counts the differing values of each
    region at the end.
    """

    case: Case
    phase: str
    differences: list[Difference]
    python: bytes
    c64: bytes
    at_end: dict[str, int] = field(default_factory=dict)
    step: Step | None = None


@dataclass(frozen=True)
class ParityJob:
    """The requests for one dungeon of one route, such as its module in VICE.

    With `steps` the dungeons are compared after so many steps, or at the end if that comes first.
    """

    route: Route
    requests: Sequence[Request]
    steps: int | None = None

    @property
    def dungeon(self) -> str:
        return self.requests[0].dungeon

    @property
    def name(self) -> str:
        """How reports call it."""
        return f"{self.route.name} {self.dungeon}"


class Listener:
    """Receives the progress of a proof. All calls come from the thread that runs it."""

    def case_done(self, job: ParityJob, case: Case) -> None:
        """A case has been compared."""

    def case_is_wrong(self, job: ParityJob, diagnosis: Diagnosis) -> None:
        """One of the first few wrong cases of a job has been diagnosed."""


@dataclass(frozen=True)
class _Piece:
    """A case to compare, or a wrong one to diagnose."""

    job: int
    route: str
    request: Request
    wrong: Case | None = None
    steps: int | None = None


def compare_all(
    jobs: Sequence[ParityJob], listener: Listener, workers: int, most_diagnoses: int = 3
) -> list[Case]:
    """Compare all cases of all jobs, with `workers` emulators at a time.

    The cases come back in the order of the jobs and their requests. Raises EmulatorFailed when an
    emulator fails twice, with the request in its message; the other cases are then abandoned.
    """
    routes = {str(number): job.route for number, job in enumerate(jobs)}
    # Jobs of one route share a key, so that a worker keeps its emulator from one to the next.
    shared: dict[int, str] = {}
    keys = [shared.setdefault(id(job.route), str(number)) for number, job in enumerate(jobs)]
    cases: dict[tuple[int, Request], Case] = {}
    wrong = [0] * len(jobs)

    def done(piece: _Piece, result: Case | Diagnosis) -> Sequence[_Piece]:
        job = jobs[piece.job]
        if isinstance(result, Diagnosis):
            listener.case_is_wrong(job, result)
            return ()
        cases[piece.job, piece.request] = result
        listener.case_done(job, result)
        if result.equal:
            return ()
        wrong[piece.job] += 1
        if wrong[piece.job] > most_diagnoses:
            return ()
        return (replace(piece, wrong=result),)

    pieces = (
        _Piece(number, keys[number], request, steps=job.steps)
        for number, job in enumerate(jobs)
        for request in job.requests
    )
    run_pieces(pieces, _compare_or_diagnose, done, Threads(routes, workers))
    return [cases[number, request] for number, job in enumerate(jobs) for request in job.requests]


def _compare_or_diagnose(piece: _Piece) -> Case | Diagnosis:
    try:
        builder = opened(piece.route)
        if piece.wrong:
            return diagnose(builder, piece.wrong)
        return compare(builder, piece.request, piece.steps)
    except EmulatorFailed as error:
        close_opened()
        if isinstance(error, EmulatorLost):
            raise
        route = route_of(piece.route)
        phase = failed_phase(route.open, piece.request)
        raise EmulatorFailed(f"{error.message}{phase}", error.hint) from error


def compare(builder: Builder, request: Request, steps: int | None = None) -> Case:
    """Build one dungeon and compare all its regions, at the end or after so many steps.

    Raises EmulatorFailed as the builder does, with the request in its message.
    """
    try:
        built = builder.build(request) if steps is None else builder.build_steps(request, steps)
    except EmulatorFailed as error:
        where = f"{builder.name}, {request}"
        raise type(error)(f"{where}: {error.message}", error.hint) from error
    reference = generate(builder.spec, request, steps=steps)
    return Case(
        compiler=builder.name,
        request=request,
        equal=built.regions == reference.region_bytes(),
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
        reference = PythonBuilder(builder.spec).phases(request)
        for (_, theirs), (_, ours) in zip(builder.phases(request), reference):
            if any(ours[region] != theirs[region] for region in theirs):
                break
            done += 1
    return f"; wrong from phase {names[done]} on" if done < len(names) else ""


def diagnose(builder: Builder, case: Case) -> Diagnosis:
    """Build the dungeon of `case` again, phase by phase, and find where it goes wrong."""
    spec, request = builder.spec, case.request
    reference = PythonBuilder(spec)
    first: Diagnosis | None = None
    for (phase, theirs), (_, ours) in zip(builder.phases(request), reference.phases(request)):
        differing = [
            difference
            for region in theirs
            for difference in differences(
                spec, request.dungeon, region, ours[region], theirs[region]
            )
        ]
        if differing and first is None:
            first = Diagnosis(case, phase, differing, ours["map"], theirs["map"])
    theirs_at_end = builder.build(request).regions
    ours_at_end = reference.build(request).regions
    at_end = {
        region: differences(
            spec, request.dungeon, region, ours_at_end[region], theirs_at_end[region]
        )
        for region in ours_at_end
    }
    counts = {region: len(values) for region, values in at_end.items()}
    if first is not None:
        first = replace(first, step=first_wrong_step(builder, request, first.phase))
    if first is None:
        differing = [difference for region in at_end.values() for difference in region]
        first = Diagnosis(
            case, "end", differing, ours_at_end.get("map", b""), theirs_at_end.get("map", b"")
        )
    return replace(first, at_end=counts)


def first_wrong_step(builder: Builder, request: Request, phase: str) -> Step | None:
    """The first step of a phase after which a dungeon differs; None if the builder cannot tell.

    The dungeon must differ at the end of the phase, and not before it. It is built again and again,
    each time for half as many steps.
    """
    steps = [step for step in advance(begin(builder.spec, request)) if step.phase == phase]
    low, high = 0, len(steps) - 1
    if phase == CLEAR.name:
        # What was in memory before is still there between its steps.
        low = high
    try:
        while low < high:
            middle = (low + high) // 2
            if _differs_after(builder, request, steps[middle].number):
                high = middle
            else:
                low = middle + 1
    except EmulatorFailed:
        return None
    return steps[low]


def _differs_after(builder: Builder, request: Request, steps: int) -> bool:
    theirs = builder.build_steps(request, steps).regions
    ours = generate(builder.spec, request, steps=steps).region_bytes()
    return any(ours[region] != theirs[region] for region in ours)


def write_report(path: Path, cases: Sequence[Case]) -> None:
    """Write the cases as JSON: an object with a list `cases`."""
    data = {"cases": [_as_data(case) for case in cases]}
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())


def _as_data(case: Case) -> dict[str, object]:
    data = asdict(case)
    return {"compiler": data.pop("compiler"), **data.pop("request"), **data}
