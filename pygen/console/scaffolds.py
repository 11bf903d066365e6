"""`invoke new-kind` and `invoke new-pass`: the files of a new kind or pass, which works at once.

The templates are in `templates/kind/files/` and `templates/pass/files/`, in the same folders as the
written files in the project.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pygen.kinds
import pygen.passes
from pygen.base.errors import UsageError, UserError
from pygen.base.files import create_files, source_files
from pygen.base.project import PROJECT, TEMPLATES
from pygen.base.templates import template_environment
from pygen.base.words import shown
from pygen.console.terminal import out, shown_path
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.spec import load_spec
from pygen.spec.record_rules import C_WORDS
from pygen.spec.sections import NAME

NEXT_STEPS = "next_steps.txt.j2"
ENDING = ".j2"

SPEC_NAME = "generator.yaml"

PLACEHOLDER = "NAME"
"""The text in a template's path that stands for the name of the kind or pass."""

SHORTEST_NAME = 2
LONGEST_DUNGEON_NAME = 24
SAMPLE_ENDING = "_sample"


@dataclass(frozen=True)
class Written:
    """A new kind or pass: the files that were written, and a text with its author's next steps."""

    files: list[Path]
    next_steps: str


@dataclass(frozen=True)
class Scaffold:
    """The templates of a kind or of a pass, and the rules for names.

    `word` is `kind` or `pass`, also the name of the folder in `templates`. `package` is the Python
    package of all kinds or passes. `refused` are names that are not possible, with the reasons.
    """

    word: str
    package: ModuleType
    longest_name: int
    refused: Mapping[str, str]

    @property
    def folder(self) -> Path:
        """The folder of its templates."""
        return TEMPLATES / self.word

    @property
    def files(self) -> Path:
        """The folder with the templates of the files, arranged like the project."""
        return self.folder / "files"

    @property
    def plural(self) -> str:
        """The name of the folders that contain all kinds or all passes."""
        return self.package.__name__.rpartition(".")[2]

    def write(self, name: str, project: Path = PROJECT) -> Written:
        """Write the files of a kind or pass of this name into the project, all or none.

        Raises UsageError for a name that is not possible, UserError if a file already exists or
        cannot be written; existing files stay as they are.
        """
        self.require_new_name(name, project)
        texts = self.skeleton(name)
        create_files({project / path: text.encode() for path, text in texts.items()})
        return Written([project / path for path in texts], self.next_steps(name))

    def skeleton(self, name: str) -> dict[str, str]:
        """The files of a kind or pass of this name: their texts, by their paths in the project.

        Raises UsageError for a name that one of the files uses for something else.
        """
        texts: dict[str, str] = {}
        for template in source_files(self.files, f"*{ENDING}"):
            source = template.relative_to(self.files).as_posix()
            path = source.removesuffix(ENDING).replace(PLACEHOLDER, name)
            if path in texts:
                raise self._taken(name, f"a part of the new {self.word} is called `{name}`")
            texts[path] = self._render(self.files, source, name)
        class_name = class_of(name)
        if class_name in self._other_names(texts, class_name):
            raise self._taken(name, f"its class would be called `{class_name}`, as one it needs")
        return texts

    def next_steps(self, name: str) -> str:
        """The next steps for the author of a new kind or pass of this name, as text."""
        return self._render(self.folder, NEXT_STEPS, name)

    def require_new_name(self, name: str, project: Path = PROJECT) -> None:
        """Raise UsageError if a new kind or pass cannot have this name."""
        right = re.fullmatch(NAME, name, re.ASCII)
        if not right or not SHORTEST_NAME <= len(name) <= self.longest_name:
            raise UsageError(
                f"{shown(name)!r} cannot be the name of a {self.word}",
                f"Give {SHORTEST_NAME} to {self.longest_name} lowercase letters, digits and _, "
                "beginning with a letter.",
            )
        if name in self.refused:
            raise self._taken(name, self.refused[name])
        if keyword.iskeyword(name):
            raise self._taken(name, "it is a word of Python")
        if name in C_WORDS:
            raise self._taken(name, "it is a word of C")
        if hasattr(self.package, name):
            other = f"{self.package.__name__} has something else that is called `{name}`"
            raise self._taken(name, other)
        if (project / "tests" / name).exists():
            raise self._taken(name, f"tests/{name} has other tests")
        if name in _dungeons(project / SPEC_NAME):
            raise self._taken(name, f"{SPEC_NAME} has a dungeon of this name")

    def _taken(self, name: str, reason: str) -> UserError:
        what = f"`{name}` cannot be the name of a new {self.word}"
        return UsageError(f"{what}: {reason}", "Give another name.")

    def _other_names(self, texts: Mapping[str, str], class_name: str) -> set[str]:
        """The names in the Python files that are imported, or of classes other than its own."""
        found: list[str] = []
        for path, text in texts.items():
            nodes = list(ast.walk(ast.parse(text))) if path.endswith(".py") else []
            found += [node.name for node in nodes if isinstance(node, ast.ClassDef)]
            found += [
                alias.name
                for node in nodes
                if isinstance(node, ast.ImportFrom)
                and self.plural not in str(node.module).split(".")
                for alias in node.names
            ]
        found.remove(class_name)
        return set(found)

    def _render(self, folder: Path, template: str, name: str) -> str:
        sample = f"{name[: LONGEST_DUNGEON_NAME - len(SAMPLE_ENDING)]}{SAMPLE_ENDING}"
        context = {"name": name, "class_name": class_of(name), "sample": sample}
        return template_environment(folder).get_template(template).render(context)


def print_written(written: Written) -> None:
    """Print the files that were written, and the author's next steps."""
    for path in written.files:
        out.print(f"{shown_path(path)} written", soft_wrap=True, markup=False)
    out.print(f"\n{written.next_steps}", soft_wrap=True, markup=False, end="")


PARTS = {
    **{name: f"there is a kind of this name, in pygen/kinds/{name}" for name in KINDS},
    **{name: f"there is a pass of this name, in pygen/passes/{name}" for name in PASSES},
}
"""Names that are taken: kinds and passes have names in C that are made from theirs."""

PHASES = {
    phase.name: f"the kind `{kind.name}` has a phase of this name"
    for kind in KINDS.values()
    for phase in (*kind.phases, *kind.phases_of_worlds)
}
"""Names that the id of a pass cannot have after some kind."""

KIND = Scaffold("kind", pygen.kinds, LONGEST_DUNGEON_NAME, PARTS)
"""The longest name is that of a dungeon, as a dungeon may be called like its kind."""

PASS = Scaffold("pass", pygen.passes, 12, {**PHASES, **PARTS})
"""The name of a pass is also the id of its first use, which has at most 12 characters."""


def class_of(name: str) -> str:
    """The name of the class with the parameters of a kind or pass."""
    return "".join(word.capitalize() for word in name.split("_"))


def _dungeons(path: Path) -> set[str]:
    """The dungeons of the project's own spec; none if it cannot be read, which others report."""
    try:
        return set(load_spec(path).dungeons)
    except UserError:
        return set()
