"""Programs that tests work with, built once for all workers and runs.

They lie in build/test-programs/, a folder for each spec. Whether the program in it is still the one
that its sources give, is for `build_request` and `build_native` to say. A test of building itself
takes a folder of its own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.builders import native
from pygen.builders.module_vice import ModuleViceBuilder, start_module
from pygen.builders.native import NativeBuilder
from pygen.compilers import built, module_building
from pygen.compilers.host import HostCompiler, NativeForm
from pygen.compilers.module_addresses import Placement
from pygen.compilers.module_building import Module, build_module
from pygen.emit import emit
from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.program import build_program, modules_of_program
from pygen.spec import Spec, spec_hash
from pygen.spec.selection import Selection

CACHE = BUILD_FOLDER / "test-programs"


Built = TypeVar("Built")
_BUILT: dict[tuple[str, ...], Any] = {}


def once(
    spec: Spec,
    names: Sequence[str],
    build: Callable[[], Built],
    selection: Selection | None = None,
) -> Built:
    """What `build` makes of a selection of dungeons: a process does it once for each list of
    names."""
    key = (spec_hash(spec, selection), *names)
    if key not in _BUILT:
        _BUILT[key] = build()
    found: Built = _BUILT[key]
    return found


@contextlib.contextmanager
def build_folder(spec: Spec, purpose: str, selection: Selection | None = None) -> Iterator[Path]:
    """A folder to build something of a selection of dungeons in; nobody else builds for the same
    purpose meanwhile.

    What was built there earlier, in this run or another, is still there.
    """
    folder = CACHE / f"{purpose}-{spec_hash(spec, selection)[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("wb") as lock:
        # Released when the file is closed, even if by the process's death.
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def playable_of(
    spec: Spec,
    compiler: str | None = None,
    profile: built.Profile = "release",
    selection: Selection | None = None,
) -> ModularProgram:
    """The program of a selection of dungeons by this compiler, or by the preferred one of those at
    hand: one file with the modules of its dungeons.

    The test is skipped where the compiler is missing. Tests must not change the program's files.
    """
    found = compiler_or_skip(compiler) if compiler else any_compiler()

    def build() -> ModularProgram:
        with build_folder(spec, f"playable-{found.name}", selection) as folder:
            return build_program(
                spec, SPEC_FILE.name, found, profile, build_folder=folder, selection=selection
            )

    return once(spec, ["program", found.name, profile], build, selection)


def module_of(
    spec: Spec,
    dungeon: str,
    compiler: str | None = None,
    profile: built.Profile = "release",
    linked_once: bool = False,
) -> Module:
    """The same for the module of a dungeon. One that is `linked_once` is built as for a proof: in
    half the time, but its addresses and cycles are not those of the module that ships."""
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    purpose = "proven" if linked_once else "module"

    def build() -> Module:
        with build_folder(spec, f"{purpose}s-{found.name}") as folder:
            return build_module(
                spec, SPEC_FILE.name, found, dungeon, profile, folder, once=linked_once
            )

    return once(spec, [purpose, found.name, dungeon, profile], build)


def compared_module_of(spec: Spec, dungeon: str, compiler: str | None = None) -> Module:
    """The same for a module of which only the dungeons are compared."""
    return module_of(spec, dungeon, compiler, linked_once=True)


def modules_of(spec: Spec, compiler: str | None = None) -> list[Module]:
    """The modules of the program of `spec`, linked for one window."""
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    with build_folder(spec, f"window-{found.name}") as folder:
        return modules_of_program(
            spec, SPEC_FILE.name, found, "release", CARRIERS["easyflash"], folder
        )


def claiming(module: Module, spec: Spec) -> Module:
    """A module that takes itself for one of `spec`, whose code has this place, too."""
    memory = module.layout.spec.memory
    right = spec.replaced(memory=memory)
    return dataclasses.replace(module, layout=dataclasses.replace(module.layout, spec=right))


def with_code(module: Module, call: str, code: bytes) -> Module:
    """A module in which other code is behind one of its calls."""
    image = bytearray(module.image)
    at = module.calls[call] - module.layout.start
    target = module.layout.start + len(image)
    image[at : at + 3] = bytes([0x4C, target & 0xFF, target >> 8])
    return dataclasses.replace(module, image=bytes(image) + code)


def tampered(
    spec: Spec,
    dungeon: str,
    change: Callable[[Path], None],
    folder: Path,
    compiler: str | None = None,
    profile: built.Profile = "release",
    source_folder: Path = C_FOLDER,
) -> Module:
    """The module of a dungeon, built in `folder` from emitted C in which something is changed:
    `change` gets the folder with it."""
    region = spec.memory["program"]
    place = Placement(-(-region.start // 256) * 256, (region.end + 1) // 256 * 256 - 0x1000)
    found = compiler_or_skip(compiler) if compiler else any_compiler()
    with build_folder(spec, f"places-{found.name}") as known:
        good = build_module(spec, SPEC_FILE.name, found, dungeon, profile, known, place)

    def emitted(one: Spec, name: str, to: Path, **more: Any) -> list[Path]:
        files = emit(one, name, to, **more)
        change(to)
        return files

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module_building, "emit", emitted)
        return build_module(
            spec, SPEC_FILE.name, found, dungeon, profile, folder, place, good.layout, source_folder
        )


def in_vice(module: Module) -> contextlib.closing[ModuleViceBuilder]:
    """A machine in VICE with a module in it, closed when the block is left."""
    return contextlib.closing(start_module(module))


def native_used_once(spec: Spec) -> NativeBuilder:
    """The native build of a spec that no other test has, compiled as fast as it can be."""
    with tempfile.TemporaryDirectory() as folder:
        compiler = HostCompiler.find_quick()
        return NativeBuilder(
            spec, native.build_native(spec, "quick", Path(folder), compiler=compiler)
        )


def native_of(spec: Spec, kind: NativeForm = "quick", selection: Selection | None = None) -> Path:
    """The native library of a selection of dungeons, or its checked program."""
    compiler = HostCompiler.find_quick() if kind == "quick" else None
    return once(
        spec,
        ["native", kind],
        lambda: native.build_native(spec, kind, CACHE, compiler=compiler, selection=selection),
        selection,
    )
