"""Golden values: compare the reference with its catalogue, and update the catalogue.

The catalogue itself is `pygen.proof.catalogue`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.proof.catalogue import (
    COLUMNS,
    TITLE,
    Catalogue,
    GoldenFailed,
    computed,
    read_catalogue,
    recorded,
    text_of,
)
from pygen.spec.model import Spec

# How many seeds of a dungeon are listed with their differences; the rest are only counted.
SHOWN = 5


@dataclass(frozen=True)
class GoldenDifference:
    """A value that differs from the catalogue.

    `column` is one of COLUMNS, or "seed" for a whole line or "file" for a whole file. `old` is the
    catalogue's value and `new` the reference's; a missing value is "".
    """

    dungeon: str
    seed: int | None
    column: str
    old: str
    new: str
    spec_changed: bool = False

    def __str__(self) -> str:
        if self.column == "file":
            return self.old or self.new
        if self.column == "seed":
            return "not recorded yet" if self.new else "no longer a golden seed"
        return f"{self.column} {self.old} -> {self.new}"


def differences(name: str, old: Catalogue, new: Catalogue) -> list[GoldenDifference]:
    """The differences between two catalogues, by seed and column."""
    changed = old.spec != new.spec
    differing = []
    for seed in sorted(old.values.keys() | new.values.keys()):
        before, after = old.values.get(seed), new.values.get(seed)
        if before is None or after is None:
            there = ("in the catalogue", "") if before else ("", "golden")
            differing.append(GoldenDifference(name, seed, "seed", *there, changed))
        else:
            for column, a, b in zip(COLUMNS, before, after, strict=True):
                if a != b:
                    differing.append(GoldenDifference(name, seed, column, a, b, changed))
    return differing


def check(spec: Spec, folder: Path) -> list[GoldenDifference]:
    """Compare the reference with the catalogue in `folder`; an empty list is a match.

    Raises GoldenFailed if a catalogue is missing or damaged.
    """
    places = recorded(spec)
    olds = {name: read_catalogue(folder, name) for name in places}
    differing = [
        difference
        for name, place in places.items()
        for difference in differences(name, olds[name], computed(place))
    ]
    return differing + [_stale(path) for path in stale_files(spec, folder)]


def count(spec: Spec) -> int:
    """The number of dungeons that `check` and `update` generate."""
    return len(recorded(spec)) * len(spec.parity.seeds())


def stale_files(spec: Spec, folder: Path) -> list[Path]:
    """Catalogues of dungeons and floors that are no longer in the spec."""
    known = {f"{name}.txt" for name in recorded(spec)}
    return [
        path
        for path in sorted(folder.glob("*.txt"))
        if path.name not in known and path.read_bytes().startswith(TITLE.encode())
    ]


def _stale(path: Path) -> GoldenDifference:
    return GoldenDifference(path.stem, None, "file", "the spec no longer has this dungeon", "")


def description(differing: Sequence[GoldenDifference], seeds: int) -> str:
    """The differences in words: the number of seeds for each dungeon, and the first of them.

    The differences of a listed seed are shown as old -> new. `seeds` is the number of golden seeds.
    """
    lines = []
    for name in dict.fromkeys(d.dungeon for d in differing):
        mine = [d for d in differing if d.dungeon == name]
        if mine[0].column == "file":
            lines.append(f"{name}: {mine[0]}")
            continue
        columns = ", ".join(c for c in ("seed", *COLUMNS) if any(d.column == c for d in mine))
        touched = list(dict.fromkeys(d.seed for d in mine))
        lines.append(f"{name}: {len(touched)} of {seeds} seeds differ ({columns})")
        for seed in touched[:SHOWN]:
            changes = ", ".join(str(d) for d in mine if d.seed == seed)
            lines.append(f"  seed {seed}: {changes}")
        if len(touched) > SHOWN:
            lines.append(f"  and {len(touched) - SHOWN} more seeds")
    return "\n".join(lines)


def update(
    spec: Spec,
    folder: Path,
    show: Callable[[str], None],
    wrote: Callable[[Path], None] = lambda path: None,
) -> list[GoldenDifference]:
    """Pass a description of the changes to `show`, then update the catalogue.

    A missing or damaged catalogue is created again; that of a removed dungeon is removed. `wrote`
    is called with each file that was changed or removed, even if only the spec's digest in it has
    changed. Returns the differences. Raises UserError if a file cannot be written.
    """
    differing: list[GoldenDifference] = []
    texts = {}
    for name, place in recorded(spec).items():
        new = computed(place)
        texts[folder / f"{name}.txt"] = text_of(name, new)
        try:
            differing += differences(name, read_catalogue(folder, name), new)
        except GoldenFailed as error:
            differing.append(GoldenDifference(name, None, "file", "", f"new ({error.message})"))
    stale = stale_files(spec, folder)
    differing += [_stale(path) for path in stale]
    show(
        description(differing, len(spec.parity.seeds())) if differing else "no golden value changes"
    )
    for path, text in texts.items():
        if write_if_changed(path, text.encode()):
            wrote(path)
    for path in stale:
        try:
            path.unlink()
        except OSError as error:
            raise UserError(f"{path}: cannot be removed: {error.strerror}") from error
        wrote(path)
    return differing
