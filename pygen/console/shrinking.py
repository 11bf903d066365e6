"""`--shrink` of the proofs: a difference is shrunk to the smallest spec that still has it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from pygen.base.errors import ToolMissing
from pygen.base.words import counted
from pygen.builders.module import RouteOfModule
from pygen.builders.simulator import build_simulator
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.compilers.host import HostCompiler
from pygen.console.arguments import DEFAULT_SPEC, ProofArguments
from pygen.console.options import Needs, Number, OutputFile
from pygen.console.terminal import out, shown_path, write_output
from pygen.engine.random.request import Request
from pygen.proof.comparing import Comparison, ModuleWay, NativeWay, Way
from pygen.proof.every_seed import SeedJob
from pygen.proof.findings import Finding
from pygen.proof.shrinking import MOST_TRIES, NothingFails, Shrinker
from pygen.spec.loading import overridden
from pygen.spec.smaller import Data

SHRINK = OutputFile(
    "if something differs, write the smallest spec that still differs to this file",
    [".yaml", ".yml"],
    "a spec",
)
TRIES = Number(
    f"with --shrink: how many specs to try at most (default: {MOST_TRIES})",
    MOST_TRIES,
    range(1, 1_000_001),
    "Give a number from 1 to 1,000,000.",
)
TRIES_NEED_SHRINK = Needs(
    "tries", "shrink", "--tries is for --shrink", "Add --shrink FILE.yaml, or leave it out."
)


MOST_SEARCHED = 1024
"""Among how many seeds the one is looked for whose dungeon could not be built."""


@dataclass(frozen=True)
class Wrong:
    """Requests of one dungeon, at least one of which is wrong, and how it was built. `compiler` is
    None for the native build."""

    requests: Sequence[Request]
    compiler: Compiler | None
    profile: Profile = "release"


def first_wrong(jobs: Sequence[SeedJob]) -> Wrong:
    """What is wrong first in the results of a proof, which are not all good."""
    job = next(job for job in jobs if not job.is_good)
    # A failure does not say of which seed it is.
    seeds = job.wrong or job.seeds[:MOST_SEARCHED]
    route = job.route
    compiler = route.module.compiler if isinstance(route, RouteOfModule) else None
    return Wrong([job.request(seed) for seed in seeds], compiler)


def shrink_spec(given: ProofArguments, wrong: Wrong, file: Path, most_tries: int) -> None:
    """Shrink the spec of a task to the smallest one with the same difference. Print this spec and
    write it to `file`, even if the user interrupts the search."""
    path = Path(given.spec_path) if given.spec_path else DEFAULT_SPEC
    data = overridden(path, given.changes)[0].data
    for way in ways(wrong):
        if shrink_on(way, wrong.requests, data, file, most_tries, out):
            return
    out.print("[yellow]Nothing to shrink: no difference was found when it was built again.[/]")


def ways(wrong: Wrong) -> Iterator[Way]:
    """The ways on which a difference may show, the fastest one first."""
    try:
        HostCompiler.find()
    except ToolMissing:
        pass
    else:
        yield NativeWay()
        if wrong.compiler:
            # Built before it is needed in a process of its own.
            build_simulator()
            yield ModuleWay(wrong.compiler, wrong.profile)
    if wrong.compiler:
        yield ModuleWay(wrong.compiler, wrong.profile, in_vice=True)


def shrink_on(
    way: Way, requests: Sequence[Request], data: Data, file: Path, most_tries: int, console: Console
) -> bool:
    """Shrink a spec that is wrong on one way, and print and write the result. Returns whether it is
    wrong on this way at all."""
    check = Comparison(way, requests)
    # No automatic refresh: a thread would be in the way of the processes of the check.
    columns = TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        bar = progress.add_task(f"looking {way.words} ...")
        progress.refresh()

        def tried(shrinker: Shrinker) -> None:
            lines = shrinker.text.count("\n")
            progress.update(
                bar,
                description=f"shrinking {way.words}: {shrinker.tries:,} of at most "
                f"{most_tries:,} specs tried, the smallest has {lines} lines",
                refresh=True,
            )

        try:
            shrinker = Shrinker(data, check, most_tries, tried)
        except NothingFails:
            return False
        if shrinker.finding.request is None:
            # It cannot even be built on this way.
            return False
        finding = shrinker.finding
        try:
            shrinker.run()
            finding = check.simplest(shrinker.spec, shrinker.finding)
        except KeyboardInterrupt:
            progress.stop()
            print_smallest(way, shrinker, shrinker.finding, file, console)
            raise
    print_smallest(way, shrinker, finding, file, console)
    return True


def print_smallest(
    way: Way, shrinker: Shrinker, finding: Finding, file: Path, console: Console
) -> None:
    """Print the smallest spec known, with a comment on what is wrong with it, and write it to
    `file`."""
    tried = counted(shrinker.tries, "spec")
    if shrinker.is_smallest:
        said = f"the smallest spec with the same difference, of {tried} tried:"
    else:
        said = f"the smallest spec with the same difference so far, of {tried} tried:"
    console.print(f"[bold]{said}[/]\n")
    assert finding.request is not None
    command = way.command(shlex.quote(shown_path(file)), shrinker.spec, finding.request)
    text = shrinker.file(finding, command)
    console.print(text, markup=False, soft_wrap=True)
    if shrinker.tries >= shrinker.most_tries and not shrinker.is_smallest:
        console.print("With more --tries a smaller one may be found.")
    write_output("the smallest spec", file, text.encode())
