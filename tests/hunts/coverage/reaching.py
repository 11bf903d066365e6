"""What is reached by ten proven dungeons, by fewer, and by none."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from hunts.coverage.branches import Branch
from hunts.coverage.measuring import Measured, Row, measure, rows_of, spec_of
from hunts.coverage.recording import part_of
from hunts.coverage.settings import Setting, settings_of, used_in

from pygen.kinds import KINDS
from pygen.passes import PASSES

ENOUGH = 10
"""How many proven dungeons a branch or a setting needs."""

UNREACHABLE = Path(__file__).with_name("unreachable.txt")
"""Branches and settings that no spec can reach, each with the reason."""


@dataclass
class Reach:
    """How many proven dungeons take each branch and have each setting, and of which rows those are
    that take a branch. `wrong` are the dungeons that are not those of the native build."""

    branches: Counter[Branch] = field(default_factory=Counter)
    settings: Counter[Setting] = field(default_factory=Counter)
    takers: dict[Branch, Counter[Row]] = field(default_factory=lambda: defaultdict(Counter))
    proven: int = 0
    rows: set[Row] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def add(self, found: Measured) -> None:
        """Count the dungeons of a row."""
        row = found.row
        self.branches.update(found.hits)
        for branch, hits in found.hits.items():
            self.takers[branch][row] += hits
        settings = used_in(spec_of(row.spec_file), row.dungeon, row.floor)
        self.settings.update(dict.fromkeys(settings, found.proven))
        self.proven += found.proven
        self.rows.add(row)
        self.wrong += [f"{row} seed {seed}" for seed in found.wrong]

    def rows_with_rare_branches(self) -> list[Row]:
        """For each branch that too few dungeons have taken, the row that has the most of those."""
        rare = [branch for branch, hits in self.branches.items() if hits < ENOUGH]
        return sorted({max(self.takers[one].items(), key=_by_hits)[0] for one in rare})


def _by_hits(item: tuple[Row, int]) -> tuple[int, Row]:
    row, hits = item
    return hits, row


def reach_of(spec_files: Iterable[Path], seeds: int, most: int, jobs: int) -> Reach:
    """Build and prove the first `seeds` dungeons of each row of these specs, and further ones, up
    to `most`, of rows that take a branch that is taken too seldom."""
    found = Reach()
    rows = [row for file in spec_files for row in rows_of(file)]
    with ProcessPoolExecutor(jobs) as pool:
        for first in range(0, most, seeds):
            for one in pool.map(measure, rows, [range(first, first + seeds)] * len(rows)):
                found.add(one)
            rows = found.rows_with_rare_branches()
    return found


def all_settings() -> list[Setting]:
    """The settings of all kinds and passes."""
    return [
        *(
            one
            for name, kind in KINDS.items()
            for one in settings_of(f"kinds/{name}", kind.parameters)
        ),
        *(
            one
            for name, use in PASSES.items()
            for one in settings_of(f"passes/{name}", use.parameters)
        ),
    ]


Target = Branch | Setting


def part(target: Target) -> str:
    """The part of the generators that a branch or a setting belongs to."""
    return target.part if isinstance(target, Setting) else part_of(target.file)


def key(target: Target) -> str:
    """How a branch or a setting is named in the list of those that cannot be reached."""
    return str(target) if isinstance(target, Setting) else target.key


def reasons(text: str) -> dict[str, str]:
    """Why branches and settings cannot be reached, by their keys.

    Raises ValueError for a line without a reason, and for a key that is there twice.
    """
    found: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        name, separator, reason = line.partition("  # ")
        if not separator or not reason.strip() or name.strip() in found:
            raise ValueError(f"no reason, or there twice: {line}")
        found[name.strip()] = reason.strip()
    return found
