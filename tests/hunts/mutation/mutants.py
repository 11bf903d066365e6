"""All mutants of the project, a sample of them, and those that are known to be equivalent."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hunts.mutation.changes import changes_of_assembly, changes_of_c, changes_of_python

EQUIVALENT = Path(__file__).with_name("equivalent.txt")

SHARES = {"generator": 40, "assembly": 25, "program": 15, "python": 20}
"""The parts of the project that are mutated, and of a hundred mutants how many are of each.

`generator` is the C of the dungeons, by hand or emitted, `assembly` that of kernels and modules,
`program` what a person plays and what a game calls, `python` the compilers and the proof.
"""

# What stands in for the machine, or is no code of a dungeon or program.
LEFT_OUT = (
    "c64src/harness/", "c64src/machine/", "c64src/rom_stub/", "c64src/core/platform.h",
    "c64src/core/assertion.h", "templates/export/", "templates/harness/", "templates/kind/",
    "templates/kernels/",
)  # fmt: skip
# Part of the dungeons' C, but only called by games and the display, as the whole program is.
CALLED = ("c64src/core/unpack.h", "c64src/core/floors.h")
PROGRAM = (
    "c64src/program/",
    "c64src/module/",
    "c64src/start/",
    "templates/program/",
    "templates/module/",
)
FOLDERS = {
    "c64src": (".c", ".h", ".s", ".j2"),
    "templates": (".c.j2", ".h.j2", ".s.j2", "_kernels.j2"),
    "pygen/compilers": (".py",),
    "pygen/proof": (".py",),
}


@dataclass(frozen=True)
class Mutant:
    """One change: `file` is its path in the project, `line` counts from 1."""

    part: str
    file: str
    line: int
    column: int
    old: str
    new: str
    whole_line: str
    twins: int = 0
    """How many lines above in the file say the same."""

    @property
    def text(self) -> str:
        return self.whole_line.strip()

    def __str__(self) -> str:
        change = f"{self.old.strip()} -> {self.new or 'nothing'}"
        return f"{self.file}:{self.line}:{self.column}: {change} | {self.text}"

    @property
    def key(self) -> str:
        """What stays when lines move: file, the line's text, and the change in it."""
        before = self.whole_line[: self.column].count(self.old)
        which = f" #{self.twins + 1}" if self.twins else ""
        change = f"{self.old.strip()} -> {self.new or 'nothing'}"
        return f"{self.file} | {self.text}{which} | {change} ({before})"

    def applied(self, source: str) -> str:
        """The text of the file with the change."""
        lines = source.splitlines(keepends=True)
        line, end = lines[self.line - 1], self.column + len(self.old)
        assert line[self.column : end] == self.old, f"{self}: the file has changed"
        lines[self.line - 1] = line[: self.column] + self.new + line[end:]
        return "".join(lines)


def all_mutants(project: Path) -> list[Mutant]:
    """Every mutant of the sources in the folder `project`."""
    return [
        mutant
        for folder, endings in FOLDERS.items()
        for file in sorted((project / folder).rglob("*"))
        if file.name.endswith(endings)
        for mutant in mutants_of(file.relative_to(project).as_posix(), file.read_text())
    ]


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """The mutants of a file, by its path in the project and its text."""
    if file.startswith(LEFT_OUT):
        return
    lines = source.splitlines()
    if file.endswith(".py"):
        found = [("python", number, change) for number, change in changes_of_python(source)]
    else:
        found = [
            (part, number, change)
            for number, part in _parts_of_lines(file, lines)
            for change in _changes(part, file, lines[number - 1])
        ]
    for part, number, (column, old, new) in found:
        line = lines[number - 1]
        twins = [above.strip() for above in lines[: number - 1]].count(line.strip())
        yield Mutant(part, file, number, column, old, new, line, twins)


def _changes(part: str, file: str, line: str) -> list[tuple[int, str, str]]:
    is_c = part == "generator" or (part == "program" and _is_c(file))
    return list(changes_of_c(line) if is_c else changes_of_assembly(line))


def _is_c(file: str) -> bool:
    return file.removesuffix(".j2").endswith((".c", ".h"))


def _parts_of_lines(file: str, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The numbers of the lines of code in C or assembly, and the part that each belongs to.

    A kernel has both: its assembly, and its twin in C."""
    is_program = file.startswith((*PROGRAM, *CALLED))
    has_both = file.endswith(".j2") and not _is_c(file) and not file.endswith(".s.j2")
    comment, is_twin = "", False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not comment:
            comment = "*/" if text.startswith("/*") else "#}" if text.startswith("{#") else ""
        if comment:
            comment = "" if comment in line else comment
            continue
        if head := re.match(r"\{%-?\s*(?:block|macro) (\w+)", text):
            is_twin = head[1] in ("twin", "twin_declared", "before_in_c")
        if text.startswith("{%"):
            continue
        if is_program and file != "c64src/start/cc65_module.s":
            yield number, "program"
        elif _is_c(file) or (has_both and is_twin):
            yield number, "generator"
        else:
            yield number, "assembly"


def choose(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """A sample of so many mutants, of each part its share.

    A mutant's chance depends on nothing but itself: a sample stays the same where the code does.
    """

    def drawn(part: str) -> list[Mutant]:
        of_part = [mutant for mutant in mutants if mutant.part == part]
        of_part.sort(key=lambda one: hashlib.sha256(f"{seed} {one.key}".encode()).digest())
        return of_part

    present = {mutant.part for mutant in mutants}
    total = sum(share for part, share in SHARES.items() if part in present)
    return [
        mutant
        for part, share in SHARES.items()
        if part in present
        for mutant in drawn(part)[: -(-count * share // total)]
    ]


def equivalents(text: str) -> dict[str, int]:
    """The mutants that cannot be told from the original, by their keys: the line of each in the
    text of `equivalent.txt`.

    Raises ValueError for a line without a reason, or with a key that another line has.
    """
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            key, _, reason = line.partition("  # ")
            if not reason or key in found:
                what = "has no reason" if not reason else f"says the same as line {found[key]}"
                raise ValueError(f"{EQUIVALENT.name}:{number}: {what}: {key}")
            found[key] = number
    return found


def stale(text: str, mutants: Sequence[Mutant]) -> list[str]:
    """What is wrong with the lines of `equivalent.txt` that are about no mutant any more."""
    keys = Counter(mutant.key for mutant in mutants)
    return [
        f"{EQUIVALENT.name}:{number}: there is no such mutant any more: {key}. Remove the line, or "
        "see whether its reason holds for what stands there now."
        for key, number in equivalents(text).items()
        if key not in keys
    ]
