"""The tasks of Undercroft: `invoke --list` shows them, `invoke --help TASK` explains one.

Thin on purpose: a task reads its arguments, calls `pygen` and prints what came of it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast, get_args

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from invoke.context import Context  # noqa: E402
from invoke.exceptions import Exit  # noqa: E402
from invoke.tasks import task  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.markup import escape  # noqa: E402

from pygen import pictures as showing  # noqa: E402
from pygen.base.errors import ParityFailed, UsageError, UserError  # noqa: E402
from pygen.base.files import write_if_changed  # noqa: E402
from pygen.base.project import BUILD_FOLDER  # noqa: E402
from pygen.commands import run_vice as running  # noqa: E402
from pygen.commands.bench import BASELINE, plan_bench  # noqa: E402
from pygen.commands.doctor import examine, print_findings  # noqa: E402
from pygen.commands.parity import plan_parity  # noqa: E402
from pygen.commands.verify import plan_verify  # noqa: E402
from pygen.compilers import (  # noqa: E402
    Choice,
    Compiler,
    building,
    pick_compilers,
)
from pygen.console import bench as bench_tables  # noqa: E402
from pygen.console.build import print_report  # noqa: E402
from pygen.console.canaries import print_results as print_canaries  # noqa: E402
from pygen.console.parity import ParityReport, print_summary  # noqa: E402
from pygen.console.profile import print_profile  # noqa: E402
from pygen.console.tables import progress_bars  # noqa: E402
from pygen.console.verify import bar_name, print_explanations, print_levels  # noqa: E402
from pygen.console.verify import print_results as print_verified  # noqa: E402
from pygen.console.verify import write_report as write_verify_report  # noqa: E402
from pygen.emulators.rom_stub import build_rom_stub  # noqa: E402
from pygen.emulators.roms import machine_roms  # noqa: E402
from pygen.emulators.sim65 import Sim65  # noqa: E402
from pygen.emulators.vice_command import find_executable  # noqa: E402
from pygen.engine.floors import floor_seed  # noqa: E402
from pygen.engine.generation import Generation  # noqa: E402
from pygen.engine.request import Request  # noqa: E402
from pygen.engine.seeds import parse_floors, parse_seed, parse_seeds  # noqa: E402
from pygen.kinds import generate  # noqa: E402
from pygen.measure import bench as benching  # noqa: E402
from pygen.measure import budgets as bench_check  # noqa: E402
from pygen.measure.profile import profile as take_profile  # noqa: E402
from pygen.measure.profile import program_with_lines  # noqa: E402
from pygen.measure.tools import timings  # noqa: E402
from pygen.media import saved_map  # noqa: E402
from pygen.media.disk import make_disk, program_files  # noqa: E402
from pygen.proof import canaries  # noqa: E402
from pygen.proof import every_seed as proof_of_all  # noqa: E402
from pygen.proof import golden as catalogue  # noqa: E402
from pygen.proof import parity as proof  # noqa: E402
from pygen.proof.journal import spread  # noqa: E402
from pygen.proof.levels import attempts  # noqa: E402
from pygen.spec import Spec, load_spec, write_schema  # noqa: E402

BUILD = BUILD_FOLDER
GOLDEN = ROOT / "tests" / "golden"

# Tables are not squeezed where no window limits them, as in a log.
out = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
complaints = Console(stderr=True, highlight=False)

SPEC_HELP = {
    "spec": "the YAML file to work from (default: generator.yaml)",
    "set": "change one value, as in dungeons.crypt.rooms.max_size=7; may be given several times",
}
COMPILER_HELP = {"compiler": "auto, oscar64, cc65 or all"}


@contextlib.contextmanager
def answering_for_errors() -> Iterator[None]:
    """Show a user's mistake as text, and end with its exit status instead of a traceback."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        yield
    except UserError as error:
        complaints.print(f"[bold red]error:[/] {escape(error.message)}", soft_wrap=True)
        if error.hint:
            complaints.print(escape(error.hint), soft_wrap=True)
        raise Exit(code=error.exit_code) from None
    except KeyboardInterrupt:
        complaints.print("interrupted")
        raise Exit(code=130) from None
    except BrokenPipeError:
        # Whoever read our output has had enough; nothing more can be printed, not even by Python.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Exit(code=141) from None


def read_spec(path: str | None, overrides: Sequence[str]) -> Spec:
    """The spec that a task works from; its JSON schema is kept up to date beside the build."""
    spec = load_spec(Path(path) if path else ROOT / "generator.yaml", overrides)
    with contextlib.suppress(UserError):
        write_schema(BUILD / "generator.schema.json")
    return spec


def spec_name(path: str | None) -> str:
    """How emitted files call the spec: without folders, so that they do not hang on them."""
    return Path(path).name if path else "generator.yaml"


def choose_compilers(spec: Spec, choice: str | None) -> Choice:
    """The compilers a task uses, said aloud."""
    paths = {"oscar64": spec.compilers.oscar64.path, "cc65": spec.compilers.cc65.path}
    choice_made = pick_compilers(choice or spec.compilers.choice, paths)
    out.print(escape(choice_made.sentence), style="dim", soft_wrap=True)
    return choice_made


def check_profile(name: str) -> building.Profile:
    """The profile of that name; raises UsageError if there is none."""
    if name not in get_args(building.Profile):
        raise UsageError(f"--profile: {name!r} is unknown", "Choose release or dev.")
    return cast("building.Profile", name)


def check_dungeon(spec: Spec, name: str | None) -> str:
    """A dungeon's name, by default the program's first one."""
    if name is None:
        return spec.program.dungeons[0]
    if name not in spec.dungeons:
        raise UsageError(
            f"--dungeon: there is no dungeon called {name!r}",
            f"The spec has {', '.join(spec.dungeons)}.",
        )
    return name


def dungeons_of(spec: Spec, name: str | None) -> list[str]:
    """The dungeon of that name, which must be in the program, or all that are."""
    if name is None:
        return list(spec.program.dungeons)
    if check_dungeon(spec, name) not in spec.program.dungeons:
        raise UsageError(
            f"--dungeon: {name} is not in the program",
            "Add it to program.dungeons in the spec.",
        )
    return [name]


def build_program(
    profile: building.Profile, compiler: str | None, spec_file: str | None, overrides: Sequence[str]
) -> None:
    """Build with one profile and print what has become of it."""
    with answering_for_errors():
        spec = read_spec(spec_file, overrides)
        for found in choose_compilers(spec, compiler).compilers:
            with out.status(f"building with {found} ..."):
                untried = canaries.try_compiler_once(spec, found) if profile == "release" else ""
                program = building.build(spec, spec_name(spec_file), found, profile)
            if untried:
                out.print(f"[yellow]{escape(untried)}[/]", soft_wrap=True)
            print_report(program, out)
            out.print()


@task(iterable=["set_"], auto_shortflags=False, help={**COMPILER_HELP, **SPEC_HELP})
def build_release(
    _: Context, compiler: str | None = None, spec: str | None = None, set_: Any = None
) -> None:
    """Build the C64 program as it ships: small and fast."""
    build_program("release", compiler, spec, set_)


@task(iterable=["set_"], auto_shortflags=False, help={**COMPILER_HELP, **SPEC_HELP})
def build_dev(
    _: Context, compiler: str | None = None, spec: str | None = None, set_: Any = None
) -> None:
    """Build the C64 program for development: with assertions and symbols."""
    build_program("dev", compiler, spec, set_)


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seeds": "seeds and ranges, as in 0,7,100-120 (default: the spec's golden seeds)",
        "floor": "of each seed this floor, or several, as in 1-256 (default: 1)",
        "dungeon": "only this dungeon (default: all that are in the program)",
        "compiler": "auto, oscar64, cc65 or all (default: all that are found)",
        "profile": "release or dev (default: release)",
        "report": "write all cases to this JSON file",
        "jobs": "emulators at a time (default: one for each processor)",
        **SPEC_HELP,
    },
)
def parity(
    _: Context,
    seeds: str | None = None,
    dungeon: str | None = None,
    compiler: str = "all",
    profile: str = "release",
    report: str | None = None,
    jobs: int = 0,
    floor: str = "1",
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Prove that the C64 program gives the reference's dungeons, byte for byte."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        profile = check_profile(profile)
        chosen = parse_seeds(seeds) if seeds else rules.parity.seeds()
        levels = parse_floors(floor)
        names = dungeons_of(rules, dungeon)
        with out.status("building ...") as status:
            planned = plan_parity(
                rules,
                spec_name(spec),
                choose_compilers(rules, compiler).compilers,
                names,
                chosen,
                levels,
                profile,
                lambda found: status.update(f"building with {found} ..."),
            )
        repeat_arguments = "".join(
            [f" --spec {spec}" if spec else ""]
            + [f" --set {change}" for change in set_]
            + [f" --profile {profile}" if profile != "release" else ""]
        )
        totals = {job.name: len(job.requests) for job in planned}
        with progress_bars(out, totals) as advance:
            listener = ParityReport(out, repeat_arguments, advance)
            cases = proof.compare_all(planned, listener, jobs or os.cpu_count() or 1)
        print_summary(cases, out)
        if report:
            proof.write_report(Path(report), cases)
            out.print(f"cases written to {report}")
        wrong = sum(not case.equal for case in cases)
        if wrong:
            raise ParityFailed(f"{wrong} of {len(cases)} dungeons differ from the reference")
        out.print(f"[bold green]all {len(cases)} dungeons are equal, byte for byte[/]")


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seeds": "seeds and ranges, as in 0,7,100-120 (default: all 65,536)",
        "sample": "so many seeds, spread over all of them",
        "dungeon": "only this dungeon (default: all that are in the program)",
        "compiler": "oscar64, cc65, all, or none for the native build alone (default: all)",
        "together": "prove the release program with all its dungeons, not a program for each",
        "flags": "instead of the release: every optimisation level of the compilers (on 64 seeds)",
        "again": "check also what is known from before",
        "report": "write the results to this JSON file (default: build/verify/report.json)",
        "jobs": "processes at a time (default: one for each processor)",
        **SPEC_HELP,
    },
)
def verify(
    _: Context,
    seeds: str | None = None,
    sample: int = 0,
    dungeon: str | None = None,
    compiler: str = "all",
    together: bool = False,
    flags: bool = False,
    again: bool = False,
    report: str | None = None,
    jobs: int = 0,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Prove it for every seed: Python, native and 6502 code all build the same dungeons."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        if seeds and sample:
            raise UsageError("--seeds and --sample exclude each other", "Give one of them.")
        if sample < 0:
            raise UsageError(f"--sample: {sample} is not a number of seeds", "Give 1 to 65536.")
        default = spread(64) if flags else range(65536)
        chosen = parse_seeds(seeds) if seeds else default
        chosen = spread(sample) if sample else chosen
        names = dungeons_of(rules, dungeon)
        found = choose_compilers(rules, compiler).compilers if compiler != "none" else []
        work = jobs or os.cpu_count() or 1
        target = Path(report) if report else proof_of_all.VERIFY_FOLDER / "report.json"
        if flags:
            verify_levels(rules, spec_name(spec), found, names, chosen, work)
            return
        with out.status("building ...") as status:
            planned, left_out = plan_verify(
                rules,
                spec_name(spec),
                found,
                names,
                chosen,
                together,
                lambda what: status.update(f"building {what} ..."),
            )
        if left_out:
            out.print(f"[yellow]{escape(left_out)}[/]", soft_wrap=True)
        if again:
            for job in planned:
                job.journal.forget()
        wrong = prove_jobs(planned, work, target)
        if wrong:
            raise ParityFailed(f"not equal: {', '.join(wrong)}")
        count = sum(len(job.seeds) for job in planned)
        out.print(f"[bold green]all {count:,} comparisons are equal, byte for byte[/]")
        out.print(f"results written to {os.path.relpath(target)}")


def prove_jobs(
    planned: Sequence[proof_of_all.Job], workers: int, report: Path | None = None
) -> list[str]:
    """Do verify's jobs and print what came of them; the names of those that are not equal."""
    begin = time.perf_counter()
    totals = {bar_name(job): len(job.seeds) for job in planned}
    try:
        with progress_bars(out, totals) as advance:
            proof_of_all.verify(planned, workers, lambda job, count: advance(bar_name(job), count))
    finally:
        seconds = time.perf_counter() - begin
        print_verified(planned, out)
        if report:
            write_verify_report(report, planned, seconds, workers)
    print_explanations(planned, out)
    out.print(f"{seconds:,.0f} seconds with {workers} processes", style="dim")
    return [f"{job.route.name} {job.dungeon}" for job in planned if not job.is_good]


def verify_levels(
    spec: Spec,
    name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    workers: int,
) -> None:
    """Prove the programs of all optimisation levels; raise ParityFailed if the spec allows a level
    that gives wrong dungeons or none."""
    with out.status("building ...") as status:
        tried = attempts(
            spec,
            name,
            compilers,
            dungeons,
            seeds,
            building=lambda level: status.update(f"building with {escape(level)} ..."),
        )
    prove_jobs([job for attempt in tried for job in attempt.jobs], workers)
    print_levels(tried, out)
    bad = [attempt.level.name for attempt in tried if not attempt.is_good]
    if bad:
        raise ParityFailed(f"not equal: {', '.join(bad)}")


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seed": "0 to 65535 (default: 0)",
        "seeds": "several, as in 0-15: with --png a sheet of all of them",
        "dungeon": "which dungeon (default: the program's first)",
        "png": "write a picture to this file instead",
        "json": "write the dungeon as data to this file instead ('-': to the terminal)",
        "floor": "1 to 256: that floor of the dungeon which hangs on the seed (default: 1)",
        "from_file": "a map or seed saved on the C64: FILE, or DISK.d64:NAME; --dungeon if it "
        "comes from a program with other dungeons",
        "rooms": "number the rooms",
        "halves": "two rows of tiles in one line, for narrow windows",
        "scale": "pixels of the picture for one of the C64's (default: 1)",
        **SPEC_HELP,
    },
)
def show(
    _: Context,
    seed: str | None = None,
    seeds: str | None = None,
    dungeon: str | None = None,
    png: str | None = None,
    json: str | None = None,
    rooms: bool = False,
    halves: bool = False,
    scale: int = 1,
    floor: int = 1,
    from_file: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Show a dungeon of the Python reference: in the terminal, as a picture, as data."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        name = check_dungeon(rules, dungeon)
        if from_file and (seed or seeds or floor != 1):
            raise UsageError("--from-file: the file says which seed and floor it is", "")
        if from_file:
            found = [saved_dungeon(rules, from_file, dungeon)]
        else:
            wanted = parse_seeds(seeds) if seeds else [parse_seed(seed or "0")]
            wanted = [floor_seed(rules.random, number, floor) for number in wanted]
            found = [generate(rules, Request(name, number)) for number in wanted]
        if png:
            data = (
                showing.as_png(rules, found[0], scale, rooms)
                if len(found) == 1
                else showing.contact_sheet(rules, found)
            )
            write_if_changed(Path(png), data)
            out.print(f"picture written to {png}")
        if json == "-":
            sys.stdout.write(showing.json_bytes(showing.as_json(rules, found[0])).decode())
        elif json:
            write_if_changed(Path(json), showing.json_bytes(showing.as_json(rules, found[0])))
            out.print(f"data written to {json}")
        if not png and not json:
            for generation in found:
                showing.print_dungeon(rules, generation, out, rooms=rooms, halves=halves)


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "check": "compare the reference with the catalogue (the default)",
        "update": "show what changes, then write the catalogue",
        **SPEC_HELP,
    },
)
def golden(
    _: Context,
    check: bool = False,
    update: bool = False,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Compare the reference with the catalogue of golden values, or renew that."""
    with answering_for_errors():
        if check and update:
            raise UsageError("--check and --update exclude each other", "Give one of them.")
        rules = read_spec(spec, set_)
        if update:
            catalogue.update(rules, GOLDEN, apply=True, show=lambda line: out.print(escape(line)))
            return
        catalogue.demand(rules, GOLDEN)
        out.print(f"all {catalogue.count(rules)} golden dungeons are as they were")


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "canaries": "try the compilers on shapes of C that some of them get wrong",
        **SPEC_HELP,
    },
)
def doctor(_: Context, canaries: bool = False, spec: str | None = None, set_: Any = None) -> None:
    """Examine this machine: every tool, its version and place, or how to get it."""
    with answering_for_errors():
        try:
            rules = read_spec(spec, set_)
        except UserError as error:
            complaints.print(escape(str(error)), soft_wrap=True)
            rules = None
        if rules and canaries:
            try_canaries(rules)
            return
        if not print_findings(examine(rules), out) or rules is None:
            raise Exit(code=1)


def try_canaries(spec: Spec) -> None:
    """Show what each compiler makes of the canaries; raise MiscompilerFound for a harmful one."""
    results = {}
    for found in choose_compilers(spec, "all").compilers:
        simulator = Sim65.find(found.path.parent if found.name == "cc65" else None)
        results[found] = canaries.run_canaries(found, canaries.flag_lists(spec, found), simulator)
        print_canaries(found, results[found], out)
    for found, of_compiler in results.items():
        canaries.require_fit(found, of_compiler)


@task(auto_shortflags=False)
def schema(_: Context) -> None:
    """Write the JSON Schema of the spec, by which editors complete and check generator.yaml."""
    with answering_for_errors():
        path = BUILD / "generator.schema.json"
        changed = write_schema(path)
        out.print(f"{os.path.relpath(path)}: {'written' if changed else 'unchanged'}")


@task(auto_shortflags=False)
def clean(_: Context) -> None:
    """Remove all that was built."""
    with answering_for_errors():
        if BUILD.is_dir():
            shutil.rmtree(BUILD)
        out.print(f"{os.path.relpath(BUILD)}/ is gone")


@task(
    auto_shortflags=False,
    help={"arguments": "arguments for pytest, as in '-k parity -x'", "jobs": "processes at a time"},
)
def test(context: Context, arguments: str = "", jobs: str = "auto") -> None:
    """Run all tests; those whose tools are missing say so."""
    with context.cd(str(ROOT)):
        command = f"{sys.executable} -m pytest -n {jobs} {arguments}"
        context.run(command, pty=sys.stdout.isatty(), in_stream=False)


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seeds": "seeds and ranges, as in 0-1023 (default: the spec's golden seeds)",
        "dungeon": "only this dungeon (default: all that are in the program)",
        "compiler": "auto, oscar64, cc65 or all (default: all that are found)",
        "profile": "release, dev or all (default: release)",
        "screen": "dark, or both: measure also with the screen on (default: both)",
        "report": "write the results to this JSON file",
        "compare": "show the change since this older report",
        "check": "fail if a budget is broken or a median has risen over tests/bench/baseline.json",
        "bless": "make these the committed figures of tests/bench/baseline.json",
        "python": "time the Python tools instead",
        "jobs": "emulators at a time (default: one for each processor)",
        **SPEC_HELP,
    },
)
def bench(
    _: Context,
    seeds: str | None = None,
    dungeon: str | None = None,
    compiler: str = "all",
    profile: str = "release",
    screen: str = "both",
    report: str | None = None,
    compare: str | None = None,
    check: bool = False,
    bless: bool = False,
    python: bool = False,
    jobs: int = 0,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Measure cycles and bytes of the generators on the C64."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        profiles = get_args(building.Profile) if profile == "all" else (check_profile(profile),)
        if screen not in ("dark", "both"):
            raise UsageError(f"--screen: {screen!r} is unknown", "Choose dark or both.")
        if bless and "release" not in profiles:
            raise UsageError("--bless: only the release profile has committed figures", "")
        older = benching.read_report(Path(compare)) if compare else []
        names = dungeons_of(rules, dungeon)
        found = choose_compilers(rules, compiler).compilers
        if python:
            for timing in timings(rules, found, names):
                processor = timing.processor
                out.print(
                    f"{timing.what:48}{1000 * timing.seconds:10,.1f} ms"
                    f"   aim: {1000 * timing.aim:,.0f} ms"
                    + (f"   processor time: {1000 * processor:,.1f} ms" if processor else "")
                )
            return
        chosen = parse_seeds(seeds) if seeds else rules.parity.seeds()
        with out.status("building ...") as status:
            planned = plan_bench(
                rules,
                spec_name(spec),
                [(one, kind) for one in found for kind in profiles],
                names,
                chosen,
                screen == "both",
                lambda what: status.update(f"building {what} ..."),
            )
        totals = {bench_tables.bar_name(job): len(job.seeds) for job in planned.jobs}
        with progress_bars(out, totals) as advance:
            results = planned.run(
                jobs or os.cpu_count() or 1,
                lambda job: advance(bench_tables.bar_name(job), 1),
            )
        bench_tables.print_results(results, out)
        if older:
            bench_tables.print_comparison(older, results, out)
        if report:
            benching.write_report(Path(report), results)
            out.print(f"results written to {report}")
        if bless:
            bench_check.write_baseline(BASELINE, results)
            out.print(f"committed figures written to {os.path.relpath(BASELINE)}")
        if check:
            notes = bench_check.require_budgets(rules, results, bench_check.read_baseline(BASELINE))
            for note in notes:
                out.print(f"[yellow]{escape(note)}[/]", soft_wrap=True)
            out.print("[bold green]no budget is broken[/]")


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seed": "0 to 65535 (default: 0)",
        "dungeon": "which dungeon (default: the program's first)",
        "compiler": "auto, oscar64, cc65 or all",
        "profile": "release or dev (default: release)",
        "lines": "how many lines of source to show (default: 20)",
        "functions": "how many functions to show (default: 30)",
        **SPEC_HELP,
    },
)
def profile(
    _: Context,
    seed: str = "0",
    dungeon: str | None = None,
    compiler: str | None = None,
    profile: str = "release",
    lines: int = 20,
    functions: int = 30,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Show where the cycles of a dungeon go: by phase, by function, by line of source."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        profile = check_profile(profile)
        name = dungeons_of(rules, check_dungeon(rules, dungeon))[0]
        number = parse_seed(seed)
        for found in choose_compilers(rules, compiler).compilers:
            with out.status(f"building with {found} ..."):
                program = program_with_lines(rules, spec_name(spec), found, profile)
            with out.status("counting cycles ..."):
                profiled = take_profile(program, Request(name, number))
            print_profile(profiled, out, functions, lines)


def saved_dungeon(rules: Spec, file: str, dungeon: str | None) -> Generation[Any]:
    """The dungeon of a file that the C64 has saved, said in a line."""
    found = saved_map.read_saved(Path(file))
    generation, is_same = saved_map.restored(rules, found, dungeon)
    kind = "map" if found.is_map else "seed"
    out.print(
        f"{escape(file)}: {kind} of {generation.name}, seed {found.dungeon_seed}, "
        f"floor {found.floor}, whose own seed is {found.seed}",
        soft_wrap=True,
    )
    if not is_same:
        out.print("[yellow]with this spec the reference gives another map for that seed[/]")
    return generation


def build_to_play(
    rules: Spec, file: str | None, profile: str, compiler: str | None, dungeon: str
) -> building.Program:
    """A program that a person can play, with `dungeon` in it."""
    profile = check_profile(profile)
    found = choose_compilers(rules, compiler).compilers[0]
    smaller = running.playable_spec(rules, found, dungeon)
    folder = BUILD if smaller is rules else BUILD / "play"
    if smaller is not rules:
        many = f"{found} has no room for {len(rules.program.dungeons)} dungeons and playing"
        out.print(f"[yellow]{many}: only {dungeon} is in the program[/]", soft_wrap=True)
    with out.status(f"building with {found} ..."):
        return building.build(smaller, spec_name(file), found, profile, folder)


def disk_to_play_with(rules: Spec, program: building.Program) -> Path | None:
    """The disk image for drive 8, made if there is none; said in a line."""
    path = BUILD / f"{rules.program.name}.d64"
    where, made = os.path.relpath(path), ""
    if not path.exists():
        try:
            make_disk(path, program_files(rules.program.name, program.result.prg.read_bytes()))
        except UserError as error:
            out.print(f"[yellow]no disk is in the drive: {escape(error.message)}[/]")
            return None
        made = ", made just now"
    out.print(f"drive 8 has {where}{made}: M saves there, L loads from it", soft_wrap=True)
    return path


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seed": "0 to 65535: go there without the menu (default: the menu)",
        "dungeon": "which dungeon (default: the program's first)",
        "floor": "1 to 256 (default: 1)",
        "profile": "release or dev (default: release)",
        "warp": "as fast as this machine can",
        "headless": "without a window; wants --screenshot",
        "screenshot": "write what the screen shows to this PNG (headless only)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def run_vice(
    _: Context,
    seed: str | None = None,
    dungeon: str | None = None,
    floor: int = 1,
    profile: str = "release",
    compiler: str | None = None,
    warp: bool = False,
    headless: bool = False,
    screenshot: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Play the C64 program in VICE; or, unseen, take a picture of it."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        if headless != bool(screenshot):
            raise UsageError("--headless and --screenshot belong together", "Give both, or none.")
        name = check_dungeon(rules, dungeon)
        number = parse_seed(seed) if seed is not None else 1
        program = build_to_play(rules, spec, profile, compiler, name)
        goes_in = seed is not None or dungeon is not None or floor != 1
        prg = running.with_choices(program, name, number, floor, goes_in)
        executable = rules.emulator.path or ""
        roms = machine_roms(Path(find_executable(executable)))
        if roms is None:
            roms = build_rom_stub(BUILD / "rom_stub")
            out.print(f"[yellow]{running.WITHOUT_ROMS}[/]", soft_wrap=True)
        if screenshot:
            write_if_changed(Path(screenshot), running.picture_of(program, prg, roms, executable))
            out.print(f"picture written to {screenshot}")
            return
        disk = None if roms.is_stub else disk_to_play_with(rules, program)
        running.open_window(prg, roms, executable, warp, rules.emulator.standard == "ntsc", disk)


@task(
    iterable=["set_"],
    auto_shortflags=False,
    help={
        "seeds": "save the maps of these seeds on it, as in 0,7,100-120",
        "dungeon": "of which dungeon (default: the program's first)",
        "floor": "of which floor, 1 to 256 (default: 1)",
        "profile": "release or dev (default: release)",
        "output": "the image's file (default: build/<program>.d64)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def disk(
    _: Context,
    seeds: str | None = None,
    dungeon: str | None = None,
    floor: int = 1,
    profile: str = "release",
    compiler: str | None = None,
    output: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Make a disk image with the program, a readme, and maps."""
    with answering_for_errors():
        rules = read_spec(spec, set_)
        name = check_dungeon(rules, dungeon)
        program = build_to_play(rules, spec, profile, compiler, name)
        title = rules.program.name
        files = program_files(title, program.result.prg.read_bytes())
        for number in parse_seeds(seeds) if seeds else []:
            file = saved_map.saved(program.spec, name, number, floor)
            data = saved_map.file_bytes(program.spec, file)
            files.append((saved_map.file_name(file), "prg", data))
        path = Path(output) if output else BUILD / f"{title}.d64"
        make_disk(path, files)
        out.print(f"{len(files)} files written to {os.path.relpath(path)}")
