"""The proof: the release program's own code gives the reference's dungeons, byte for byte."""

from __future__ import annotations

import contextlib
import itertools
import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.files import write_if_changed
from pygen.base.hashing import digest
from pygen.builders.vice import Builder, booted
from pygen.compilers.building import Program
from pygen.engine.floors import floor_seed
from pygen.engine.request import Request
from pygen.kinds import advance, begin, generate, phase_names
from pygen.proof.differences import Difference, differences


@dataclass(frozen=True)
class Case:
    """One dungeon of one compiler's program, compared.

    The dungeon is floor `floor` (1..256) of those that hang on `seed`. `cycles` are those of the
    whole generation with the screen dark; `draws` are the reference's random numbers drawn;
    `hashes` name the C64's bytes by region.
    """

    compiler: str
    dungeon: str
    seed: int
    equal: bool
    cycles: int
    draws: int
    hashes: dict[str, str]
    floor: int = 1

    def __str__(self) -> str:
        floor = f", floor {self.floor}" if self.floor != 1 else ""
        return f"{self.compiler}, {self.dungeon}, seed {self.seed}{floor}"


@dataclass(frozen=True)
class Diagnosis:
    """Why a case is not equal.

    `phase` is the first after which the C64's bytes differ from the reference's; `found` are the
    differences then. `python` and `c64` are the maps then. `at_end` counts the differing values of
    every region at the end.
    """

    case: Case
    phase: str
    found: list[Difference]
    python: bytes
    c64: bytes
    at_end: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """All the seeds of one dungeon of one program, and of each of them these floors."""

    program: Program
    dungeon: str
    seeds: Sequence[int]
    floors: Sequence[int] = (1,)

    def __len__(self) -> int:
        return len(self.seeds) * len(self.floors)


class Listener:
    """Who wants to know how it goes; calls come from several threads, one at a time."""

    def case_done(self, job: Job, case: Case) -> None:
        """A case has been compared."""

    def case_is_wrong(self, job: Job, diagnosis: Diagnosis) -> None:
        """One of the first few wrong cases of a job has been looked into."""


def run(
    jobs: Sequence[Job], listener: Listener, workers: int, most_diagnoses: int = 3
) -> list[Case]:
    """Compare all cases of all jobs, each job in an emulator of its own, `workers` at a time.

    The cases come back in the order of the jobs. Raises EmulatorFailed when an emulator fails,
    with dungeon and seed in its message; the other jobs are then given up.
    """
    lock = threading.Lock()
    stop = threading.Event()

    def work(job: Job) -> list[Case]:
        cases: list[Case] = []
        wrong = 0
        try:
            with booted(job.program) as machine:
                for seed, machine.floor in itertools.product(job.seeds, job.floors):
                    if stop.is_set():
                        break
                    try:
                        case = compare(machine, job.dungeon, seed, machine.floor)
                    except EmulatorFailed as error:
                        phase = failed_phase(job.program, job.dungeon, seed, machine.floor)
                        raise EmulatorFailed(f"{error.message}{phase}", error.hint) from error
                    cases.append(case)
                    with lock:
                        listener.case_done(job, case)
                    if not case.equal:
                        wrong += 1
                        if wrong <= most_diagnoses:
                            diagnosis = diagnose(machine, case)
                            with lock:
                                listener.case_is_wrong(job, diagnosis)
        except BaseException:
            stop.set()
            raise
        return cases

    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(work, job) for job in jobs]
        try:
            return [case for future in futures for case in future.result()]
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def compare(machine: Builder, dungeon: str, seed: int, floor: int = 1) -> Case:
    """Have one dungeon built by the machine and compare all its parity regions. `floor` is the one
    to which the machine is set."""
    try:
        built = machine.build(dungeon, seed)
    except EmulatorFailed as error:
        case = Case(machine.name, dungeon, seed, False, 0, 0, {}, floor)
        raise EmulatorFailed(f"{case}: {error.message}", error.hint) from error
    own_seed = floor_seed(machine.spec.random, seed, floor)
    reference = generate(machine.spec, Request(dungeon, own_seed))
    return Case(
        compiler=machine.name,
        dungeon=dungeon,
        seed=seed,
        equal=built.regions == reference.region_bytes(),
        cycles=built.cycles,
        draws=reference.random.draws,
        hashes={name: digest(data) for name, data in built.regions.items()},
        floor=floor,
    )


def failed_phase(program: Program, dungeon: str, seed: int, floor: int) -> str:
    """From which phase on a dungeon that ended in a failure is wrong.

    As words to go behind those of the failure, or nothing if all phases are right. The dungeon is
    built again, phase by phase, in an emulator of its own.
    """
    own_seed = floor_seed(program.spec.random, seed, floor)
    done = 0
    names = phase_names(program.spec.dungeons[dungeon].kind)
    with contextlib.suppress(EmulatorFailed), booted(program) as machine:
        machine.floor = floor
        steps = _reference_phases(machine, dungeon, own_seed)
        for (_, theirs), ours in zip(machine.phases(dungeon, seed), steps):
            if any(ours[region] != theirs[region] for region in theirs):
                break
            done += 1
    return f"; wrong from phase {names[done]} on" if done < len(names) else ""


def diagnose(machine: Builder, case: Case) -> Diagnosis:
    """Build the dungeon of `case` again, phase by phase, and find where it goes wrong."""
    spec, dungeon, seed = machine.spec, case.dungeon, case.seed
    first: Diagnosis | None = None
    own_seed = floor_seed(spec.random, seed, case.floor)
    steps = _reference_phases(machine, dungeon, own_seed)
    for (phase, theirs), ours in zip(machine.phases(dungeon, seed), steps):
        found = [
            difference
            for region in theirs
            for difference in differences(spec, dungeon, region, ours[region], theirs[region])
        ]
        if found and first is None:
            first = Diagnosis(case, phase, found, ours["map"], theirs["map"])
    theirs_at_end = machine.build(dungeon, seed).regions
    ours_at_end = generate(spec, Request(dungeon, own_seed)).region_bytes()
    at_end = {
        region: differences(spec, dungeon, region, ours_at_end[region], theirs_at_end[region])
        for region in ours_at_end
    }
    counts = {region: len(found) for region, found in at_end.items()}
    if first is None:
        found = [difference for region in at_end.values() for difference in region]
        first = Diagnosis(case, "end", found, ours_at_end["map"], theirs_at_end["map"])
    return Diagnosis(case, first.phase, first.found, first.python, first.c64, counts)


def _reference_phases(machine: Builder, dungeon: str, seed: int) -> Iterator[dict[str, bytes]]:
    """The reference's regions after each phase, as `Machine.phases` gives the C64's."""
    generation = begin(machine.spec, Request(dungeon, seed))
    for _ in advance(generation):
        regions = {"map": generation.packed()}
        if generation.parameters.record_count():
            regions["rooms"] = generation.record_bytes()
        state = generation.random.state
        regions["random"] = state.to_bytes(2, "little")
        yield regions


def write_report(path: Path, cases: Sequence[Case]) -> None:
    """Write the cases as JSON: an object with a list `cases`."""
    data = {"cases": [asdict(case) for case in cases]}
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())
