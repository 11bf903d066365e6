"""The files of the project on which a Python file depends."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path


def import_closure(project: Path, package: str, starts: Iterable[Path]) -> list[Path]:
    """The files `starts`, and all files that they import from `package`, a folder of `project`,
    directly or through others; sorted.

    Imports for type checkers alone do not count, nor do imports by a computed name.
    """
    found: set[Path] = set()
    left = set(starts)
    while left:
        path = left.pop()
        found.add(path)
        status = path.stat()
        for name in _imported(path, status.st_mtime_ns, status.st_size, package):
            left |= set(_files_of(project, name)) - found
    return sorted(found)


@cache
def _imported(path: Path, _time: int, _size: int, package: str) -> frozenset[str]:
    """The dotted names below `package` that a file imports. For `from a import b`, both `a` and
    `a.b` are included, as `b` may be a module."""
    return frozenset(
        name
        for name in _names(ast.parse(path.read_text(encoding="utf-8")))
        if name.split(".")[0] == package
    )


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _names(child)


@cache
def _files_of(project: Path, name: str) -> Sequence[Path]:
    """The files that run when a dotted name is imported: those of its packages, and its own. Each
    name is looked up once, as Python itself imports it once."""
    parts = name.split(".")
    places = [project.joinpath(*parts[:count]) for count in range(1, len(parts) + 1)]
    files = [file for place in places for file in (place / "__init__.py", place.with_suffix(".py"))]
    return [file for file in files if file.is_file()]
