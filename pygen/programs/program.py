"""Building a C64 program: a resident part that plays and serves, and the modules of the dungeons.

The resident part knows a dungeon only by its module, as any other program would. The modules come
first in memory, or the window into which one module at a time is fetched. The resident part follows
with its variables and stack. The work memory that the modules share is at the end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CompileFailed, DoesNotFit, UserError
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.compilers.base import BuildRequest, BuildResult, Compiler, ZeroPageTaken
from pygen.compilers.built import Profile, build_request
from pygen.compilers.module_addresses import Placement
from pygen.compilers.module_building import Module, build_module
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.appearance import appearance, require_codes_for_worlds
from pygen.emit.module_layout import ModuleLayout, emit_module_places
from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.definition.parameters import named_rows
from pygen.kinds import KINDS
from pygen.programs.carrier import Carrier, ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.places import Places, grown, has_room, in_a_row, in_a_window, next_page
from pygen.programs.progress import typical_steps
from pygen.spec import Spec
from pygen.spec.memory_layout import MemoryNeeds, Span, lay_out, memory_needs, spare_span
from pygen.spec.open_parameters import open_parameters
from pygen.spec.preferences import shared_preferences
from pygen.spec.selection import Selection

RESIDENT_SOURCES = (
    "start/main.c", "harness/harness.c", "core/generation.c",
    "core/find_room.c", "machine/measure.c", "program/modules.c",
)  # fmt: skip

# Functions for games that our own programs do not call: the linker keeps only those that are used.
LIBRARY_SOURCES = ("core/rooms.c", "core/map_queries.c", "core/room_queries.c")

RESIDENT_ASSEMBLY = {"cc65": ("program/modules_cc65.s",)}

# The playable part, and assembly for one compiler where the other one has C.
PLAY_SOURCES = (
    "program/game.c", "program/shown.c", "program/appearance.c", "program/display.c",
    "program/figure.c", "program/text.c", "program/input.c", "program/bar.c", "program/building.c",
    "program/message.c", "program/secrets.c", "program/entities.c", "program/chambers.c",
    "program/view.c", "program/status.c", "program/meeting.c", "program/overview.c",
    "program/saved.c", "program/saving.c", "program/loading.c", "program/drive.c",
    "program/disk_variables.c", "program/floors.c", "program/walking.c", "program/play.c",
    "program/menu.c",
)  # fmt: skip
# Sources that only programs with a world need.
WORLD_SOURCES = (
    "program/world/slots.c", "program/world/tilemap.c", "program/world/changes.c",
    "program/world/entities.c", "program/world/copying.c", "program/world/ahead.c",
    "program/world/heading.c", "program/world/raster.c", "program/world/chunks.c",
    "program/world/frames.c", "program/world/following.c",
)  # fmt: skip

# Sources that only programs with open parameters need; of these, the playable part.
OPEN_SOURCES = ("program/opened.c",)
OPEN_PLAY_SOURCES = ("program/parameters.c",)

PLAY_ASSEMBLY = {"cc65": ("program/disk_cc65.s",)}

RESIDENT_UNITS = ("program_tables.c", "zeropage.c")
"""The emitted units that the resident part always has, even if it does not play."""

RESIDENT_ZERO_PAGE = 0x90
"""Where the resident part's variables in zero page begin with cc65: behind those of modules. The
KERNAL uses the same addresses, so the variables are saved while it is called."""

CHUNKS_BELOW_KERNAL = 7
"""How many chunks of a world are in the RAM below the KERNAL. What they leave, and all of it in a
program without a world, is for code and constants."""

RAM_BELOW_KERNAL = range(0xE000, 0xFFFA)
"""Without the vectors of the processor."""

RESIDENT_STACK = {
    "oscar64": {"release": 128, "dev": 512},
    "cc65": {"release": 128, "dev": 128},
}
"""The bytes of the compiler's stack by profile. Releases were measured to take 25 bytes with cc65
and 46 with OSCAR64. Without optimisation OSCAR64 takes more; cc65's profiles keep locals
elsewhere."""

Report = Callable[[str], None]


def build_program(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    carrier: Carrier | None = None,
    plays: bool = True,
    build_folder: Path = BUILD_FOLDER,
    building: Report = lambda _what: None,
    selection: Selection | None = None,
) -> ModularProgram:
    """Build the program of a selection of dungeons of `spec` (default: those that are proven) for a
    carrier (default: one file) into `build_folder`/<profile>/<compiler>/.

    Dungeons for which the carrier has no room are left out. Without `plays` the program only serves
    tests and tools. `building` is called with the name of each part before it is built. Raises
    CompileFailed as `Compiler.compile` does, and if the program does not fit; UserError as
    `build_module` and `Carrier.write` do.
    """
    carrier = carrier or CARRIERS["prg"]
    selection = selection or spec.selection
    _require_playable(selection)
    if plays:
        require_codes_for_worlds(spec, selection)
    top = build_folder / profile / compiler.name
    build = _Build(spec, selection, spec_name, compiler, profile, carrier, plays, top)
    program = _whole(build, building)
    fitting = tuple(carrier.fitting(program))
    while fitting and fitting != program.selection.dungeons:
        smaller = Selection(selection.program, fitting)
        program = _whole(dataclasses.replace(build, selection=smaller), building)
        fitting = tuple(carrier.fitting(program))
    carrier.write(program, program.file)
    kept = program.selection.dungeons
    left_out = tuple(name for name in selection.dungeons if name not in kept)
    return dataclasses.replace(program, left_out=left_out)


def _whole(build: _Build, building: Report) -> ModularProgram:
    """The program of all dungeons of a build, not yet written for its carrier."""
    places, modules = _placed(build, building)
    program = build.selection.program
    building(f"{program} with {build.compiler}")
    try:
        request, result, is_new = _built(build, places, modules)
    except DoesNotFit:
        # Other memory is used only if it must be, so that work memory usually stays where it is.
        spare = _spare(build.spec, build.selection)
        if build.spare or not spare or not has_room(spare, modules):
            raise
        return _whole(dataclasses.replace(build, spare=spare), building)
    except ZeroPageTaken as taken:
        if build.zeropage is not None:
            raise
        # The modules' variables must lie behind those that the resident part keeps during calls.
        return _whole(dataclasses.replace(build, zeropage=taken.first_free), building)
    file = build.top / f"{program}{build.carrier.ending}"
    return ModularProgram(
        build.spec,
        build.selection,
        build.compiler,
        build.profile,
        request.output_folder,
        result if build.carrier.has_window else _together(result, modules, file),
        is_new,
        build.carrier,
        file,
        tuple(modules),
    )


def _require_playable(selection: Selection) -> None:
    """Raise UserError if the program has no dungeon."""
    if not selection.dungeons:
        name = selection.program
        raise UserError(
            f"program {name}: it has all dungeons but worlds, and there is no other",
            f"Name worlds: programs: {{{name}: {{dungeons: [...]}}}}.",
        )


def modules_of_program(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    carrier: Carrier,
    build_folder: Path = BUILD_FOLDER,
    building: Report = lambda _what: None,
    selection: Selection | None = None,
) -> list[Module]:
    """The modules of a program for a carrier, in the order of its dungeons, as
    `build_program` links them.

    Modules for which the carrier has no room are included. Raises as `build_program` does.
    """
    top = build_folder / profile / compiler.name
    selected = selection or spec.selection
    build = _Build(spec, selected, spec_name, compiler, profile, carrier, False, top)
    return _placed(build, building)[1]


PLACINGS = 3
"""How often modules are placed: some linkers fit work memory into gaps, whose size then depends on
the place."""


@dataclass(frozen=True)
class _Build:
    """A build of a program: its parameters, and its folder."""

    spec: Spec
    selection: Selection
    spec_name: str
    compiler: Compiler
    profile: Profile
    carrier: Carrier
    plays: bool
    top: Path
    zeropage: int | None = None
    """Where the modules' variables in zero page begin; None for the compiler's usual place."""
    spare: Span | None = None
    """Memory outside the region `program` for the modules' work memory."""

    def module(
        self, dungeon: str, folder: str, place: Placement, like: ModuleLayout | None = None
    ) -> Module:
        """The module of a dungeon at this place; `like` as of `build_module`."""
        where = self.top / folder
        place = dataclasses.replace(place, zeropage=self.zeropage)
        module = build_module(
            self.spec, self.spec_name, self.compiler, dungeon, self.profile, where, place, like
        )
        shown = appearance(self.spec, dungeon, self.selection, typical_steps(self.spec, dungeon))
        return dataclasses.replace(module, appearance=shown)


def _placed(build: _Build, building: Report) -> tuple[Places, list[Module]]:
    """The places of all parts of a program, and its modules, linked to their places."""
    measured = {}
    first = next_page(build.spec.memory["program"].start)
    for name in build.selection.dungeons:
        building(f"{name} with {build.compiler}")
        measured[name] = build.module(name, "measured", Placement(first))
    last, spare = build.spec.memory["program"].end, build.spare
    for _ in range(PLACINGS):
        if spare and not has_room(spare, measured.values()):
            spare = None
        if build.carrier.has_window:
            places = in_a_window(measured, first, last, build.carrier.resident_alignment, spare)
        else:
            places = in_a_row(measured, first, last, spare)
        modules = [
            build.module(
                name, f"at-{place.start:04x}-{place.work:04x}", place, measured[name].layout
            )
            for name, place in places.modules.items()
        ]
        larger = [module for module in modules if module.layout.work_end > places.work_end]
        if not larger:
            return places, modules
        measured |= {module.dungeon: module for module in larger}
    raise CompileFailed(
        f"the work memory of {larger[0].dungeon} takes another size at each place",
        "Raise SLACK in pygen/programs/places.py.",
    )


def _built(
    build: _Build, places: Places, modules: Sequence[Module]
) -> tuple[BuildRequest, BuildResult, bool]:
    """The request for the resident part, the result of the build, and whether it was built now."""
    folder = build.top / build.selection.program / build.carrier.name
    with folder_lock(folder, f"build of the program {build.selection.program}"):
        request = _resident(build, places, modules, folder)
        try:
            return (request, *build_request(request, build.compiler))
        except DoesNotFit as failed:
            remedies = " ".join(_remedies(build))
            raise DoesNotFit(failed.message, f"{failed.hint} {remedies}") from failed


def _remedies(build: _Build) -> Iterator[str]:
    """Ways to make a program smaller that does not fit, the least costly first."""
    compiler, selection = build.compiler.name, build.selection
    if shared_preferences(build.spec, selection.dungeons)[compiler] != "size":
        yield f"Prefer small code: --set compilers.{compiler}.prefer=size."
    if len(selection.dungeons) > 1:
        if not build.carrier.has_window:
            yield (
                "Or have one dungeon in memory at a time: with "
                f"`programs: {{{selection.program}: {{carriers: [d64]}}}}` in the spec, "
                "build-release writes a disk from which they are loaded."
            )
        yield (
            "Or have fewer dungeons in the program: "
            f"--set program.dungeons=[{selection.dungeons[0]}]."
        )
    else:
        (name,) = selection.dungeons
        smaller = "" if build.spec.dungeons[name].world else "a smaller map, or "
        yield f"Or give {name} {smaller}fewer passes."
    if more := _bytes_of_others(build.spec, selection):
        what = "this dungeon" if len(selection.dungeons) == 1 else "these dungeons"
        yield f"Or write a spec of {what} alone, without `memory`: it has {more:,} bytes more."
    if compiler != "oscar64":
        yield "Or compile with OSCAR64, which makes smaller code (docs/compilers.md)."


def _bytes_of_others(spec: Spec, selection: Selection) -> int:
    """How many bytes more the region `program` would have in a spec of only these dungeons that
    leaves the layout of memory to us."""
    region, alone = spec.memory["program"], lay_out(_needs(spec, selection.dungeons), {})
    first, last = alone.get("program", (region.start, region.end))
    return max(0, last + 1 - first - region.size)


def _needs(spec: Spec, names: Iterable[str]) -> MemoryNeeds:
    """What some dungeons of a spec need of memory."""
    dungeons = named_rows({name: spec.dungeons[name] for name in names})
    kinds = [KINDS[one.kind] for one in dungeons.values()]
    view = spec.display.view_width, spec.display.view_height
    return memory_needs(dungeons, kinds, spec.layouts, spec.tiles, view)


def _spare(spec: Spec, selection: Selection) -> Span | None:
    """The largest piece of the regions that only other dungeons of the spec need."""
    placed = {name: (region.start, region.end) for name, region in spec.memory.items()}
    return spare_span(_needs(spec, spec.dungeons), _needs(spec, selection.dungeons), placed)


def _resident(
    build: _Build, places: Places, modules: Sequence[Module], folder: Path
) -> BuildRequest:
    """Emit the C of the resident part, and return the request that compiles it."""
    spec, compiler, carrier = build.spec, build.compiler, build.carrier
    generated = folder / "gen"
    emitted = emit(spec, build.spec_name, generated, generates=False, selection=build.selection)
    emitted += emit_module_places(
        spec,
        build.spec_name,
        generated,
        [module.layout.start for module in modules],
        [module.size for module in modules],
        [module.carried for module in modules],
        carrier.constants(modules),
        build.selection,
    )
    emitted += sorted(generated.glob(f"*_{compiler.name}.s"))
    is_open = any(open_parameters(spec, name).parameters for name in build.selection.dungeons)
    wanted = (
        *RESIDENT_UNITS,
        *(DISPLAY_UNITS if build.plays else ()),
        "module_places.c",
        "open_tables.c",
    )
    hand_written = [
        *RESIDENT_SOURCES,
        *RESIDENT_ASSEMBLY.get(compiler.name, ()),
        *carrier.sources,
        *carrier.assembly.get(compiler.name, ()),
        *(OPEN_SOURCES if is_open else ()),
    ]
    defines = {"UNDERCROFT_WITH_MODULES": "1"}
    below_kernal = RAM_BELOW_KERNAL
    if build.plays:
        hand_written += [*PLAY_SOURCES, *PLAY_ASSEMBLY.get(compiler.name, ())]
        if is_open:
            hand_written += OPEN_PLAY_SOURCES
        if any(spec.dungeons[name].world for name in build.selection.dungeons):
            hand_written += WORLD_SOURCES
            defines["UNDERCROFT_LONGEST_STEP"] = str(compiler.longest_step_of_world)
            defines["SLOTS_BELOW_KERNAL"] = str(CHUNKS_BELOW_KERNAL)
            below_kernal = below_kernal[CHUNKS_BELOW_KERNAL * CHUNK_SIDE * CHUNK_SIDE :]
    else:
        defines["UNDERCROFT_NO_DISPLAY"] = "1"
    if build.profile == "dev":
        defines["UNDERCROFT_DEV"] = "1"
    return BuildRequest(
        sources=[
            # A carrier may have sources that are also in the playable part.
            *(C_FOLDER / name for name in dict.fromkeys(hand_written)),
            *(path for path in emitted if path.name in wanted),
        ],
        library=[C_FOLDER / name for name in LIBRARY_SOURCES],
        output_folder=folder,
        name=build.selection.program,
        include_folders=[generated, C_FOLDER],
        defines=defines,
        flags=getattr(getattr(spec.compilers, compiler.name), build.profile),
        program_start=places.resident,
        program_end=places.resident_end,
        stack_size=RESIDENT_STACK[compiler.name][build.profile],
        zeropage_start=RESIDENT_ZERO_PAGE,
        registers_end=min(module.layout.zeropage.start for module in modules)
        if compiler.zero_page_of_program_modules
        else None,
        below_kernal=below_kernal,
    )


def _together(resident: BuildResult, modules: Sequence[Module], file: Path) -> BuildResult:
    """The result for a program that has its modules in memory: first their bytes, then the resident
    part. `file` is that of the whole program."""
    first = modules[0].layout.start
    image = bytearray(resident.image_start - first)
    for module in modules:
        at = module.layout.start - first
        if at + len(module.carried) > len(image):
            raise grown(module)
        image[at : at + len(module.carried)] = module.carried
    image += resident.image
    return dataclasses.replace(resident, image=bytes(image), image_start=first, prg=file)
