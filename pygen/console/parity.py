"""How parity is reported: every wrong case with its diagnosis, and a summary."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.console.tables import plain_table
from pygen.proof.differences import picture
from pygen.proof.parity import Case, Diagnosis, Listener, ParityJob
from pygen.spec import Spec

# Differing values of a region that are listed; all of them are counted.
SHOWN = 4


class ParityReport(Listener):
    """Advances progress bars, and prints the diagnoses of wrong cases as they arrive."""

    def __init__(
        self, console: Console, repeat_arguments: str, advance: Callable[[str, int], None]
    ) -> None:
        """`repeat_arguments` are the other arguments of a command that repeats a case."""
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
        print_diagnosis(self._console, job.route.spec, diagnosis)
        self._console.print(
            f"  repeat it: invoke parity --compiler {case.compiler} --dungeon {request.dungeon} "
            f"--seeds {request.seed}{floor}"
            f"{'' if diagnosis.until is None else f' --steps {diagnosis.until}'}"
            f"{escape(self._repeat_arguments)}\n",
            soft_wrap=True,
        )


def print_diagnosis(console: Console, spec: Spec, diagnosis: Diagnosis) -> None:
    """Print where a case goes wrong: phase and step, what both did in it, the first values that
    differ, and a picture of the tiles."""
    case = diagnosis.case
    console.print(f"[bold red]{case}: {first_difference(diagnosis)}[/]")
    if diagnosis.counts:
        ours, theirs = diagnosis.counts
        console.print(f"  Python has {ours:,} steps, the C64 has {theirs:,}")
    if diagnosis.step is not None:
        console.print(f"  the first wrong step is {diagnosis.step}; after it differ:")
    regions = dict.fromkeys(difference.region for difference in diagnosis.differences)
    # Records say more than single tiles, and the tiles are in the picture.
    for region in sorted(regions, key=lambda name: name == "map"):
        in_region = [item for item in diagnosis.differences if item.region == region]
        for difference in in_region[:SHOWN]:
            console.print(f"  {escape(str(difference))}")
        if len(in_region) > SHOWN:
            console.print(f"  and {len(in_region) - SHOWN} more in {region}")
    if diagnosis.step is not None and diagnosis.done_by_python != diagnosis.done_by_c64:
        for who, done in (("Python", diagnosis.done_by_python), ("the C64", diagnosis.done_by_c64)):
            more = f", and {len(done) - SHOWN} more" if len(done) > SHOWN else ""
            what = "; ".join(done[:SHOWN]) or "nothing"
            console.print(f"  in this step {who} changed {escape(what)}{more}")
    counts = ", ".join(f"{region} {count}" for region, count in diagnosis.at_end.items())
    when = "at the end" if diagnosis.until is None else f"after {diagnosis.until} steps"
    console.print(f"  differing values {when}: {counts}")
    if diagnosis.python != diagnosis.c64:
        console.print(picture(spec, case.request.dungeon, diagnosis.python, diagnosis.c64))


def first_difference(diagnosis: Diagnosis) -> str:
    """In words: where the two go apart."""
    if diagnosis.differences:
        return f"differs first after phase '{diagnosis.phase}'"
    if diagnosis.counts:
        return "the same values, in another number of steps"
    return "equal when it was built again"


def print_idle_passes(idle: Mapping[str, Sequence[str]], console: Console) -> None:
    """Name the passes of each dungeon that changed nothing in any sample."""
    for dungeon, names in idle.items():
        for name in names:
            console.print(
                f"[yellow]{dungeon}: the pass {name} changed nothing in any sample[/]: "
                "so nothing of it was compared"
            )


def print_summary(cases: Sequence[Case], console: Console) -> None:
    """A table: how many dungeons of each name are equal, and the cycles they took."""
    console.print(summary(cases))


def summary(cases: Sequence[Case]) -> Table:
    floors = ["floors"] if any(case.request.floor != 1 for case in cases) else []
    # Nobody counts them if the dungeons are compared before their end.
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
