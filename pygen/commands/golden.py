"""Check that the reference still generates the recorded dungeons.

tests/golden/ has digests of each dungeon's maps and records for some seeds, the golden seeds.
The digests for a spec of your own are in the folder golden/ beside it. An unintended change of
the generator shows up here. After an intended change of the generator or of the spec, record
the new dungeons with --update.

With --every-seed it records what `invoke verify` has built in Python of all seeds, as a digest for
each 1,024 of them. Later proofs with the same sources need no Python then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from pygen.base.project import PROJECT
from pygen.base.words import all_of, counted, listed
from pygen.console.arguments import DEFAULT_SPEC, SpecArguments
from pygen.console.options import Excludes, Flag
from pygen.console.terminal import out, shown_path
from pygen.proof import golden
from pygen.proof.catalogue import UPDATE, GoldenFailed
from pygen.proof.golden import GoldenDifference, description
from pygen.proof.planning import rows_of_reference
from pygen.proof.recorded_blocks import FILE_NAME, record_blocks
from pygen.spec import Spec

GOLDEN_FOLDER = PROJECT / "tests" / "golden"


class Arguments(SpecArguments):
    check = Flag("compare only (the default)")
    update = Flag("show what changed, then record the new values")
    every_seed = Flag("record every seed that verify has built in Python, for later proofs")
    rules = (
        Excludes("check", "update"),
        Excludes("check", "every_seed"),
        Excludes("update", "every_seed"),
    )


def run(given: Arguments) -> None:
    folder = golden_folder(given.spec_path)
    if given.update:
        golden.update(given.spec, folder, print_difference, print_recorded)
        return
    if given.every_seed:
        record_every_seed(given.spec, folder)
        return
    repeat = f"{UPDATE}{f' --spec {given.spec_path}' if given.spec_path else ''}"
    comparison = compare(given.spec, folder, repeat)
    if comparison.differences:
        raise failure(comparison, repeat)
    out.print(f"{all_of(comparison.dungeons, 'golden dungeon')} unchanged")


def record_every_seed(spec: Spec, folder: Path) -> None:
    """Record the rows whose dungeons are all kept by `verify`. Raises GoldenFailed if there are
    none, UserError if the record cannot be written."""
    rows = rows_of_reference(spec, spec.selection.dungeons)
    file = folder / FILE_NAME
    found, missing = record_blocks(file, rows)
    if not found:
        raise GoldenFailed(
            "of no dungeon are all seeds built with today's sources",
            "Build them: invoke verify --compiler none",
        )
    out.print(f"{escape(shown_path(file))}: {counted(len(found), 'row')} recorded")
    if missing:
        out.print(f"not built yet: {escape(listed(missing))}", soft_wrap=True)


def print_difference(text: str) -> None:
    """Print how the recorded dungeons differ from those that will be recorded."""
    out.print(escape(text), soft_wrap=True)


def print_recorded(path: Path) -> None:
    """Print that a file of golden dungeons was written or removed."""
    state = "written" if path.exists() else "removed"
    out.print(f"{escape(shown_path(path))} was {state}", soft_wrap=True)


@dataclass(frozen=True)
class Comparison:
    """A comparison of the reference's dungeons with the recorded values.

    `dungeons` is the number of generated dungeons, `seeds` the number of seeds of each.
    """

    differences: list[GoldenDifference]
    dungeons: int
    seeds: int

    @property
    def spec_was_changed(self) -> bool:
        """Whether changes of the spec explain all differences: in the parts for a dungeon, in the
        list of dungeons, or in the golden seeds."""
        return bool(self.differences) and all(
            difference.spec_changed or difference.column in ("file", "seed")
            for difference in self.differences
        )


def golden_folder(spec_file: str | None) -> Path:
    """The folder of the recorded dungeons of a spec: `tests/golden/` for the project's own, the
    folder `golden` beside it for any other."""
    if spec_file is None or Path(spec_file).resolve() == DEFAULT_SPEC:
        return GOLDEN_FOLDER
    return Path(spec_file).parent / "golden"


def compare(spec: Spec, folder: Path, update: str = UPDATE) -> Comparison:
    """Compare the reference with the recorded values in `folder`.

    Raises GoldenFailed if the recorded values are missing or damaged; if there are none at all, it
    names the command `update`, which records them.
    """
    if not any((folder / f"{name}.txt").exists() for name in spec.dungeons):
        raise GoldenFailed(
            f"{folder}: no dungeons of this spec are recorded yet", f"Record them: {update}"
        )
    differences = golden.check(spec, folder)
    return Comparison(differences, golden.count(spec), len(spec.parity.seeds()))


def failure(comparison: Comparison, repeat: str = UPDATE) -> GoldenFailed:
    """The error for a comparison with differences; `repeat` is the command that records them.

    If the spec was changed, the message says how many dungeons changed. Otherwise the generator was
    changed, and the message lists the first differences.
    """
    differences, seeds = comparison.differences, comparison.seeds
    if not comparison.spec_was_changed:
        return GoldenFailed(
            f"the dungeons differ from the recorded ones\n{description(differences, seeds)}",
            "The spec is the one that they were recorded with, so the code of the generator was "
            f"changed. If that is intended, record the new dungeons: {repeat}",
        )
    lines = []
    for name in dict.fromkeys(item.dungeon for item in differences):
        mine = [item for item in differences if item.dungeon == name]
        lines.append(f"  {name}: {_summary(mine, seeds)}")
    text = "\n".join(lines)
    return GoldenFailed(
        f"the spec was changed after its dungeons were recorded\n{text}",
        "This is normal after an edit. To see the new dungeons: invoke show. "
        f"To record them, so that later changes are noticed: {repeat}",
    )


def _summary(differences: Sequence[GoldenDifference], seeds: int) -> str:
    """The differences of one dungeon in a few words."""
    if differences[0].column == "file":
        return "recorded, but no longer in the spec"
    changed = {item.seed for item in differences if item.column != "seed"}
    added = {item.seed for item in differences if item.column == "seed" and item.new}
    removed = {item.seed for item in differences if item.column == "seed" and item.old}
    parts = [f"{len(changed)} of {counted(seeds, 'golden seed')} changed"] if changed else []
    parts += [f"{counted(len(added), 'seed')} not recorded yet"] if added else []
    parts += [f"{counted(len(removed), 'recorded seed')} no longer golden"] if removed else []
    return ", ".join(parts)
