"""Printing the diagnosis of a wrong dungeon."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from pygen.proof.differences import picture
from pygen.proof.parity import Diagnosis
from pygen.spec import Spec

# How many differing values of a region are listed; all of them are counted.
SHOWN = 4


def print_diagnosis(console: Console, spec: Spec, diagnosis: Diagnosis) -> None:
    """Print where a case goes wrong: the phase and the step, the changes that both made in it, the
    first values that differ, and a picture of the tiles."""
    case = diagnosis.case
    console.print(f"[bold red]{case}: {first_difference(diagnosis)}[/]")
    if diagnosis.counts:
        ours, theirs = diagnosis.counts
        console.print(f"  Python has {ours:,} steps, the C64 has {theirs:,}")
    if diagnosis.step is not None:
        console.print(f"  the first wrong step is {diagnosis.step}; after it differ:")
    regions = dict.fromkeys(difference.region for difference in diagnosis.differences)
    # Records say more than single tiles, which are in the picture anyway.
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
    """The place of the first difference, in words."""
    if diagnosis.differences:
        return f"differs first after phase '{diagnosis.phase}'"
    if diagnosis.counts:
        return "the same values, in another number of steps"
    return "equal when it was built again"
