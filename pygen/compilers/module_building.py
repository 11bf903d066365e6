"""Modules: one dungeon's generator as a self-contained piece of machine code for any program.

A module is linked to an address of its own, and its variables to another. Other programs access it
only through the table at its first address, which docs/modules.md describes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from pygen.base.errors import CompileFailed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.compilers.base import BuildRequest, BuildResult, Compiler, ModulePlace, ZeroPageTaken
from pygen.compilers.built import Profile, build_request, stamp_of
from pygen.compilers.module_addresses import (
    SLACK,
    STACK_BYTES,
    Placement,
    ample,
    first_guess,
    has_room_for,
    is_ample,
    measured,
    moved,
    placed,
    remember,
    remembered,
    require_possible,
)
from pygen.compilers.patched_code import NOT_PATCHED, PatchedBytes, patched_bytes
from pygen.compilers.processor_port import ALL_VISIBLE, HIDDEN
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.module_layout import (
    CALLS,
    ModuleLayout,
    compared_spec,
    description,
    emit_module,
)
from pygen.emit.rendering import PATCHED_FILE
from pygen.emit.shared_plan import shared_plan
from pygen.emit.zeropage import plan_zero_page
from pygen.spec import Spec
from pygen.spec.game_calls import CALL_NAMES, GAME_TABLE_OFFSET
from pygen.spec.memory_layout import LAST_FREE, LAST_RAM
from pygen.spec.module_places import in_place
from pygen.spec.preferences import preferences

MODULE_SOURCES = (
    "module/module.c", "core/generation.c", "core/random16.c", "core/rooms.c",
)  # fmt: skip

MOST_PASSES = 10
"""The most times that a module is linked. It is linked again until its real needs are those of the
layout that it was linked for."""

PHASES_DONE = "phases_done"
"""The variable that a module sets to 0 at the beginning, and to a phase's number after the
phase."""


@dataclass(frozen=True)
class Module:
    """A built module. `zero_page` are all the addresses in zero page that it writes. `appearance`
    is what one of the project's own programs shows of the dungeon. `patched` are the bytes of its
    code that it patches itself."""

    spec: Spec
    dungeon: str
    compiler: Compiler
    folder: Path
    layout: ModuleLayout
    zero_page: tuple[int, ...]
    image: bytes
    result: BuildResult
    appearance: bytes = b""
    patched: PatchedBytes = NOT_PATCHED

    @property
    def carried(self) -> bytes:
        """The bytes that one of the project's own programs holds of it: the module and the
        appearance."""
        return self.image + self.appearance

    @property
    def size(self) -> int:
        """The number of bytes of code and tables."""
        return len(self.image)

    @cached_property
    def calls(self) -> dict[str, int]:
        """The address of each call, by name; those of all game calls if there is a table."""
        entries = {name: self.layout.start + at for name, at in zip(CALLS, count(0, 3))}
        if self.layout.has_game_table:
            table = count(self.layout.start + GAME_TABLE_OFFSET, 3)
            entries |= dict(zip(CALL_NAMES, table))
        return entries

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The first and the last address of each part of memory that it takes."""
        layout = self.layout
        return [
            (layout.start, layout.start + self.size - 1),
            (layout.work_start, layout.work_end),
            *((start, start + length - 1) for start, length in self.regions.values()),
        ]

    @property
    def port(self) -> int:
        """What a program must have in $01 when it calls the module, so that all of the module's
        memory is RAM."""
        return next(
            (
                port
                for port, hidden in HIDDEN.items()
                if any(first < hidden.stop and last >= hidden.start for first, last in self.spans)
            ),
            ALL_VISIBLE,
        )

    @cached_property
    def regions(self) -> dict[str, tuple[int, int]]:
        """First address and length of the memory that it writes for others, by the region's
        name."""
        return self.layout.regions


def build_module(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    profile: Profile = "release",
    build_folder: Path = BUILD_FOLDER,
    placement: Placement | None = None,
    like: ModuleLayout | None = None,
    source_folder: Path = C_FOLDER,
    once: bool = False,
    now: Callable[[str], None] = lambda _: None,
) -> Module:
    """Build the module of one dungeon into `build_folder`/modules/<compiler>/<dungeon>/, or
    <compiler>-dev/ with the dev profile.

    With a `placement`, the module is for one of the project's own programs; `like` is the layout of
    the same module elsewhere, which saves most of the search for this module's own. `source_folder`
    has the hand-written C. With `once`, the module is for a proof: it is linked only once if it
    fits into a layout with room for everything, and restores more of zero page than it must. `now`
    is told what is being done.
    Raises CompileFailed as `Compiler.compile` does, WrongPlace if the addresses in the spec do not
    fit.
    """
    spec = spec if placement else compared_spec(spec)
    target = placed(spec, placement) if placement else in_place(spec, dungeon)
    if not placement:
        require_possible(spec, dungeon)
    guess = first_guess(target, dungeon, compiler, placement)
    start = ample(guess) if once else guess
    flags: list[str] = getattr(getattr(spec.compilers, compiler.name), profile)

    def require_room(zeropage: range) -> None:
        plan_zero_page(target, source_folder, selection=target.only(dungeon)).require_room(
            len(zeropage) - compiler.zero_page_of_library, f"a module of {compiler.name}"
        )

    def request(layout: ModuleLayout) -> BuildRequest:
        return _request(spec_name, compiler, profile, folder, layout, source_folder)

    kind = compiler.name if profile == "release" else f"{compiler.name}-{profile}"
    folder = build_folder / "modules" / kind / dungeon
    require_room(guess.zeropage)
    # All files below are written to this folder, and the compiler reads them from it.
    with folder_lock(folder, f"build of {dungeon}"):
        emitted, asked = start, request(start)
        # The result depends on nothing else, so the addresses need not be searched again.
        stamp = stamp_of(asked, compiler)
        layout, slack = remembered(start, stamp) or (moved(guess, like) or start, SLACK)
        for number in range(1, MOST_PASSES + 1):
            try:
                now(f"{dungeon}, compiled and linked by {compiler.title}, time {number}")
                if layout is not emitted:
                    emitted, asked = layout, request(layout)
                result = build_request(asked, compiler)[0]
            except ZeroPageTaken as taken:
                zeropage = range(taken.first_free, guess.zeropage.stop)
                require_room(zeropage)
                guess = layout = dataclasses.replace(guess, zeropage=zeropage)
                continue
            except CompileFailed:
                if layout == guess:
                    raise
                layout, slack = guess, 2 * slack
                continue
            zero_page, better = measured(compiler, flags, layout, result, slack)
            fits = once and is_ample(layout, better)
            if fits or better == layout or has_room_for(layout, better):
                remember(layout, slack, stamp)
                addresses = tuple(sorted(zero_page | set(layout.heavy)))
                image = _described(layout, result.image)
                patched = NOT_PATCHED
                for file in sorted((folder / "gen").glob(f"*{PATCHED_FILE}")):
                    patched |= patched_bytes(file.read_text(), image, layout.start)
                return Module(
                    spec, dungeon, compiler, folder, layout, addresses, image, result,
                    patched=patched,
                )  # fmt: skip
            layout = better
    raise CompileFailed(
        f"{dungeon}: the module's addresses did not settle",
        "Give `modules.work` and `modules.data` addresses of their own.",
    )


def _request(
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    folder: Path,
    layout: ModuleLayout,
    source_folder: Path,
) -> BuildRequest:
    """Emit the C of a module, and return the request that links it to the addresses of `layout`."""
    generated = folder / "gen"
    selection = layout.spec.only(layout.dungeon)
    program = shared_plan(layout.spec, spec_name, source_folder, selection=selection)
    emitted = emit(
        layout.spec, spec_name, generated,
        source_folder=source_folder, selection=selection, program=program,
    )  # fmt: skip
    defines = {"UNDERCROFT_MODULE": "1", "UNDERCROFT_NO_DISPLAY": "1"}
    if profile == "dev":
        defines["UNDERCROFT_DEV"] = "1"
    sources = [*(source_folder / name for name in MODULE_SOURCES), *emitted]
    sources = [path for path in sources if path.name not in DISPLAY_UNITS]
    macros = {**defines, compiler.macro: "1"}
    emit_module(layout, program, generated, source_folder, macros, sources)
    sources += [
        path
        for path in sorted(generated.glob(f"*_{compiler.name}.s"))
        if path.name not in DISPLAY_UNITS
    ]
    flags: list[str] = getattr(getattr(layout.spec.compilers, compiler.name), profile)
    is_small = preferences(layout.spec, layout.dungeon)[compiler.name] == "size"
    return BuildRequest(
        sources=sources,
        output_folder=folder,
        name=layout.dungeon,
        include_folders=[generated, source_folder],
        defines=defines,
        flags=[*flags, *(compiler.flags_for_size if is_small else ())],
        program_start=layout.start,
        # OSCAR64 places nothing where regions overlap.
        program_end=(
            layout.work_start - 1
            if layout.work_start > layout.start
            else LAST_RAM
            if layout.start > LAST_FREE
            else LAST_FREE
        ),
        stack_size=STACK_BYTES,
        module=ModulePlace(layout.work_start, layout.work_end, layout.zeropage),
        is_small=is_small,
    )


def _described(layout: ModuleLayout, image: bytes) -> bytes:
    """The module's bytes with its description after the table."""
    text = description(layout, len(image))
    start = 3 * len(CALLS)
    return image[:start] + text + image[start + len(text) :]
