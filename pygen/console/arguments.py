"""Arguments that several tasks accept: a spec and its dungeons, seeds, floors, process counts."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.console.options import Count, Number, Option, Parsed, Several, TaskArguments, Text, meant
from pygen.console.schema import keep_spec_schema
from pygen.engine.random.seeds import parse_chunk, parse_floors, parse_seed
from pygen.spec import Spec, load_spec
from pygen.spec.selection import Selection

DEFAULT_SPEC = PROJECT / "generator.yaml"
PROCESSORS = os.cpu_count() or 1


@dataclass(eq=False, repr=False)
class SpecFile(Option[Spec]):
    """The file with the spec. The value is the spec, with the changes by `--set` and the task."""

    default: Any = None

    def value(self, given: TaskArguments) -> Spec:
        assert isinstance(given, FileArguments)
        return read_spec(given.spec_path, given.changes)


@dataclass(eq=False, repr=False)
class Dungeon(Option[str]):
    """A dungeon of the spec, by default the first of the task's selection."""

    default: str = ""

    def value(self, given: TaskArguments) -> str:
        assert isinstance(given, FileArguments)
        name = given.said.get(self.name)
        return given.selection.dungeons[0] if name is None else check_dungeon(given.spec, name)


class FileArguments(TaskArguments):
    """The arguments of a task that works from a spec exactly as it is in its file."""

    spec = SpecFile("the YAML file to work from (default: generator.yaml)")

    @property
    def changes(self) -> Sequence[str]:
        """Changes of the spec, in the form of `--set`."""
        return ()

    @property
    def spec_path(self) -> str | None:
        """The spec's file as given on the command line; None for generator.yaml."""
        path: str | None = self.said.get("spec")
        return path

    @property
    def spec_name(self) -> str:
        """The spec's name in emitted files, without folders, so that it is the same on every
        machine."""
        return Path(self.spec_path or DEFAULT_SPEC).name

    @property
    def outputs(self) -> Path:
        """The folder for the programs and disks of the spec.

        Raises UserError if the folder cannot be written.
        """
        return outputs_of(self.spec_path)

    @cached_property
    def selection(self) -> Selection:
        """The dungeons that the task is about. Raises UsageError if the spec lacks one."""
        return self.spec.selection

    def validate(self) -> None:
        super().validate()
        # An unknown program or dungeon is reported before any work.
        _ = self.selection


class SpecArguments(FileArguments):
    """The arguments of a task that works from a spec."""

    set = Several("change one value, as in --set dungeons.crypt.rooms.max_size=7; may be repeated")

    @property
    def changes(self) -> Sequence[str]:
        return self.set


class ProofArguments(SpecArguments):
    """The arguments of a task for all dungeons of a program, or for one, which it may lack."""

    dungeon = Text("only this dungeon (default: all in the program)")

    @cached_property
    def selection(self) -> Selection:
        """The dungeons of the program, or only the given one if the program lacks it."""
        selected = self.spec.selection
        if self.dungeon is None or check_dungeon(self.spec, self.dungeon) in selected.dungeons:
            return selected
        return self.spec.only(self.dungeon)

    @property
    def dungeons(self) -> Sequence[str]:
        """The dungeons that the task handles."""
        return self.selection.dungeons if self.dungeon is None else [self.dungeon]


SEED = Parsed("which seed, 0 to 65535 (default: 0)", 0, parse_seed)
FLOOR = Number("which floor, 1 to 256 (default: 1)", 1)
FLOORS = Parsed("which floor, or several, as in 5-8 (default: 1)", [1], parse_floors)
CHUNK = Parsed(
    "which chunk of a world, its column and row, as in 5,2047 (default: 0,0)", (0, 0), parse_chunk
)
DUNGEON = Dungeon("which dungeon (default: the first of the program)")


def jobs(what: str, more: int = 0) -> Number:
    """The argument for the number of processes that work at a time: by default one for each
    processor, and as many `more`."""
    default = f"one for each processor{f' and {more} more' if more else ''}"
    return Number(
        f"{what} at a time (default: {default})",
        PROCESSORS + more,
        range(1, sys.maxsize),
        f"Give 1 or more, or leave it out for {default}.",
    )


def steps(words: str) -> Count:
    """The argument for the number of steps after which a dungeon is examined."""
    return Count(words, 65535, "a number of steps", "Give a number from 1 to 65535.")


def read_spec(path: str | None, overrides: Sequence[str] = ()) -> Spec:
    """The spec of a file (default: generator.yaml) with the changes by `--set`.

    Its JSON Schema in build/, where editors look for it, is kept up to date.

    Raises SpecError.
    """
    spec = load_spec(Path(path) if path else _as_seen(DEFAULT_SPEC), overrides)
    with contextlib.suppress(UserError):
        keep_spec_schema()
    return spec


def _as_seen(path: Path) -> Path:
    """A path as users in the current folder would write it, for the start of errors."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else Path(relative)


def outputs_of(path: str | None, build_folder: Path = BUILD_FOLDER) -> Path:
    """The folder for the programs and disks of a spec, which it shares with no other spec.

    It is `build_folder` for the project's generator.yaml. For other specs it is a folder in
    `build_folder`/specs with the name of the file, or of its folder if the file is called
    generator.yaml.

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
            # A spec that no longer exists needs no folder.
            if other != f"{file}\n" and Path(other.rstrip("\n")).exists():
                continue
        write_if_changed(owner, f"{file}\n".encode())
        return folder
    raise AssertionError


def check_dungeon(spec: Spec, name: str) -> str:
    """The name of a dungeon of the spec. Raises UsageError if the spec has no such dungeon."""
    if name not in spec.dungeons:
        raise UsageError(
            f"--dungeon: there is no dungeon called {name!r}", known_names(name, spec.dungeons)
        )
    return name


def known_names(word: str, known: Iterable[str]) -> str:
    """A hint on the unknown `word`: the most similar known name, if any, then all of them."""
    return f"{meant(word, known)}The spec has {', '.join(known)}."
