"""Comments of the emitted constants: where each comes from, and what it means."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args, get_origin

from pygen.engine.definition.emitted import presence
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import (
    Constants,
    Emitted,
    EmittedSection,
    Mark,
    Section,
    chance_threshold,
)

COLUMNS = 100
"""How long a line of a comment may be."""

_DEFAULT = re.compile(r" \(default: [^()]*\)$")


def comments_of_dungeon(name: str, dungeon: KindParameters) -> dict[str, str]:
    """The comments of the constants that come from the parameters of a dungeon, by their names."""
    root = f"dungeons.{name}"
    found = _comments_of(dungeon, "", [root], KindParameters.model_fields)
    for used in dict.fromkeys(use.name for use in dungeon.passes):
        uses = [use for use in dungeon.passes if use.name == used]
        paths = [f"{root}.passes.{use.id}" for use in uses]
        found |= _comments_of(uses[0], f"{used.upper()}_", paths, PassParameters.model_fields)
    return found


def _comments_of(
    section: EmittedSection, prefix: str, paths: Sequence[str], besides: Collection[str]
) -> dict[str, str]:
    """The comments of the constants of a kind or a pass, whose parameters are at `paths`."""
    found = comments_of_keys(section, prefix, paths, besides, section.threshold_of)
    found |= {f"{prefix}{name}": text for name, text in section.meanings.items()}
    for name in presence([dict.fromkeys(found, 0)]):
        some, _, of = name.partition("_")
        where = "in some row of parameters" if some == "SOME" else "in all rows of parameters"
        found.setdefault(name, f"whether {of} is not 0 {where}")
    return found


def comments_of_keys(
    section: Section,
    prefix: str,
    paths: Sequence[str],
    besides: Collection[str] = (),
    threshold: Callable[[int], int] = chance_threshold,
) -> dict[str, str]:
    """The comments of the constants that `constants_of_keys` has, by their names in C: the paths of
    the key in the YAML, and its description, which says the unit."""
    found: dict[str, str] = {}
    for key, field in type(section).model_fields.items():
        if key in besides or Mark.ABSENT in field.metadata:
            continue
        given = [mark.name for mark in field.metadata if isinstance(mark, Emitted)]
        name = given[0] if given else prefix + key.upper()
        value, below = getattr(section, key), [f"{path}.{key}" for path in paths]
        if isinstance(value, Section):
            found |= comments_of_keys(value, f"{name}_", below, (), threshold)
            continue
        text = f"{', '.join(below)}: {_DEFAULT.sub('', field.description or '')}"
        if Mark.CHANCE in field.metadata:
            text += "; of the random numbers from 1 to 65535, those up to this are hits"
        words = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        found |= dict.fromkeys((f"{name}_IS_{word}".upper() for word in words), text)
        found[name] = text
    return found


@cache
def comments_of_module(module: ModuleType) -> Mapping[str, str]:
    """The comments of the integers of a module of constants, by name: the string below each."""
    body = ast.parse(inspect.getsource(module)).body
    found: dict[str, str] = {}
    for statement, following in pairwise(body):
        said = following.value if isinstance(following, ast.Expr) else None
        if isinstance(statement, ast.Assign) and isinstance(said, ast.Constant):
            text = " ".join(str(said.value).split()).rstrip(".")
            found |= {
                node.id: text
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
    return found


@cache
def comments_of_schedule(file: Path) -> Mapping[str, str]:
    """The comments of the numbers of a schedule, by the names that they have in C."""
    path, found, above = "/".join(file.parts[-3:]), {}, ""
    for line in file.read_text(encoding="utf-8").splitlines():
        code, _, comment = (part.strip() for part in line.partition("#"))
        if code:
            name = code.partition(" ")[0]
            found[name.upper()] = f"{path}, {name}: {comment or above}"
        else:
            above = f"{above} {comment}".strip() if comment else ""
    return found


def as_comment(text: str) -> str:
    """A text as a comment in C, on one line or on several."""
    if len(text) <= COLUMNS - 6:
        return f"/* {text} */"
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > COLUMNS - 7:
            lines.append("")
        lines[-1] += f" {word}"
    return "/*" + "\n *".join(lines) + " */"


def with_comments(constants: Constants, comments: Mapping[str, str]) -> list[tuple[str, Constants]]:
    """Constants in their order, those side by side that have the same comment together."""
    groups: list[tuple[str, Constants]] = []
    for name, value in constants.items():
        text = comments.get(name, "")
        if not groups or groups[-1][0] != text:
            groups.append((text, {}))
        groups[-1][1][name] = value
    return groups
