"""Prove for all seeds that Python, native C and 6502 code generate the same dungeons.

The native build of the C code, and the 6502 code of each compiler in a simulator, are compared
with the Python reference, whose dungeons are kept as digests. Results are kept, too: an
interrupted run continues where it stopped, and a change of one kind of dungeon leaves the
proofs of the others alone. For many seeds, the 6502 code is recompiled to this machine's own
code, and a sample of the seeds is built again by an interpreter and in VICE. The whole proof
takes many minutes, most of them in Python, if its dungeons are not kept yet. --sample is quicker.
So is --against native, which compares the 6502 code with the native build and generates no
dungeon in Python.

Examples:
  invoke verify --sample 256
  invoke verify --dungeon crypt --compiler cc65
  invoke verify --dungeon citadel --compiler oscar64 --against native
  invoke verify --dungeon caverns --chunks-of 7
  invoke verify --compiler none --sample 256 --shrink build/smallest.yaml
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import ClassVar

from rich.console import Console
from rich.markup import escape

from pygen.base.errors import ParityFailed, UsageError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.base.threads import in_threads
from pygen.base.version import with_head
from pygen.base.words import all_of, counted
from pygen.builders.cluster import Cluster
from pygen.builders.module import ModuleRoute
from pygen.builders.recompiling import Recompiling
from pygen.builders.simulator import build_simulator
from pygen.builders.window import WindowRoute
from pygen.commands.golden import golden_folder
from pygen.compilers import Compiler
from pygen.compilers.module_building import build_module
from pygen.console.arguments import PROCESSORS, ProofArguments, jobs
from pygen.console.cluster import ATTEMPTS, RULES, SCHEDULER, workers_of
from pygen.console.compiling import choose_compilers
from pygen.console.options import (
    Count,
    Excludes,
    Flag,
    OneOf,
    OutputFile,
    Parsed,
    Rule,
    Text,
)
from pygen.console.shrinking import SHRINK, TRIES, TRIES_NEED_SHRINK, first_wrong, shrink_spec
from pygen.console.tables import progress_bars
from pygen.console.terminal import building, out, warn
from pygen.console.verified import print_explanations, print_levels, print_results
from pygen.engine.random.seeds import LAST_SEED, parse_seed, parse_seeds
from pygen.programs.carriers import CARRIERS
from pygen.programs.program import modules_of_program
from pygen.proof.every_seed import VERIFY_FOLDER, SeedJob, rate_of, verify
from pygen.proof.journal import spread
from pygen.proof.levels import attempts, jobs_of
from pygen.proof.planning import SEEDS_OF_SHORT, plan
from pygen.proof.recorded_blocks import FILE_NAME
from pygen.spec import Spec

FORMAT = 1
"""The format of the report. It is raised when a key changes its meaning or goes."""


class WhatToProve(ProofArguments):
    """The arguments of a task for what a proof consists of."""

    seeds = Parsed("seeds and ranges, as in 0,7,100-120 (default: all 65,536)", None, parse_seeds)
    sample = Count("this many seeds, evenly spread", 65536, "a number of seeds", "Give 1 to 65536.")
    chunks_of = Parsed(
        "for worlds: instead of seeds, prove 65,536 chunks of this seed, 256 x 256 around "
        "the corner of the world; --seeds and --sample choose among them",
        None,
        parse_seed,
    )
    compiler = Text("oscar64, cc65, all, or none for the native build alone (default: all)")
    against = OneOf(
        "python, or native: the 6502 code with the native build (default: python)",
        "python",
        ["python", "native"],
    )
    together = Flag(
        "prove the modules of a program, each used right after another module of the program "
        "(default: 4,096 seeds)"
    )
    rules: ClassVar[Sequence[Rule]] = (Excludes("seeds", "sample"),)


class Arguments(WhatToProve):
    flags = Flag(
        "instead of the release, every optimisation level of the compilers (default: 4,096 seeds)"
    )
    again = Flag("ignore earlier results and check everything again")
    rebuild = Flag("let Python build all its dungeons again, although their digests are kept")
    report = OutputFile("write the results to this JSON file (default: build/verify/report.json)")
    jobs = jobs("processes")
    scheduler = SCHEDULER
    attempts = ATTEMPTS
    shrink = SHRINK
    tries = TRIES
    rules = (
        *WhatToProve.rules,
        Excludes("flags", "chunks_of"),
        Excludes("shrink", "flags together"),
        TRIES_NEED_SHRINK,
        *RULES,
    )


def run(given: Arguments) -> None:
    spec, names, has_compiler = given.spec, given.dungeons, given.compiler != "none"
    is_native = given.against == "native"
    if is_native and (given.flags or not has_compiler):
        raise UsageError(
            "--against native compares modules with the native build",
            "Leave out --flags and --compiler none.",
        )
    workers = workers_of(given.jobs, given.scheduler, given.attempts)
    is_short = given.flags or given.together
    everything = SEEDS_OF_SHORT if is_short else range(LAST_SEED + 1)
    seeds = given.seeds or (spread(given.sample) if given.sample else everything)
    if given.chunks_of is not None:
        names = worlds_of(spec, names)
    compilers = compilers_of(given)
    if given.flags:
        record = golden_folder(given.spec_path) / FILE_NAME
        verify_levels(spec, given.spec_name, compilers, names, seeds, workers, out, record)
        return
    with building() as now:
        planned, left_out = plan_verify(given, compilers, names, seeds, now)
    for sentence in left_out:
        warn(sentence)
    for job in planned:
        if given.again or given.rebuild:
            job.journal.forget()
        if given.rebuild:
            job.digests.forget()
            job.blocks = ()
    report = given.report or VERIFY_FOLDER / "report.json"
    wrong = prove_jobs(planned, workers, out, report)
    if wrong:
        if given.shrink:
            shrink_spec(given, first_wrong(planned), given.shrink, given.tries)
        raise ParityFailed(f"not equal: {', '.join(wrong)}")
    count = sum(len(job.seeds) for job in planned)
    out.print(f"[bold green]{all_of(count, 'comparison')} equal, byte for byte[/]")
    out.print(f"results written to {os.path.relpath(report)}")


def compilers_of(given: WhatToProve) -> list[Compiler]:
    """The compilers whose modules are to be proven. Raises as `choose_compilers` does."""
    if given.compiler == "none":
        return []
    return choose_compilers(given.spec, given.compiler or "all", ["none"])


def worlds_of(spec: Spec, dungeons: Sequence[str]) -> list[str]:
    """The worlds among the dungeons. Raises UsageError if there is none."""
    worlds = [name for name in dungeons if spec.dungeons[name].world]
    if not worlds:
        raise UsageError(
            f"--chunks-of: there are no chunks of {', '.join(dungeons)}",
            "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
        )
    return worlds


def plan_verify(
    given: WhatToProve,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    now: Callable[[str], None],
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
) -> tuple[list[SeedJob], list[str]]:
    """Build what is to be proven. Return the jobs, and a sentence about each thing left out.

    Each dungeon's module is proven, so that a change of one kind leaves the proofs of the others
    alone. With --together the modules are linked as for a program that fetches them, and another
    module of the program is used before each dungeon. With --chunks-of the dungeons are worlds, and
    `seeds` are numbers of chunks. `now` is called with the name of each module before it is built.
    `pygen.proof.every_seed.verify` does the jobs.
    Raises CompileFailed as `build_module` does, ToolMissing without the C compiler that is
    needed, UsageError if a program with one dungeon is to be proven together.
    """
    spec, name, against_native = given.spec, given.spec_name, given.against == "native"
    routes: list[ModuleRoute] = []
    if given.together:
        for compiler in compilers:
            routes += _together(given, compiler, dungeons, now, build_folder)
    elif compilers:
        simulator, recompiling = build_simulator(), Recompiling.find(build_folder)

        def build(pair: tuple[Compiler, str]) -> ModuleRoute:
            compiler, dungeon = pair
            now(f"{dungeon} with {compiler}")
            module = build_module(spec, name, compiler, dungeon, build_folder=build_folder)
            return ModuleRoute(module, simulator, recompiling=recompiling)

        routes += in_threads(build, list(product(compilers, dungeons)), PROCESSORS)
    now("the native libraries")
    record = golden_folder(given.spec_path) / FILE_NAME
    return plan(
        spec, routes, dungeons, seeds, folder, build_folder, against_native, given.chunks_of, record
    )


def _together(
    given: WhatToProve,
    compiler: Compiler,
    dungeons: Sequence[str],
    now: Callable[[str], None],
    build_folder: Path,
) -> Iterator[ModuleRoute]:
    """The modules of a program with a window. Each is used after its predecessor in the program,
    the first one after the last."""
    simulator, recompiling = build_simulator(), Recompiling.find(build_folder)
    spec = given.spec
    # Programs do not have worlds yet.
    names = [name for name in given.selection.dungeons if not spec.dungeons[name].world]
    if len(names) < 2:
        raise UsageError(
            f"--together: the program has just {', '.join(names) or 'worlds'}",
            "It proves that dungeons of one program do not disturb each other. Leave it out, or "
            "add dungeons to program.dungeons in the spec.",
        )
    carrier = CARRIERS["easyflash"]
    modules = modules_of_program(
        spec,
        given.spec_name,
        compiler,
        "release",
        carrier,
        build_folder,
        now,
        spec.only(*names),
    )
    by_name = {module.dungeon: module for module in modules}
    for dungeon in (name for name in dungeons if name in names):
        other = names[names.index(dungeon) - 1]
        yield WindowRoute(
            by_name[dungeon], simulator, recompiling=recompiling, other=by_name[other]
        )


PREPARING = "recompiling"
"""The name of the progress bar for what is prepared."""


MOST_BARS = 40
"""Up to so many progress bars are drawn: more fit no screen, and take a fifth of a processor."""


def bar_names(jobs: Sequence[SeedJob]) -> dict[int, str]:
    """The names of progress bars by the jobs' identities: one for each row of a dungeon, and one
    for the samples of a route; or one for each route if these are too many."""
    names = {}
    for job in jobs:
        what = "a sample" if job.is_sample else job.name
        names[id(job)] = f"{job.route.name} = {job.against.name}: {what}"
    if len(set(names.values())) <= MOST_BARS:
        return names
    return {id(job): f"{job.route.name} = {job.against.name}" for job in jobs}


def prove_jobs(
    jobs: Sequence[SeedJob],
    workers: int | Cluster,
    console: Console,
    report: Path | None = None,
    diagnosed: Sequence[SeedJob] | None = None,
) -> list[str]:
    """Do the jobs with progress bars, print the results, and diagnose wrong seeds of all jobs, or
    of the jobs `diagnosed`.

    Returns the names of the jobs that are not equal. The results are printed, and written to
    `report`, even if the run is interrupted. Raises as `pygen.proof.every_seed.verify` does.
    """
    begin = time.perf_counter()
    totals = Counter[str]()
    routes = {id(job.route) for job in jobs if job.route.needs_preparing}
    if routes and not isinstance(workers, Cluster):
        totals[PREPARING] = len(routes)
    names = bar_names(jobs)
    for job in jobs:
        totals[names[id(job)]] += len(job.seeds)

    try:
        with progress_bars(console, totals) as advance:

            def prepared(done: int, count: int) -> None:
                # Routes with nothing left to do are not prepared.
                advance(PREPARING, 1 if done else len(routes) - count)

            verify(jobs, workers, lambda job, count: advance(names[id(job)], count), prepared)
    except KeyboardInterrupt:
        console.print("What was proved is kept: the same command goes on from there.")
        raise
    finally:
        seconds = time.perf_counter() - begin
        print_results(jobs, console)
        if report:
            write_report(report, jobs, seconds, workers)
    print_explanations(jobs if diagnosed is None else diagnosed, console)
    console.print(f"{seconds:,.0f} seconds with {counted_workers(workers)}", style="dim")
    return [f"{job.route.name} {job.name}" for job in jobs if not job.is_good]


def verify_levels(
    spec: Spec,
    name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    workers: int | Cluster,
    console: Console,
    record: Path | None = None,
) -> None:
    """Prove the modules of all optimisation levels. `name` is the spec's file name, and `record`
    is as in `make_jobs`.

    Raises ParityFailed if the spec allows a level that gives wrong dungeons or none.
    """
    with console.status("building ...") as status:
        tried = attempts(
            spec,
            name,
            compilers,
            dungeons,
            seeds,
            building=lambda level: status.update(f"building with {escape(level)} ..."),
            record=record,
        )
    allowed = jobs_of([attempt for attempt in tried if not attempt.level.refused])
    prove_jobs(jobs_of(tried), workers, console, diagnosed=allowed)
    print_levels(tried, console)
    wrong = [attempt.level.name for attempt in tried if not attempt.is_good]
    if wrong:
        raise ParityFailed(f"not equal: {', '.join(wrong)}")


def counted_workers(workers: int | Cluster) -> str:
    """Who has done the work, in words."""
    if isinstance(workers, Cluster):
        return f"up to {counted(workers.most_workers, 'worker')} of {workers.address}"
    return "one process" if workers == 1 else f"{workers} processes"


def write_report(
    path: Path, jobs: Sequence[SeedJob], seconds: float, workers: int | Cluster
) -> None:
    """Write all results as JSON: an object with a list `results`, with an item for each job.

    `seconds` is the duration of the run, `workers` the number of its processes, on a cluster the
    highest at a time. In an item, `floor`
    is the floor whose dungeons were compared; `floors` are the floors with the same parameters,
    empty for all floors. `chunks_of` is the seed whose chunks were compared, by their numbers; it
    is null if seeds were compared.
    """
    results = [
        {
            "route": job.route.name,
            "against": job.against.name,
            "dungeon": job.dungeon,
            "floor": job.floor,
            "floors": job.floors,
            "chunks_of": job.chunks_of,
            "seeds": len(job.seeds),
            "equal": job.equal,
            "known_before": job.known,
            "wrong": job.wrong,
            "failures": job.failures,
            "is_sample": job.is_sample,
            "remarks": sorted(set(job.remarks)),
            "seeds_a_second": rate_of([job]),
            "identities": list(job.keys),
        }
        for job in jobs
    ]
    count = workers.most_workers if isinstance(workers, Cluster) else workers
    data = {"seconds": round(seconds, 1), "workers": count, "results": results}
    data = with_head(data, FORMAT)
    write_if_changed(path, (json.dumps(data, indent=1) + "\n").encode())
