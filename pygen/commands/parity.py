"""Prove in VICE that the C64's modules generate the reference's dungeons, byte for byte.

The module of each dungeon runs in the emulator and generates it. The map, the room records and
other tables, the summary and the counts of tiles are compared with the Python reference. If
they differ, the task names the first wrong phase and step, and the wrong fields and tiles.
To prove all seeds, use `verify`.

Examples:
  invoke parity
  invoke parity --dungeon crypt --seeds 0-999 --compiler cc65
  invoke parity --seeds 7 --floor 1-256
  invoke parity --spec my-dungeons/generator.yaml --shrink build/smallest.yaml
  invoke parity --spec game.yaml --seeds 0-99 --values rooms.max_size=7
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.errors import ParityFailed, UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.base.words import all_of, counted
from pygen.builders.module_values import module_with_values
from pygen.builders.module_vice import ModuleViceRoute
from pygen.compilers import Compiler
from pygen.compilers.module_building import build_module
from pygen.console.arguments import ProofArguments, jobs, steps
from pygen.console.cluster import ATTEMPTS, RULES, SCHEDULER, workers_of
from pygen.console.compiling import PROFILE, choose_compilers
from pygen.console.diagnosis import print_diagnosis
from pygen.console.options import Excludes, OutputFile, Parsed, Text
from pygen.console.shrinking import SHRINK, TRIES, TRIES_NEED_SHRINK, Wrong, shrink_spec
from pygen.console.tables import plain_table, progress_bars
from pygen.console.terminal import building, out, warn, write_output
from pygen.console.values import VALUES, values_for
from pygen.engine.generator.pipeline import clearing_parts
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_chunk, parse_floors, parse_seeds
from pygen.proof.parity import (
    Case,
    Diagnosis,
    Listener,
    ParityJob,
    compare_all,
    passes_without_effect,
    write_report,
)
from pygen.spec import Spec
from pygen.spec.open_parameters import drawn_values, open_parameters, values_in_words


class Arguments(ProofArguments):
    seeds = Parsed(
        "seeds and ranges, as in 0,7,100-120 (default: the spec's golden seeds)", None, parse_seeds
    )
    floor = Parsed(
        "the floor of each seed, or several, as in 1-256 (default: 1)", [1], parse_floors
    )
    chunk = Parsed(
        "the chunk of a world, as in 5,2047 (default: a different one for each seed)",
        None,
        parse_chunk,
    )
    values = VALUES
    steps = steps("compare after this many steps of the generator (default: at the end)")
    compiler = Text("auto, oscar64, cc65 or all (default: all)")
    profile = PROFILE
    jobs = jobs("emulators")
    scheduler = SCHEDULER
    attempts = ATTEMPTS
    report = OutputFile("write the results to this JSON file")
    shrink = SHRINK
    tries = TRIES
    rules = (TRIES_NEED_SHRINK, Excludes("shrink", "steps"), *RULES)


def run(given: Arguments) -> None:
    spec, names = given.spec, given.dungeons
    workers = workers_of(given.jobs, given.scheduler, given.attempts)
    compilers = choose_compilers(spec, given.compiler or "all")
    with building() as now:
        planned = plan_parity(given, compilers, now)
    repeat_arguments = "".join(
        [f" --spec {given.spec_path}" if given.spec_path else ""]
        + [f" --set {change}" for change in given.set]
        + [f" --profile {given.profile}" if given.profile != "release" else ""]
    )
    totals = {job.name: len(job.requests) for job in planned}
    with progress_bars(out, totals) as advance:
        listener = ParityReport(out, repeat_arguments, advance)
        cases = compare_all(planned, listener, workers)
    out.print(summary(cases))
    samples = {job.dungeon: job.requests for job in reversed(planned)}
    idle = {name: passes_without_effect(spec, samples[name]) for name in names}
    print_idle_passes(idle, out)
    if given.report:
        write_output("cases", given.report, lambda path: write_report(path, cases))
    wrong = [case for case in cases if not case.equal]
    if wrong:
        # With other values of open parameters it is a dungeon of another spec.
        own = [case for case in wrong if not case.values]
        if given.shrink and own:
            compiler = next(one for one in compilers if one.name == own[0].compiler)
            found = Wrong([own[0].request], compiler, given.profile)
            shrink_spec(given, found, given.shrink, given.tries)
        elif given.shrink:
            warn(
                "--shrink: only values of open parameters give wrong dungeons. Use --set for them."
            )
        count = counted(len(cases), "dungeon")
        raise ParityFailed(f"not equal to the reference: {len(wrong):,} of {count}")
    out.print(f"[bold green]{all_of(len(cases), 'dungeon')} equal, byte for byte[/]")


def plan_parity(
    given: Arguments,
    compilers: Sequence[Compiler],
    now: Callable[[str], None],
    folder: Path = BUILD_FOLDER,
) -> list[ParityJob]:
    """Build the module of each dungeon, and return a job for each module.

    A dungeon with open parameters has a job for the spec's values, and one for each of the sets of
    values that proofs have, or only for those of the arguments. `now` is called with the name of
    each module before it is built. Unless the arguments name a chunk, each seed has another chunk
    of a sample in worlds. `pygen.proof.parity.compare_all` does the jobs. Raises CompileFailed as
    `build_module` does; UsageError if there is nothing to compare after so few steps.
    """
    spec, chunk = given.spec, given.chunk
    if given.steps is not None:
        for dungeon in given.dungeons:
            _require_cleared(spec, dungeon, given.steps)
    jobs = []
    for compiler, dungeon in itertools.product(compilers, given.dungeons):
        now(f"{dungeon} with {compiler}")
        module = build_module(spec, given.spec_name, compiler, dungeon, given.profile, folder)
        requests = [
            spec.proof_request(dungeon, seed, floor)
            if chunk is None
            else Request(dungeon, seed, floor, chunk)
            for seed in given.seeds or spec.parity.seeds()
            for floor in given.floor
        ]
        if not given.values:
            jobs.append(ParityJob(ModuleViceRoute(module, folder), requests, given.steps))
        opened = open_parameters(spec, dungeon)
        sets = (
            [values_for(spec, dungeon, given.values)]
            if given.values
            else drawn_values(spec, dungeon)
        )
        for number, values in enumerate(sets):
            # Each set has its share of the seeds.
            if some := requests[number :: len(sets)]:
                route = ModuleViceRoute(module_with_values(module, values), folder)
                words = values_in_words(opened, values)
                jobs.append(ParityJob(route, some, given.steps, words))
    return jobs


def _require_cleared(spec: Spec, dungeon: str, steps: int) -> None:
    """Raise UsageError unless a dungeon's memory is cleared after `steps` steps."""
    least = sum(count for _, count in clearing_parts(spec.blueprint(dungeon)))
    if steps < least:
        raise UsageError(
            f"--steps: the first {least} steps of {dungeon} clear its memory",
            f"There is nothing to compare before; give at least {least}.",
        )


class ParityReport(Listener):
    """Advances progress bars, and prints the diagnoses of wrong cases as they arrive."""

    def __init__(
        self, console: Console, repeat_arguments: str, advance: Callable[[str, int], None]
    ) -> None:
        """`repeat_arguments` are the other arguments of the command that repeats a case."""
        self._console = console
        self._repeat_arguments = repeat_arguments
        self._advance = advance

    def case_done(self, job: ParityJob, case: Case) -> None:
        self._advance(job.name, 1)

    def case_is_wrong(self, job: ParityJob, diagnosis: Diagnosis) -> None:
        case = diagnosis.case
        request = case.request
        floor = f" --floor {request.floor}" if request.floor != 1 else ""
        if job.route.spec.dungeons[request.dungeon].world:
            floor += f" --chunk {request.chunk[0]},{request.chunk[1]}"
        values = f" --values {','.join(job.values.split())}" if job.values else ""
        print_diagnosis(self._console, job.route.spec, diagnosis)
        self._console.print(
            f"  repeat it: invoke parity --compiler {case.compiler} --dungeon {request.dungeon} "
            f"--seeds {request.seed}{floor}"
            f"{values}"
            f"{'' if diagnosis.until is None else f' --steps {diagnosis.until}'}"
            f"{escape(self._repeat_arguments)}\n",
            soft_wrap=True,
        )


def print_idle_passes(idle: Mapping[str, Sequence[str]], console: Console) -> None:
    """Print the names of the passes of each dungeon that changed nothing in any sample."""
    for dungeon, names in idle.items():
        for name in names:
            console.print(
                f"[yellow]{dungeon}: the pass {name} changed nothing in any sample[/]: "
                "so nothing of it was compared"
            )


def summary(cases: Sequence[Case]) -> Table:
    """A table: how many dungeons of each name are equal, and their cycles."""
    floors = ["floors"] if any(case.request.floor != 1 for case in cases) else []
    # Cycles are not counted if the dungeons are compared before their end.
    figures = ["cycles: least", "median", "most"] if all(case.cycles for case in cases) else []
    table = plain_table("", 2, "compiler", "dungeon", "seeds", *floors, "equal", *figures)
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.compiler, case.request.dungeon), []).append(case)
    for (compiler, dungeon), group in groups.items():
        equal = sum(case.equal for case in group)
        cycles = [case.cycles for case in group]
        numbers = (min(cycles), round(statistics.median(cycles)), max(cycles)) if figures else ()
        table.add_row(
            compiler,
            dungeon,
            str(len({case.request.seed for case in group})),
            *(str(len({case.request.floor for case in group})) for _ in floors),
            f"[{'green' if equal == len(group) else 'bold red'}]{equal}[/]",
            *(f"{number:,}" for number in numbers),
        )
    return table
