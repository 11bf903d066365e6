"""`invoke golden`: does the reference still generate the recorded dungeons?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import PROJECT
from pygen.commands.arguments import DEFAULT_SPEC
from pygen.proof import golden
from pygen.proof.catalogue import GoldenFailed
from pygen.proof.golden import GoldenDifference
from pygen.spec import Spec

GOLDEN_FOLDER = PROJECT / "tests" / "golden"


@dataclass(frozen=True)
class Comparison:
    """What the reference generates, compared with the recorded values.

    `dungeons` is how many dungeons were generated, `seeds` how many of each.
    """

    differences: list[GoldenDifference]
    dungeons: int
    seeds: int

    @property
    def spec_was_changed(self) -> bool:
        """Whether changes of the spec explain all differences: of a dungeon's part of it, of the
        list of dungeons, or of the golden seeds."""
        return bool(self.differences) and all(
            difference.spec_changed or difference.column in ("file", "seed")
            for difference in self.differences
        )


def golden_folder(spec_file: str | None) -> Path:
    """Where the recorded dungeons of a spec are: `tests/golden/` for the project's own, the folder
    `golden` beside it for any other."""
    if spec_file is None or Path(spec_file).resolve() == DEFAULT_SPEC:
        return GOLDEN_FOLDER
    return Path(spec_file).parent / "golden"


def compare(
    spec: Spec, folder: Path = GOLDEN_FOLDER, step: Callable[[], None] | None = None
) -> Comparison:
    """Compare the reference with the recorded values in `folder`.

    `step`, if given, is called after each dungeon.
    Raises GoldenFailed if the recorded values are missing or damaged.
    """
    differences = golden.check(spec, folder, step)
    return Comparison(differences, golden.count(spec), len(spec.parity.seeds()))


def compare_recorded(spec: Spec, folder: Path, update: str) -> Comparison:
    """`compare`, but for a folder without any recorded dungeons the error names the command
    `update`, which records them."""
    if not any((folder / f"{name}.txt").exists() for name in spec.dungeons):
        raise GoldenFailed(
            f"{folder}: no dungeons of this spec are recorded yet", f"Record them: {update}"
        )
    return compare(spec, folder)


def renew(
    spec: Spec,
    show: Callable[[str], None],
    folder: Path = GOLDEN_FOLDER,
    wrote: Callable[[Path], None] = lambda path: None,
) -> int:
    """Record what the reference generates now, after passing the differences to `show`.

    `wrote` is called with each file that was changed or removed. Returns how many differences there
    were. Raises UserError if a file cannot be written.
    """
    return len(golden.update(spec, folder, apply=True, show=show, wrote=wrote))
