"""Routes for other machines: what a route builds from, without anything of this machine.

A packed route has the spec, and the bytes of a module. It has no paths: the other machine builds
its native library and its simulator from its own sources. It uses them only if they are, byte for
byte, the libraries that the route has here.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import platform
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatch
from pathlib import Path, PurePath
from typing import Any

from pygen.base.errors import ToolMissing, UserError
from pygen.base.project import PROJECT
from pygen.builders.base import Route
from pygen.builders.module import ModuleRoute
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.builders.recompiling import Recompiling
from pygen.builders.simulator import build_simulator
from pygen.builders.window import WindowRoute
from pygen.compilers import Compiler
from pygen.compilers.host import HostCompiler
from pygen.compilers.module_building import Module
from pygen.emulators.vice_command import find_executable
from pygen.spec import Spec
from pygen.spec.selection import Selection

ABSENT = Path()
"""Stands for a path that another machine does not need, or finds itself."""

SOURCES = ("pygen", "c64src", "templates")
"""The folders whose files must be the same on every machine."""

TESTS = ("tests", "generator.yaml", "pyproject.toml", "tasks.py")
"""What else must be the same where tests are run."""

Recipe = tuple[Callable[..., Route], tuple[Any, ...]]
"""A function that makes a route on any machine, and its arguments."""


class OtherMachine(UserError):
    """This machine would build with other sources or tools than the one that sent the work."""


def packed(route: Route) -> bytes:
    """A route for any machine. Raises TypeError for a route that cannot be packed, and for one
    that holds a path of this machine."""
    data = io.BytesIO()
    _Packer(data).dump(recipe(route))
    return zlib.compress(data.getvalue(), 1)


def unpacked(data: bytes) -> Route:
    """The route of `packed`, on this machine, with libraries built here.

    Raises OtherMachine if a library differs from that of the machine that has packed the route, or
    if it cannot be built.
    """
    make, arguments = pickle.loads(zlib.decompress(data))
    try:
        route: Route = make(*arguments)
    except OtherMachine:
        raise
    except UserError as error:
        raise OtherMachine(error.message, error.hint) from error
    return route


class _Packer(pickle.Pickler):
    """A pickler that refuses paths of this machine."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, PurePath) and value.is_absolute():
            raise TypeError(f"a route for other machines must not hold the path {value}")
        return NotImplemented


# ------------------------------------------------------------------ the recipes


@singledispatch
def recipe(route: Route) -> Recipe:
    """How another machine makes this route."""
    raise TypeError(f"{type(route).__name__} cannot be packed")


@recipe.register
def _(route: PythonRoute) -> Recipe:
    return PythonRoute, (route.spec,)


@recipe.register
def _(route: NativeRoute) -> Recipe:
    return _native_route, (route.spec, route.selection, file_digest(route.library))


@recipe.register
def _(route: ModuleRoute) -> Recipe:
    bare = replace(route, module=_bare_module(route.module), simulator=ABSENT, recompiling=None)
    recompiling = route.recompiling.identity if route.recompiling else ""
    return _module_route, (bare, file_digest(route.simulator), recompiling)


@recipe.register
def _(route: WindowRoute) -> Recipe:
    return recipe.dispatch(ModuleRoute)(replace(route, other=_bare_module(route.other)))


@recipe.register
def _(route: ModuleViceRoute) -> Recipe:
    return _vice_route, (_bare_module(route.module), route.label)


def _bare_module(module: Module) -> Module:
    """A module without the paths of its files and of its compiler."""
    compiler = type(module.compiler)(ABSENT, module.compiler.version, "")
    result = replace(
        module.result, segments=[], objects=[], commands=[], prg=ABSENT, label_file=ABSENT,
        map_file=ABSENT, line_file=ABSENT,
    )  # fmt: skip
    return replace(module, compiler=compiler, folder=ABSENT, result=result)


# ------------------------------------------------------------------ on the other machine


def _native_route(spec: Spec, selection: Selection | None, expected: str) -> NativeRoute:
    library = build_native(spec, selection=selection)
    _require_same("the native library", file_digest(library), expected)
    return NativeRoute(spec, library, selection)


def _module_route(bare: ModuleRoute, simulator: str, recompiling: str) -> ModuleRoute:
    library = build_simulator()
    _require_same("the simulator", file_digest(library), simulator)
    found = Recompiling.find() if recompiling else None
    if found:
        _require_same("what recompiles modules", found.identity, recompiling)
    return replace(bare, simulator=library, recompiling=found)


def _vice_route(module: Module, label: str) -> ModuleViceRoute:
    find_executable()
    return ModuleViceRoute(module, label=label)


def file_digest(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _require_same(what: str, found: str, expected: str) -> None:
    if found != expected:
        raise OtherMachine(
            f"{what} has the digest {found[:16]} there, {expected[:16]} here",
            "Give both machines the same compilers.",
        )


# ------------------------------------------------------------------ machines


def facts_of_machine(project: Path = PROJECT, with_tests: bool = False) -> dict[str, str]:
    """What must be the same on all machines that work together, by name."""
    facts = {
        "sources": _digest(project, SOURCES)[:16],
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "C compiler": version_of(HostCompiler.find),
        "quick C compiler": version_of(HostCompiler.find_quick),
    }
    return {**facts, "tests": _digest(project, TESTS)[:16]} if with_tests else facts


def differences(theirs: dict[str, str], ours: dict[str, str]) -> str:
    """The facts of another machine that differ from ours, as the end of a sentence; empty if there
    are none."""
    return ", ".join(
        f"{name} {theirs.get(name) or 'missing'} instead of {value or 'none'}"
        for name, value in ours.items()
        if theirs.get(name) != value
    )


def _digest(project: Path, parts: Sequence[str]) -> str:
    """A digest of these files, and of all files in these folders."""
    state = hashlib.sha256()
    for part in parts:
        for path in sorted([project / part, *(project / part).rglob("*")]):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(project).as_posix()
                state.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


def version_of(find: Callable[[], HostCompiler | Compiler]) -> str:
    """The version of the compiler that `find` finds; empty if it finds none."""
    try:
        return find().version
    except ToolMissing:
        return ""
