"""Which branches of the generators are taken: they are instrumented when they are imported.

`install` must be called before anything of `pygen` is imported.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from hunts.coverage.branches import SEEN, Branch, instrumented

PROJECT = Path(__file__).resolve().parents[3]
PACKAGE = "pygen"

SHARED = ("population", "plane", "noise")
"""Packages of `pygen/engine` that are parts of algorithms, for several kinds and passes."""

NO_GENERATORS = frozenset(
    # Declarations and checks of the spec, and what follows from it before any dungeon is built.
    ("__init__", "constants", "meanings", "parameters", "fitting", "octaves", "rules", "safety")
    + ("sample",)
    # For people who look at a dungeon; the C has no twin.
    + ("figures", "notes", "watching")
)
"""Modules that build nothing."""


def part_of(file: str) -> str:
    """The part of the generators that a file belongs to, such as `kinds/walk`; "" if to none."""
    match Path(file).parts:
        case ("pygen", "kinds" | "passes" as group, name, *_, last):
            # A pass has rules of tiles, which are no checks of a spec.
            is_own = last == "rules.py" and group == "passes"
            return f"{group}/{name}" if is_own or _builds(file) else ""
        case ("pygen", "engine", name, _) if name in SHARED and _builds(file):
            return f"engine/{name}"
    return ""


def _builds(file: str) -> bool:
    return not any(Path(part).stem in NO_GENERATORS for part in Path(file).parts)


def measured_files() -> list[str]:
    """The files of all generators, from the project's folder."""
    paths = sorted((PROJECT / PACKAGE).rglob("*.py"))
    files = [path.relative_to(PROJECT).as_posix() for path in paths]
    return [file for file in files if part_of(file)]


class Probe:
    """The branches of a file, and which of them were taken."""

    def __init__(self, branches: Sequence[Branch]) -> None:
        self.branches = branches
        self.taken = bytearray(len(branches))

    def seen(self, number: int, value: Any) -> Any:
        self.taken[number + bool(value)] = 1
        return value


_probes: dict[str, Probe] = {}
_modules: list[ModuleType] = []


class _Loader(SourceFileLoader):
    """Loads the instrumented source; compiled modules on disk are those of the original."""

    def get_code(self, fullname: str) -> CodeType:
        file = Path(self.path).relative_to(PROJECT).as_posix()
        tree, branches = instrumented(Path(self.path).read_text(encoding="utf-8"), file)
        _probes[file] = Probe(branches)
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        code = self.get_code(module.__name__)
        file = Path(self.path).relative_to(PROJECT).as_posix()
        setattr(module, SEEN, _probes[file].seen)
        _modules.append(module)
        exec(code, module.__dict__)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.origin and Path(spec.origin).is_relative_to(PROJECT):
            file = Path(spec.origin).relative_to(PROJECT).as_posix()
            if part_of(file):
                spec.loader = _Loader(fullname, spec.origin)
        return spec


def install() -> None:
    """Instrument the generators that are imported from now on.

    Raises RuntimeError if one is imported already.
    """
    if f"{PACKAGE}.kinds" in sys.modules or f"{PACKAGE}.engine" in sys.modules:
        raise RuntimeError("the generators are imported already, without instruments")
    sys.meta_path.insert(0, _Finder())


def begin() -> None:
    """Forget what was taken, and what the generators remember of earlier dungeons."""
    for module in _modules:
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper):
                value.cache_clear()
    for probe in _probes.values():
        probe.taken[:] = bytes(len(probe.taken))


def taken() -> Iterator[Branch]:
    """The branches that were taken since `begin`."""
    for probe in _probes.values():
        yield from (branch for branch, hit in zip(probe.branches, probe.taken) if hit)


def all_branches() -> list[Branch]:
    """The branches of all generators, whether imported or not."""
    return [
        branch
        for file in measured_files()
        for branch in instrumented((PROJECT / file).read_text(encoding="utf-8"), file)[1]
    ]
