"""Modules: one dungeon's generator as a self-contained piece of machine code for any program.

A module is linked to an address of its own, and its variables to another. Other programs access it
only through the table at its first address, which docs/modules.md describes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pygen.base.cache import keep, kept
from pygen.base.errors import CompileFailed, UserError
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.compilers.base import BuildRequest, BuildResult, Compiler, ModulePlace, ZeroPageTaken
from pygen.compilers.built import Profile, build_request, stamp_of
from pygen.compilers.zero_page_use import zero_page_writes
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.modules import CALLS, LIGHT_CALLS, ModuleLayout, description, emit_module
from pygen.emit.regions import all_regions
from pygen.emit.zeropage import plan_zero_page
from pygen.spec import Spec
from pygen.spec.memory_layout import FIRST_FREE, LAST_FREE
from pygen.spec.sections import Region

MODULE_SOURCES = (
    "module/module.c", "core/generation.c", "core/random16.c", "core/rooms.c",
)  # fmt: skip

STACK_BYTES = 48
"""The size of the compiler's stack for arguments and locals; cc65 was seen to take 12 bytes."""

KERNAL_ZERO_PAGE = 0x90
"""The first address in zero page that the KERNAL and its interrupt use."""

GENEROUS_WORK = 0xA000
"""The start of work memory while a module's needs are unknown; there is ample room for
everything."""

SLACK = 64
"""The bytes left free after a module's code, at most. They are doubled whenever they do not
suffice, and then as many more are left free after its variables."""

WORK_SLACK = 128
"""The most unneeded bytes of work memory that a module may keep to avoid linking it again. How the
linker fits variables into gaps depends on the addresses."""

MOST_PASSES = 10
"""The most times that a module is linked. It is linked again until its description of itself is
true."""


LAYOUT = "layout.json"
"""The file that records the result of the search for a layout."""

PHASES_DONE = "phases_done"
"""The variable that a module sets to 0 at the beginning, and to a phase's number after the
phase."""


@dataclass(frozen=True)
class Placement:
    """The place of a module in one of the project's own programs: its first address, and the first
    address of its work memory (None: after the module). The module writes its map and tables where
    the spec's memory has them. Its variables in zero page begin at `zeropage` (None: at the
    compiler's usual place)."""

    start: int
    work: int | None = None
    zeropage: int | None = None


@dataclass(frozen=True)
class Module:
    """A built module. `zero_page` are all the addresses in zero page that it writes. `appearance`
    is what one of the project's own programs shows of the dungeon."""

    spec: Spec
    dungeon: str
    compiler: Compiler
    folder: Path
    layout: ModuleLayout
    zero_page: tuple[int, ...]
    image: bytes
    result: BuildResult
    appearance: bytes = b""

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
        """The address of each call, by name."""
        return {name: self.layout.start + 3 * number for number, name in enumerate(CALLS)}

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
) -> Module:
    """Build the module of one dungeon into `build_folder`/modules/<compiler>/<dungeon>/, or
    <compiler>-dev/ with the dev profile.

    With a `placement`, the module is for one of the project's own programs; `like` is the layout of
    the same module elsewhere, which saves most of the search for this module's own. `source_folder`
    has the hand-written C. Raises CompileFailed as `Compiler.compile` does, UserError if the
    addresses in the spec do not fit.
    """
    kind = compiler.name if profile == "release" else f"{compiler.name}-{profile}"
    folder = build_folder / "modules" / kind / dungeon
    # All files below are written to this folder, and the compiler reads them from it.
    with folder_lock(folder, f"build of {dungeon}"):
        return _built(
            spec, spec_name, compiler, dungeon, profile, folder, placement, like, source_folder
        )


def _built(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    profile: Profile,
    folder: Path,
    placement: Placement | None,
    like: ModuleLayout | None,
    source_folder: Path,
) -> Module:
    """As `build_module`, in a folder that no other process uses."""
    whole = spec
    if placement:
        spec = _placed(spec, placement)
    flags: list[str] = getattr(getattr(spec.compilers, compiler.name), profile)
    guess = _first_guess(spec, dungeon, compiler, placement)

    def require_room(zeropage: range) -> None:
        plan_zero_page(spec, source_folder, selection=spec.only(dungeon)).require_room(
            len(zeropage) - compiler.zero_page_of_library, f"a module of {compiler.name}"
        )

    require_room(guess.zeropage)
    request = _request(spec_name, compiler, profile, folder, guess, source_folder)
    # The result depends on nothing else, so the addresses need not be searched again.
    stamp = stamp_of(request, compiler)
    layout, slack = _remembered(guess, stamp) or (_moved(guess, like) or guess, SLACK)
    for _ in range(MOST_PASSES):
        try:
            request = _request(spec_name, compiler, profile, folder, layout, source_folder)
            result = build_request(request, compiler)[0]
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
        zero_page, better = _measured(compiler, flags, guess, layout, result, slack)
        if better == layout or _has_room_for(layout, better):
            _remember(layout, slack, stamp)
            addresses = tuple(sorted(zero_page))
            image = _described(layout, result.image)
            return Module(whole, dungeon, compiler, folder, layout, addresses, image, result)
        layout = better
    raise CompileFailed(
        f"{dungeon}: the module's addresses did not settle",
        "Give `modules.work` and `modules.data` addresses of their own.",
    )


def _has_room_for(layout: ModuleLayout, better: ModuleLayout) -> bool:
    """Whether `layout` differs from the module's real needs only by a little more work memory."""
    spare = layout.work_end - better.work_end
    # The memory written for others follows the work memory, or has addresses of its own.
    same = dataclasses.replace(better, work_end=layout.work_end, spec=layout.spec) == layout
    return 0 < spare <= WORK_SLACK and same


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
    emitted = emit(
        layout.spec, spec_name, generated, source_folder=source_folder, selection=selection
    )
    emit_module(layout, spec_name, generated, source_folder)
    emitted = [path for path in emitted if path.name not in DISPLAY_UNITS]
    emitted += [
        path
        for path in sorted(generated.glob(f"*_{compiler.name}.s"))
        if path.name not in DISPLAY_UNITS
    ]
    defines = {"UNDERCROFT_MODULE": "1", "UNDERCROFT_NO_DISPLAY": "1"}
    if profile == "dev":
        defines["UNDERCROFT_DEV"] = "1"
    return BuildRequest(
        sources=[*(source_folder / name for name in MODULE_SOURCES), *emitted],
        output_folder=folder,
        name=layout.dungeon,
        include_folders=[generated, source_folder],
        defines=defines,
        flags=getattr(getattr(layout.spec.compilers, compiler.name), profile),
        program_start=layout.start,
        # OSCAR64 places nothing where regions overlap.
        program_end=layout.work_start - 1 if layout.work_start > layout.start else LAST_FREE,
        stack_size=STACK_BYTES,
        module=ModulePlace(layout.work_start, layout.work_end, layout.zeropage),
    )


def _placed(spec: Spec, placement: Placement) -> Spec:
    """`spec` with modules at this place. They may change whatever C functions of the compiler
    may."""
    changes = {"start": placement.start, "work": placement.work, "preserves_zeropage": False}
    return spec.replaced(modules=spec.modules.model_copy(update=changes))


def _moved(guess: ModuleLayout, like: ModuleLayout | None) -> ModuleLayout | None:
    """The probable layout of a module at its final addresses, given the layout of a similar one
    elsewhere. None if there is none, or if its place depends on its own size."""
    places = guess.spec.modules
    if like is None or places.work is None:
        return None
    size = like.work_end - like.work_start
    return dataclasses.replace(
        guess,
        start=places.start,
        work_start=places.work,
        work_end=places.work + size,
        light=like.light,
        heavy=like.heavy,
        zeropage=like.zeropage,
    )


def _first_guess(
    spec: Spec, dungeon: str, compiler: Compiler, placement: Placement | None
) -> ModuleLayout:
    """A layout with much room for everything, used to measure the real needs."""
    places = spec.modules
    first = getattr(places.zeropage, compiler.name)
    stop = KERNAL_ZERO_PAGE if first < KERNAL_ZERO_PAGE else 0x100
    zeropage = range(first, stop)
    if placement:
        zeropage = compiler.zero_page_of_program_modules or zeropage
        zeropage = range(placement.zeropage or zeropage.start, zeropage.stop)
    guess = ModuleLayout(
        spec=spec,
        dungeon=dungeon,
        start=FIRST_FREE,
        work_start=GENEROUS_WORK,
        work_end=LAST_FREE,
        zeropage=zeropage,
        light=(zeropage.start,),
        heavy=(zeropage.start,),
        keeps_memory=placement is not None,
    )
    if placement:
        return guess
    return dataclasses.replace(guess, spec=_with_data(spec, dungeon, FIRST_FREE))


def _measured(
    compiler: Compiler,
    flags: Sequence[str],
    guess: ModuleLayout,
    layout: ModuleLayout,
    result: BuildResult,
    slack: int,
) -> tuple[set[int], ModuleLayout]:
    """The zero page that a linked module writes, and the layout by its real needs."""
    spec, dungeon, places = layout.spec, layout.dungeon, layout.spec.modules
    entries = {name: result.labels[f"module_{name}"] for name in CALLS}
    pointer = compiler.stack_pointer(flags, result.labels)
    bank = compiler.register_bank(result.labels)
    written = {
        name: {pointer, pointer + 1, *zero_page_writes(result.image, layout.start, [entry], bank)}
        for name, entry in entries.items()
    }
    everything = set[int]().union(*written.values())
    light = set[int]().union(*(written[name] for name in LIGHT_CALLS))
    # A C function of the compiler may change everything except these.
    demanded = compiler.argument_registers(flags)
    kept = everything if places.preserves_zeropage else set(demanded)
    # The pointer to the stack is restored without a list.
    kept = kept & everything - {pointer, pointer + 1}
    first = tuple(sorted(light & kept or sorted(kept)[:1]))
    lists = first, (*first, *sorted(kept - set(first)))
    # Each entry of the lists takes a byte of the code and a byte of work memory.
    more = len(lists[1]) - len(layout.heavy)
    code_end = places.start + len(result.image) + more
    variables = [item.address + item.size for item in result.objects if item.kind == "bss"]
    work_bytes = max(variables, default=layout.work_start) - layout.work_start + more
    # OSCAR64 aligns its stack. It needs more room if it places variables in another order.
    work_bytes = -(-work_bytes // 16) * 16 + STACK_BYTES + 16 + slack - SLACK
    if places.work is not None:
        work_start = places.work
    elif layout.start == places.start and 0 <= layout.work_start - code_end <= 2 * slack:
        # Other addresses may change the size of the code again, and this may never end.
        work_start = layout.work_start
    else:
        # With less room, the linker fits objects into gaps in another order.
        work_start = (code_end + slack) // 16 * 16
    data_start = work_start + work_bytes if places.data is None else places.data
    better = dataclasses.replace(
        layout,
        spec=spec if layout.keeps_memory else _with_data(spec, dungeon, data_start),
        start=places.start,
        work_start=work_start,
        work_end=work_start + work_bytes - 1,
        light=lists[0],
        heavy=lists[1],
    )
    _require_room(better, code_end - 1)
    return everything, better


def _with_data(spec: Spec, dungeon: str, start: int) -> Spec:
    """`spec` with everything that the dungeon's generator writes laid out from `start` on."""
    memory = dict(spec.memory)
    at = start
    for name, (_, length) in all_regions(spec, dungeon).items():
        memory[name] = Region.model_construct(start=at, end=at + length - 1)
        at += length
    return spec.replaced(memory=memory)


def _require_room(layout: ModuleLayout, code_end: int) -> None:
    """Raise UserError unless code, work memory and data are separate and in RAM."""
    data = [(start, start + size - 1) for start, size in layout.regions.values()]
    spans = {
        "modules.start": (layout.start, code_end),
        "modules.work": (layout.work_start, layout.work_end),
        "modules.data": (data[0][0], data[-1][1]),
    }
    if layout.keeps_memory:
        del spans["modules.data"]
    for key, (first, last) in spans.items():
        if first < FIRST_FREE:
            raise UserError(
                f"{key}: ${first:04x} is among zero page, stack and the KERNAL's memory",
                f"Give it ${FIRST_FREE:04x} or a higher address.",
            )
        if last > LAST_FREE:
            raise UserError(
                f"{key}: ${first:04x}-${last:04x} would reach beyond ${LAST_FREE:04x}",
                f"It needs {last - first + 1:,} bytes: give it a lower address.",
            )
    names = list(spans)
    for number, key in enumerate(names):
        for other in names[number + 1 :]:
            if spans[key][0] <= spans[other][1] and spans[other][0] <= spans[key][1]:
                both = ", ".join(f"{name} ${a:04x}-${b:04x}" for name, (a, b) in spans.items())
                raise UserError(
                    f"{key} and {other} overlap: {both}",
                    f"Move {other}, or leave it out: it is then put behind the others.",
                )


def _described(layout: ModuleLayout, image: bytes) -> bytes:
    """The module's bytes with its description after the table."""
    text = description(layout, len(image))
    start = 3 * len(CALLS)
    return image[:start] + text + image[start + len(text) :]


def _remember(layout: ModuleLayout, slack: int, stamp: str) -> None:
    record = {
        "slack": slack,
        "start": layout.start,
        "work_start": layout.work_start,
        "work_end": layout.work_end,
        "light": layout.light,
        "heavy": layout.heavy,
        "zeropage": [layout.zeropage.start, layout.zeropage.stop],
        "data": min(start for start, _ in layout.regions.values()),
    }
    keep(_layout_key(stamp), {LAYOUT: json.dumps(record).encode()})


def _remembered(guess: ModuleLayout, stamp: str) -> tuple[ModuleLayout, int] | None:
    """The layout that an earlier build found for `guess` and the same sources, and the slack that
    it needed; None if unknown. With less slack another layout would result."""
    try:
        record = json.loads((kept(_layout_key(stamp)) or {})[LAYOUT])
        layout = dataclasses.replace(
            guess,
            spec=guess.spec
            if guess.keeps_memory
            else _with_data(guess.spec, guess.dungeon, int(record["data"])),
            start=int(record["start"]),
            work_start=int(record["work_start"]),
            work_end=int(record["work_end"]),
            light=tuple(record["light"]),
            heavy=tuple(record["heavy"]),
            zeropage=range(*record["zeropage"]),
        )
        return layout, int(record["slack"])
    except (ValueError, KeyError, TypeError):
        return None


def _layout_key(stamp: str) -> str:
    return hashlib.sha256(f"layout {stamp}".encode()).hexdigest()
