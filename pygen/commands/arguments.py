"""What several tasks accept: a spec, compilers, a profile, dungeons, output files.

Every task imports this module, so what reads specs and compiles is imported where it is needed.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.base.words import closest

if TYPE_CHECKING:
    from pygen.compilers import Choice
    from pygen.compilers.building import Profile
    from pygen.programs.carrier import Carrier
    from pygen.spec import Spec

DEFAULT_SPEC = PROJECT / "generator.yaml"
PROCESSORS = os.cpu_count() or 1


@dataclass(frozen=True)
class Output:
    """A file that was written. `new_folder` is its folder if that had to be created, else None."""

    path: Path
    new_folder: Path | None = None


def read_spec(
    path: str | None, overrides: Sequence[str] = (), build_folder: Path = BUILD_FOLDER
) -> Spec:
    """The spec of a file (default: generator.yaml) with its values changed by `--set`.

    Its JSON Schema is kept up to date in `build_folder`, where editors look for it.

    Raises SpecError.
    """
    from pygen.commands.schema import keep_spec_schema
    from pygen.spec import load_spec

    spec = load_spec(Path(path) if path else _as_seen(DEFAULT_SPEC), overrides)
    with contextlib.suppress(UserError):
        keep_spec_schema(build_folder)
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


def spec_name(path: str | None) -> str:
    """The spec's name in emitted files: without folders, so the same on every machine."""
    return Path(path).name if path else DEFAULT_SPEC.name


def choose_compilers(spec: Spec, choice: str | None, others: Sequence[str] = ()) -> Choice:
    """The compilers for `choice` (default: the spec's): auto, oscar64, cc65 or all.

    `others` are the task's own choices, which the error for an unknown one names, too.
    Raises ToolMissing if there is none, UsageError for another choice.
    """
    from pygen.compilers import pick_compilers

    paths = {"oscar64": spec.compilers.oscar64.path, "cc65": spec.compilers.cc65.path}
    return pick_compilers(choice or spec.compilers.choice, paths, others)


def check_word(word: str, task: str) -> str:
    """A name or folder that is given without an option.

    Raises UsageError if it looks like an option: Invoke takes the `--help` of `invoke init --help`
    for the folder.
    """
    if word.startswith("-"):
        raise UsageError(f"{word} is not a name", f"Show what the task takes: invoke --help {task}")
    return word


def check_profile(name: str) -> Profile:
    """The profile of that name. Raises UsageError if there is none."""
    from pygen.compilers.building import Profile

    if name not in get_args(Profile):
        raise UsageError(f"--profile: {name!r} is unknown", "Choose release or dev.")
    return cast("Profile", name)


def check_dungeon(spec: Spec, name: str | None) -> str:
    """A dungeon of the spec, by default the program's first. Raises UsageError if there is none."""
    if name is None:
        return spec.program.dungeons[0]
    if name not in spec.dungeons:
        raise UsageError(
            f"--dungeon: there is no dungeon called {name!r}",
            _names(name, spec.dungeons),
        )
    return name


def _names(word: str, known: Iterable[str]) -> str:
    """The names that a spec has for what `word` was to be, the likeliest first."""
    guess = closest(word, known)
    return f"{f'Did you mean {guess}? ' if guess else ''}The spec has {', '.join(known)}."


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


def program_at_hand(spec: Spec, name: str | None) -> Spec:
    """`spec` with one of its programs at hand, by default the first.

    Raises UsageError if there is no such program.
    """
    from pygen.spec.narrowing import with_program_named

    name = name or next(iter(spec.programs))
    if name not in spec.programs:
        raise UsageError(
            f"--program: there is no program called {name!r}",
            _names(name, spec.programs),
        )
    return with_program_named(spec, name)


def carrier_of(spec: Spec, name: str | None) -> Carrier:
    """A carrier of the program at hand, by default its first.

    Raises UsageError if the program does not come on it.
    """
    from pygen.programs.carriers import CARRIERS

    carriers = spec.programs[spec.program.name].carriers
    if name is not None and name not in carriers:
        raise UsageError(
            f"--carrier: {spec.program.name} does not come on {name!r}",
            f"Its carriers are {', '.join(carriers)}; add yours to "
            f"programs.{spec.program.name}.carriers in the spec.",
        )
    return CARRIERS[name or carriers[0]]


def program_with(spec: Spec, dungeon: str | None, build_folder: Path) -> tuple[Spec, Path]:
    """`spec`, and the folder for its program; if its program lacks `dungeon`, a spec whose program
    has just that one, and a folder of its own.

    Raises UsageError if there is no such dungeon.
    """
    from pygen.spec.narrowing import with_program

    if dungeon is None or check_dungeon(spec, dungeon) in spec.program.dungeons:
        return spec, build_folder
    return with_program(spec, [dungeon]), build_folder / "alone" / dungeon


def output_path(path: str, option: str, ending: str, content: str) -> Path:
    """The path of an output file, which must have the ending of its format, such as `.png`.

    `option` and `content` (such as "a PNG picture") are for the message.
    Raises UsageError for another ending.
    """
    target = Path(path)
    if target.suffix.lower() != ending:
        right = target.with_suffix(ending) if target.name else f"file{ending}"
        raise UsageError(
            f"{option}: {path} does not end in {ending}",
            f"The file holds {content}. Name it {right}.",
        )
    return target


def write_output(path: Path, data: bytes) -> Output:
    """Write a file and create its folder if necessary.

    Raises UserError if that is not possible.
    """
    return write_with(path, lambda target: write_if_changed(target, data))


def write_with(path: Path, write: Callable[[Path], object]) -> Output:
    """Let `write` write a file, and note whether its folder had to be created."""
    new_folder = None if path.parent.exists() else path.parent
    write(path)
    return Output(path, new_folder)


def check_jobs(jobs: int) -> int:
    """How many processes work at a time: `jobs`. Raises UsageError if that is less than one."""
    if jobs < 1:
        raise UsageError(
            f"--jobs: {jobs} is out of range",
            "Give 1 or more, or leave it out for one for each processor.",
        )
    return jobs


MOST_STEPS = 65535


def is_against_native(against: str, has_no_module: bool) -> bool:
    """Whether 6502 code is to be compared with the native build instead of Python.

    Raises UsageError for any other word, and if no module is proven that could be compared.
    """
    if against not in ("python", "native"):
        raise UsageError(f"nothing is compared with '{against}'", "Use python or native.")
    if against == "native" and has_no_module:
        raise UsageError(
            "--against native compares modules with the native build",
            "Leave out --flags and --compiler none.",
        )
    return against == "native"


def check_steps(text: str | None) -> int | None:
    """After how many steps a dungeon is looked at; None if not given.

    Raises UsageError unless it is a number from 1 to 65535.
    """
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MOST_STEPS):
        raise UsageError(
            f"--steps: {text!r} is not a number of steps", f"Give a number from 1 to {MOST_STEPS}."
        )
    return int(text)
