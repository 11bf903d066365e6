"""The C64 programs: a resident part that plays and serves, and the modules of the dungeons.

The resident part knows a dungeon only by its module, as any other program would. In memory come
first the modules, then the resident part with its variables and stack, and at the end the work
memory that the modules share.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CompileFailed
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.compilers.base import BuildRequest, BuildResult, Compiler
from pygen.compilers.building import PLAY_ASSEMBLY, PLAY_SOURCES, Profile, Program, build_request
from pygen.compilers.modules import Module, Placement, build_module
from pygen.compilers.program import make_prg
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.modules import emit_module_calls
from pygen.spec import Spec

RESIDENT_SOURCES = (
    "start/main.c", "harness/harness.c", "core/generation.c", "core/floors.c", "core/find_room.c",
    "machine/measure.c", "program/modules.c",
)  # fmt: skip

RESIDENT_UNITS = ("program_tables.c", "zeropage.c")
"""Of the emitted units, those that the resident part has whether or not it plays."""

PAGE = 256

SLACK = 32
"""Bytes that are left free behind each module, as other addresses change the size of its code."""

Report = Callable[[str], None]


@dataclass(frozen=True)
class ModularProgram(Program):
    """A built program of resident part and modules, in the order of the spec's dungeons."""

    modules: tuple[Module, ...] = ()


def build_program(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    build_folder: Path = BUILD_FOLDER,
    building: Report = lambda _what: None,
) -> ModularProgram:
    """Build the program of `spec`, in one file with all its modules, into
    `build_folder`/<profile>/<compiler>/.

    `building` is called with the name of what is built next. Raises CompileFailed as
    `Compiler.compile` does, and if the program does not fit; UserError as `build_module` does.
    """
    folder = build_folder / profile / compiler.name
    places = _places(spec, spec_name, compiler, profile, folder, building)
    modules = [
        build_module(spec, spec_name, compiler, name, profile, folder, places.of(name))
        for name in spec.program.dungeons
    ]
    building(f"{spec.program.name} with {compiler}")
    request = _resident(spec, spec_name, compiler, profile, folder, places)
    resident = build_request(spec, compiler, profile, request)
    result = _together(resident.result, modules, request)
    return ModularProgram(
        spec, compiler, profile, folder, result, resident.is_new, tuple(modules)
    )


@dataclass(frozen=True)
class Places:
    """Where the modules of a program are, and their work memory; the resident part lies between."""

    starts: dict[str, int]
    resident: int
    work: int

    def of(self, dungeon: str) -> Placement:
        """The place of a dungeon's module."""
        return Placement(self.starts[dungeon], self.work)


def _places(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    folder: Path,
    building: Report,
) -> Places:
    """Measure the modules, and lay them out one after the other."""
    region = spec.memory["program"]
    at, work = _next_page(region.start), 0
    starts = {}
    for name in spec.program.dungeons:
        building(f"{name} with {compiler}")
        module = build_module(
            spec, spec_name, compiler, name, profile, folder / "measured", Placement(region.start)
        )
        starts[name] = at
        at = _next_page(at + module.size + SLACK)
        work = max(work, module.layout.work_end + 1 - module.layout.work_start)
    return Places(starts, at, (region.end + 1 - work - SLACK) // 16 * 16)


def _next_page(address: int) -> int:
    return -(-address // PAGE) * PAGE


def _resident(
    spec: Spec, spec_name: str, compiler: Compiler, profile: Profile, folder: Path, places: Places
) -> BuildRequest:
    """Emit the C of the resident part, and return the request that compiles it."""
    generated = folder / "gen"
    emitted = emit(spec, spec_name, generated)
    emit_module_calls(spec, spec_name, generated, list(places.starts.values()))
    emitted += sorted(generated.glob(f"*_{compiler.name}.s"))
    wanted = (*RESIDENT_UNITS, *DISPLAY_UNITS)
    hand_written = [
        *RESIDENT_SOURCES,
        "program/carriers/in_program.c",
        *PLAY_SOURCES,
        *(["program/modules_cc65.s"] if compiler.name == "cc65" else []),
        *PLAY_ASSEMBLY.get(compiler.name, ()),
    ]
    defines = {"UNDERCROFT_WINDOW": "1"}
    if profile == "dev":
        defines["UNDERCROFT_DEV"] = "1"
    if places.resident >= places.work:
        raise CompileFailed("the modules leave no room for the program")
    return BuildRequest(
        sources=[
            *(C_FOLDER / name for name in hand_written),
            *(path for path in emitted if path.name in wanted),
            generated / "module_pages.c",
        ],
        output_folder=folder,
        name=spec.program.name,
        include_folders=[generated, C_FOLDER],
        defines=defines,
        flags=getattr(getattr(spec.compilers, compiler.name), profile),
        program_start=places.resident,
        program_end=places.work - 1,
        zeropage_start=0x90,
    )


def _together(
    resident: BuildResult, modules: Sequence[Module], request: BuildRequest
) -> BuildResult:
    """The result of the whole program: the modules' bytes, then those of the resident part."""
    first = modules[0].layout.start
    image = bytearray(request.program_start - first)
    for module in modules:
        at = module.layout.start - first
        if at + module.size > len(image):
            raise CompileFailed(f"the module of {module.dungeon} is larger than it was measured")
        image[at : at + module.size] = module.image
    image += resident.image
    write_if_changed(resident.prg, make_prg(bytes(image), first, request.program_start))
    return dataclasses.replace(resident, image=bytes(image), image_start=first)
