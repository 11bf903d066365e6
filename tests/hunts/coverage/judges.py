"""The judges of kinds and passes: what code each consists of, and whether that is its own."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from helpers.kinds import material
from helpers.passes import pass_material

from pygen.base.project import PROJECT
from pygen.kinds import KINDS
from pygen.passes import PASSES

GENERATORS = ("pygen.kinds", "pygen.passes")
"""Packages from which a judge must not import."""


def judges() -> dict[str, Callable[..., None] | None]:
    """The judge of each kind and pass; None where there is none."""
    found: dict[str, Callable[..., None] | None] = {}
    for group, names, find in (("kinds", KINDS, material), ("passes", PASSES, pass_material)):
        for name in names:
            try:
                found[f"{group}/{name}"] = find(name).judge
            except (ImportError, AssertionError):
                found[f"{group}/{name}"] = None
    return found


def functions_of(judge: Callable[..., Any]) -> list[FunctionType]:
    """The functions of the tests that a judge consists of: itself, and those that it calls."""
    found: list[FunctionType] = []
    left: list[object] = [inspect.unwrap(judge)]
    while left:
        one = left.pop()
        if isinstance(one, type):
            left += [inspect.unwrap(value) for value in vars(one).values() if callable(value)]
        elif isinstance(one, FunctionType) and one not in found and _is_of_tests(one):
            found.append(one)
            names = set(_names(one.__code__))
            used = (value for name, value in one.__globals__.items() if name in names)
            left += [inspect.unwrap(value) for value in used if callable(value)]
    return found


def _is_of_tests(function: FunctionType) -> bool:
    return Path(function.__code__.co_filename).is_relative_to(PROJECT / "tests")


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def shared_code(judge: Callable[..., Any]) -> list[str]:
    """What the files of a judge import from the generators: it should be nothing."""
    files = {Path(function.__code__.co_filename) for function in functions_of(judge)}
    return [
        f"{file.relative_to(PROJECT).as_posix()}: {name}"
        for file in sorted(files)
        for name in imports_of(file.read_text(encoding="utf-8"))
        if name in GENERATORS or name.startswith(tuple(f"{one}." for one in GENERATORS))
    ]


def imports_of(source: str) -> Iterator[str]:
    """The modules that a source imports, also within functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
