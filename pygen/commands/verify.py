"""`invoke verify`: every seed on every route against the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.builders.module import ModuleRoute, RouteOfModule
from pygen.builders.simulator import build_simulator
from pygen.builders.window import WindowRoute
from pygen.compilers import Compiler
from pygen.compilers.modules import build_module
from pygen.programs.building import modules_of_program
from pygen.programs.carriers import CARRIERS
from pygen.proof.every_seed import VERIFY_FOLDER, SeedJob, plan
from pygen.spec import Spec

Report = Callable[[str], None]


def worlds_of(spec: Spec, dungeons: Sequence[str]) -> list[str]:
    """Those of the dungeons that are worlds. Raises UsageError if there is none."""
    worlds = [name for name in dungeons if spec.dungeons[name].world]
    if not worlds:
        raise UsageError(
            f"--chunks-of: there are no chunks of {', '.join(dungeons)}",
            "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
        )
    return worlds


def plan_verify(
    spec: Spec,
    spec_name: str,
    compilers: Sequence[Compiler],
    dungeons: Sequence[str],
    seeds: Sequence[int],
    together: bool = False,
    against_native: bool = False,
    building: Report = lambda _what: None,
    folder: Path = VERIFY_FOLDER,
    build_folder: Path = BUILD_FOLDER,
    chunks_of: int | None = None,
) -> tuple[list[SeedJob], str]:
    """Build what is to be proven, and return the jobs and what was left out ("" if nothing).

    It is the module of each dungeon, so that a change of one kind leaves the proofs of the others
    alone. With `together` they are the modules as a program fetches them, and another one of the
    program is used before each dungeon. With `against_native` the modules are compared with the
    native builds instead of Python. With `chunks_of` the dungeons are worlds, and `seeds` are
    numbers of chunks of this seed. `building` is called with the name of what is built next.
    `pygen.proof.every_seed.verify` does the jobs.
    Raises CompileFailed as `build_module` does, ToolMissing without the C compiler that is
    needed, UsageError if a program of one dungeon is to be proven together.
    """
    make = _together if together else _each
    routes = [
        route
        for compiler in compilers
        for route in make(spec, spec_name, compiler, dungeons, building, build_folder)
    ]
    building("the native libraries")
    return plan(spec, routes, dungeons, seeds, folder, build_folder, against_native, chunks_of)


def _each(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeons: Sequence[str],
    building: Report,
    build_folder: Path,
) -> Iterator[RouteOfModule]:
    """The module of each dungeon, as games get it."""
    simulator = build_simulator()
    for dungeon in dungeons:
        building(f"{dungeon} with {compiler}")
        module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder)
        yield ModuleRoute(module, simulator)


def _together(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeons: Sequence[str],
    building: Report,
    build_folder: Path,
) -> Iterator[RouteOfModule]:
    """The modules of a program with a window, each after the one before it in the program; the
    first one after the last."""
    simulator = build_simulator()
    # No program has a world yet.
    names = [name for name in spec.selection.dungeons if not spec.dungeons[name].world]
    if len(names) < 2:
        raise UsageError(
            f"--together: the program has just {', '.join(names) or 'worlds'}",
            "It proves that dungeons of one program do not disturb each other. Leave it out, or "
            "add dungeons to program.dungeons in the spec.",
        )
    carrier = CARRIERS["easyflash"]
    modules = modules_of_program(
        spec,
        spec_name,
        compiler,
        "release",
        carrier,
        build_folder,
        building,
        spec.only(*names),
    )
    by_name = {module.dungeon: module for module in modules}
    for dungeon in (name for name in dungeons if name in names):
        other = names[names.index(dungeon) - 1]
        yield WindowRoute(by_name[dungeon], by_name[other], simulator)
