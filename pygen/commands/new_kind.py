"""`invoke new-kind`: the files of a new kind of dungeon, which works from the start.

The skeleton's files are templates in `templates/kind/files/`, in the folders that the files get.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pygen.kinds
from pygen.base.errors import UsageError, UserError
from pygen.base.files import create_files, source_files
from pygen.base.project import PROJECT, TEMPLATES
from pygen.base.templates import template_environment
from pygen.base.words import shown
from pygen.kinds import KINDS
from pygen.spec import load_spec
from pygen.spec.model import NAME
from pygen.spec.record_rules import C_WORDS

SKELETON = TEMPLATES / "kind"
FILES = SKELETON / "files"
NEXT_STEPS = "next_steps.txt.j2"
ENDING = ".j2"

SPEC_NAME = "generator.yaml"

PLACEHOLDER = "NAME"
"""What stands in a template's path for the name of the kind."""

SHORTEST_NAME = 2
LONGEST_NAME = 24


@dataclass(frozen=True)
class NewKind:
    """A kind that was written: its files, and what its author may do next, as text."""

    files: list[Path]
    next_steps: str


def new_kind(name: str, project: Path = PROJECT) -> NewKind:
    """Write the skeleton of a kind of this name into the project, all of its files or none.

    Raises UsageError for a name that a kind cannot have, UserError if a file exists already or
    cannot be written; existing files stay as they are.
    """
    require_new_name(name, project)
    texts = skeleton(name)
    create_files({project / path: text.encode() for path, text in texts.items()})
    return NewKind([project / path for path in texts], next_steps(name))


def skeleton(name: str) -> dict[str, str]:
    """The files of a kind of this name: their text by their path in the project.

    Raises UsageError for a name that one of them uses for something else.
    """
    texts: dict[str, str] = {}
    for template in source_files(FILES, f"*{ENDING}"):
        source = template.relative_to(FILES).as_posix()
        path = source.removesuffix(ENDING).replace(PLACEHOLDER, name)
        if path in texts:
            raise _taken(name, f"a part of the new kind is called `{name}`")
        texts[path] = _render(FILES, source, name)
    class_name = class_of(name)
    if class_name in _other_names(texts, class_name):
        raise _taken(name, f"its class would be called `{class_name}`, as one that it needs")
    return texts


def next_steps(name: str) -> str:
    """What the author of a new kind of this name may do next, with the commands, as text."""
    return _render(SKELETON, NEXT_STEPS, name)


def require_new_name(name: str, project: Path = PROJECT) -> None:
    """Raise UsageError if a new kind cannot have this name."""
    if not re.fullmatch(NAME, name, re.ASCII) or len(name) < SHORTEST_NAME:
        raise UsageError(
            f"{shown(name)!r} cannot be the name of a kind",
            f"Give {SHORTEST_NAME} to {LONGEST_NAME} lowercase letters, digits and _, beginning "
            "with a letter.",
        )
    if name in KINDS:
        raise _taken(name, f"there is a kind of this name, in pygen/kinds/{name}")
    if keyword.iskeyword(name):
        raise _taken(name, "it is a word of Python")
    if name in C_WORDS:
        raise _taken(name, "it is a word of C")
    if hasattr(pygen.kinds, name):
        raise _taken(name, f"pygen.kinds has something else that is called `{name}`")
    if (project / "tests" / name).exists():
        raise _taken(name, f"tests/{name} has other tests")
    if name in _dungeons(project / SPEC_NAME):
        raise _taken(name, f"{SPEC_NAME} has a dungeon of this name")


def class_of(name: str) -> str:
    """The name of the class of a kind's parameters."""
    return "".join(word.capitalize() for word in name.split("_"))


def _dungeons(path: Path) -> set[str]:
    """The dungeons of the project's own spec; none if it cannot be read, which others report."""
    try:
        return set(load_spec(path).dungeons)
    except UserError:
        return set()


def _taken(name: str, reason: str) -> UserError:
    return UsageError(f"`{name}` cannot be the name of a new kind: {reason}", "Give another name.")


def _other_names(texts: Mapping[str, str], class_name: str) -> set[str]:
    """The names that the Python files import, or give to other classes than the kind's own."""
    found: list[str] = []
    for path, text in texts.items():
        nodes = list(ast.walk(ast.parse(text))) if path.endswith(".py") else []
        found += [node.name for node in nodes if isinstance(node, ast.ClassDef)]
        found += [
            alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and "kinds" not in str(node.module).split(".")
            for alias in node.names
        ]
    found.remove(class_name)
    return set(found)


def _render(folder: Path, template: str, name: str) -> str:
    # A dungeon's name has as many characters as a kind's, so a long one is cut.
    sample = f"{name[: LONGEST_NAME - len('_sample')]}_sample"
    context = {"name": name, "class_name": class_of(name), "sample": sample}
    return template_environment(folder).get_template(template).render(context)
