"""The same dungeons at every optimisation level of every compiler."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.errors import CompileFailed
from pygen.compilers import Compiler
from pygen.compilers.building import Program, build
from pygen.compilers.diagnostics import DOES_NOT_FIT
from pygen.emulators.sim65 import Sim65
from pygen.proof.routes import BatchRoute, Route
from pygen.proof.work import Job, make_job
from pygen.spec import Spec
from pygen.spec.optimisation_levels import LEVELS, Level

SECONDS_FOR_REFUSED = 60.0
"""A level that is known to hang is given so long to show that it does not any more."""


@dataclass(frozen=True)
class Attempt:
    """A level, the sizes of its programs in bytes, or why there are none, and their jobs.

    `how` is how they differ from the program of the spec, "" if they do not.
    """

    level: Level
    sizes: list[int]
    trouble: str
    jobs: list[Job]
    how: str = ""

    @property
    def is_good(self) -> bool:
        """Whether it builds true dungeons, or fails as is known of it."""
        if self.trouble:
            return bool(self.level.refused)
        return all(job.is_good for job in self.jobs)

    @property
    def verdict(self) -> str:
        """What is to be said of it."""
        if self.trouble and self.level.refused:
            return "refused by the spec, as it still has to be"
        if self.trouble:
            return f"WRONG: {self.trouble}"
        if not self.is_good:
            known = "refused by the spec: " if self.level.refused else ""
            return f"{known}WRONG: {sum(len(job.wrong) for job in self.jobs)} dungeons"
        if self.level.refused:
            return "equal, but the spec refuses it"
        return f"equal, {self.how}" if self.how else "equal"


def attempts(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    against: Route,
    dungeons: Sequence[str],
    seeds: Sequence[int],
    folder: Path,
    console: Console,
) -> list[Attempt]:
    """Build the program at every level, and plan what is to be compared."""
    found = []
    for compiler in compilers:
        beside = compiler.path.parent if compiler.name == "cc65" else None
        simulator = Sim65.find(beside)
        for level in (level for level in LEVELS if level.compiler == compiler.name):
            with console.status(f"building with {escape(level.name)} ..."):
                try:
                    programs, how = _programs(spec, spec_name, compiler, level, dungeons, folder)
                except CompileFailed as error:
                    found.append(Attempt(level, [], str(error), []))
                    continue
            jobs = [
                make_job(BatchRoute(program, simulator, level.name), against, name, seeds, folder)
                for program in programs
                for name in dungeons
                if name in program.spec.program.dungeons
            ]
            sizes = [program.result.prg.stat().st_size for program in programs]
            found.append(Attempt(level, sizes, "", jobs, how))
    return found


def _programs(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    level: Level,
    dungeons: Sequence[str],
    folder: Path,
) -> tuple[list[Program], str]:
    """The program; or where it does not fit into memory, as much as does, and what that is."""
    bare = _without_playing(spec, compiler)
    tries = {
        "": (folder, [spec]),
        "without the playing part": (folder / "bare", [bare]),
        "without the playing part, one program a dungeon": (
            folder / "alone",
            [_with_only(bare, name) for name in dungeons],
        ),
    }
    for how, (place, specs) in tries.items():
        try:
            return [_program(one, spec_name, compiler, level, place) for one in specs], how
        except CompileFailed as error:
            refused = error
            if error.hint != DOES_NOT_FIT:
                break
    raise refused


def _without_playing(spec: Spec, compiler: Compiler) -> Spec:
    """The spec whose program has the generator alone."""
    flags = getattr(spec.compilers, compiler.name).model_copy(update={"play_up_to": 0})
    compilers = spec.compilers.model_copy(update={compiler.name: flags})
    return spec.model_copy(update={"compilers": compilers})


def _with_only(spec: Spec, dungeon: str) -> Spec:
    """The spec whose program has only this dungeon."""
    program = spec.program.model_copy(update={"dungeons": [dungeon]})
    return spec.model_copy(update={"program": program})


def _program(spec: Spec, spec_name: str, compiler: Compiler, level: Level, folder: Path) -> Program:
    patient = copy.copy(compiler)
    if level.refused:
        patient.time_limit_s = SECONDS_FOR_REFUSED
    place = folder / ("flags" + "".join(level.flags)) / "-".join(spec.program.dungeons)
    return build(with_flags(spec, level), spec_name, patient, "release", place)


def with_flags(spec: Spec, level: Level) -> Spec:
    """The spec with this level's flags for a release."""
    flags = getattr(spec.compilers, level.compiler).model_copy(
        update={"release": list(level.flags)}
    )
    compilers = spec.compilers.model_copy(update={level.compiler: flags})
    return spec.model_copy(update={"compilers": compilers})


def print_levels(found: Sequence[Attempt], console: Console) -> None:
    """A table: what became of each level."""
    table = Table(box=None, pad_edge=False)
    table.add_column("level")
    table.add_column("bytes", justify="right")
    table.add_column("", overflow="fold")
    for attempt in found:
        style = "green" if attempt.is_good else "bold red"
        size = f"{sum(attempt.sizes):,}" if attempt.sizes else ""
        verdict = f"[{style}]{escape(attempt.verdict)}[/]"
        table.add_row(escape(attempt.level.name), size, verdict)
    console.print(table)
