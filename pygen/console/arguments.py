"""What several tasks accept: a spec and its dungeons, seeds, floors, numbers of processes."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.console.options import Count, Number, Option, Parsed, Several, TaskArguments, Text, meant
from pygen.console.schema import keep_spec_schema
from pygen.engine.random.seeds import parse_seed
from pygen.spec import Spec, load_spec
from pygen.spec.narrowing import with_program

DEFAULT_SPEC = PROJECT / "generator.yaml"
PROCESSORS = os.cpu_count() or 1


@dataclass(eq=False, repr=False)
class SpecFile(Option[Spec]):
    """The file with the spec. Its value is the spec, as `--set` and the task change it."""

    default: Any = None

    def value(self, given: TaskArguments) -> Spec:
        assert isinstance(given, FileArguments)
        return given.narrowed(read_spec(given.spec_path, given.changes))


@dataclass(eq=False, repr=False)
class Dungeon(Option[str]):
    """A dungeon of the spec, by default the program's first."""

    default: str = ""

    def value(self, given: TaskArguments) -> str:
        assert isinstance(given, FileArguments)
        return check_dungeon(given.spec, given.said.get(self.name))


class FileArguments(TaskArguments):
    """The arguments of a task that works from a spec as its file has it."""

    spec = SpecFile("the YAML file to work from (default: generator.yaml)")

    @property
    def changes(self) -> Sequence[str]:
        """What is changed in the spec, as with `--set`."""
        return ()

    @property
    def spec_path(self) -> str | None:
        """The spec's file as the command line has it; None for generator.yaml."""
        path: str | None = self.said.get("spec")
        return path

    @property
    def spec_name(self) -> str:
        """The spec's name in emitted files: without folders, so the same on every machine."""
        return Path(self.spec_path or DEFAULT_SPEC).name

    @property
    def outputs(self) -> Path:
        """The folder for the programs and disks of the spec.

        Raises UserError if the folder cannot be written.
        """
        return outputs_of(self.spec_path)

    def narrowed(self, spec: Spec) -> Spec:
        """The spec for the program that the task is about."""
        return spec


class SpecArguments(FileArguments):
    """The arguments of a task that works from a spec."""

    set = Several("change one value, as in --set dungeons.crypt.rooms.max_size=7; may be repeated")

    @property
    def changes(self) -> Sequence[str]:
        return self.set


class ProofArguments(SpecArguments):
    """The arguments of a task for all dungeons of a program, or for one, which it may lack."""

    dungeon = Text("only this dungeon (default: all in the program)")
    folder = BUILD_FOLDER
    """The folder for what is built."""

    def narrowed(self, spec: Spec) -> Spec:
        """`spec`; if its program lacks the dungeon, a spec whose program has just that one."""
        if self.dungeon is None or check_dungeon(spec, self.dungeon) in spec.program.dungeons:
            return spec
        self.folder = BUILD_FOLDER / "alone" / self.dungeon
        return with_program(spec, [self.dungeon])

    @property
    def dungeons(self) -> Sequence[str]:
        """The dungeons that the task is about."""
        return dungeons_of(self.spec, self.dungeon)


SEED = Parsed("which seed, 0 to 65535 (default: 0)", 0, parse_seed)
FLOOR = Number("which floor, 1 to 256 (default: 1)", 1)
DUNGEON = Dungeon("which dungeon (default: the first of the program)")


def jobs(what: str) -> Number:
    """How many processes of a task work at a time."""
    return Number(
        f"{what} at a time (default: one for each processor)",
        PROCESSORS,
        range(1, sys.maxsize),
        "Give 1 or more, or leave it out for one for each processor.",
    )


def steps(words: str) -> Count:
    """After how many steps a dungeon is looked at."""
    return Count(words, 65535, "a number of steps", "Give a number from 1 to 65535.")


def read_spec(path: str | None, overrides: Sequence[str] = ()) -> Spec:
    """The spec of a file (default: generator.yaml) with its values changed by `--set`.

    Its JSON Schema is kept up to date in build/, where editors look for it.

    Raises SpecError.
    """
    spec = load_spec(Path(path) if path else _as_seen(DEFAULT_SPEC), overrides)
    with contextlib.suppress(UserError):
        keep_spec_schema()
    return spec


def _as_seen(path: Path) -> Path:
    """A path as a person in the current folder would write it: errors begin with it."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else Path(relative)


def outputs_of(path: str | None, build_folder: Path = BUILD_FOLDER) -> Path:
    """The folder for the programs and disks of a spec, so that those of two specs are apart:
    `build_folder` for generator.yaml, else one in `build_folder`/specs that has the name of the
    file, or of the folder of a file called generator.yaml.

    Raises UserError if the folder cannot be written.
    """
    file = Path(path).resolve() if path else DEFAULT_SPEC.resolve()
    if file == DEFAULT_SPEC.resolve():
        return build_folder
    name = file.parent.name if file.stem == DEFAULT_SPEC.stem else file.stem
    for number in itertools.count(1):
        folder = build_folder / "specs" / (name if number == 1 else f"{name}-{number}")
        owner = folder / "spec.txt"
        with contextlib.suppress(OSError):
            other = owner.read_text()
            # A spec that is gone needs no folder any more.
            if other != f"{file}\n" and Path(other.rstrip("\n")).exists():
                continue
        write_if_changed(owner, f"{file}\n".encode())
        return folder
    raise AssertionError


def check_dungeon(spec: Spec, name: str | None) -> str:
    """A dungeon of the spec, by default the program's first. Raises UsageError if there is none."""
    if name is None:
        return spec.program.dungeons[0]
    if name not in spec.dungeons:
        raise UsageError(
            f"--dungeon: there is no dungeon called {name!r}", known_names(name, spec.dungeons)
        )
    return name


def known_names(word: str, known: Iterable[str]) -> str:
    """The names that a spec has for what `word` was to be, the likeliest first."""
    return f"{meant(word, known)}The spec has {', '.join(known)}."


def dungeons_of(spec: Spec, name: str | None) -> list[str]:
    """The dungeon of that name, by default all in the program.

    Raises UsageError if the program has no such dungeon.
    """
    if name is None:
        return list(spec.program.dungeons)
    if check_dungeon(spec, name) not in spec.program.dungeons:
        names = ", ".join(spec.program.dungeons)
        raise UsageError(
            f"--dungeon: {name} is not in the program",
            f"It has {names}. Add yours to program.dungeons in the spec, or try "
            f"--set program.dungeons=[{name}].",
        )
    return [name]
