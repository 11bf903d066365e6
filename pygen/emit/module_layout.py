"""The interface between a module's C and its callers: calls, request block, description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER, TEMPLATES
from pygen.emit.dungeon_plan import DungeonPlan
from pygen.emit.memory_regions import all_regions, without_statistics
from pygen.emit.open_tables import OpenTables, open_tables
from pygen.emit.shared_plan import SharedPlan, names, shared_plan
from pygen.emit.shared_work import SharedVariable, shared_work
from pygen.emit.templates import render
from pygen.emit.zeropage import Variable
from pygen.engine.random.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec, dungeon_digest
from pygen.spec.chosen_calls import calls_of
from pygen.spec.game_calls import (
    GAME_ADDRESSES,
    GAME_CALLS,
    GAME_ENTRIES,
    GAME_HEADER_BYTES,
    GAME_REQUEST,
    GAME_REQUEST_BYTES,
    GAME_REQUEST_OFFSET,
    GAME_VERSION,
    GameCall,
)
from pygen.spec.open_parameters import OpenParameters, names_open, open_parameters
from pygen.spec.open_rules import MOST_OPEN
from pygen.spec.selection import Selection

VERSION = 2
"""The version of the table and the description of a module without game calls."""

OPEN_VERSION = 4
"""That of a module with open parameters, which also has the table of game calls."""

OPEN_OFFSET = GAME_HEADER_BYTES
"""The offset of the values of open parameters, a byte each."""

CALLS = (
    "begin", "step", "generate", "get_tile", "set_tile", "table", "unpack_row", "unpack_column",
    "count_tiles", "run",
)  # fmt: skip
"""The calls, in the order of the table. Each takes three bytes."""

OPTIONAL_CALLS = CALLS[3:]
"""Calls that a module may leave out."""

LIGHT_CALLS = ("get_tile", "set_tile", "table")
"""Calls that restore only those bytes of zero page that they change themselves."""

FLOOR_SEED_OFFSET = 46
"""The offset of the floor's seed, after the description: two bytes that `begin` and `generate`
write."""

REQUEST_OFFSET = 48
REQUEST = {
    "seed_low": 0, "seed_high": 1, "floor": 2,
    "chunk_x_low": 3, "chunk_x_high": 4, "chunk_y_low": 5, "chunk_y_high": 6,
    "tile": 7, "count": 8, "out": 9,
    # For callers that cannot set registers: X and A before a call, its results afterwards.
    "x": 11, "a": 12,
    # For the call `run`.
    "signal": 13, "mask": 15,
}  # fmt: skip
"""The offset of each argument in the request block."""

HEADER_BYTES = REQUEST_OFFSET + 16
"""The bytes of the table, the description, the floor's seed and the request block. Behind them
modules with game calls have a second table and a second request block."""

DESCRIPTION = {
    "version": 1, "size": 2, "digest": 8, "width": 1, "height": 1, "bits": 1, "phases": 1,
    "tables": 1,
}  # fmt: skip
"""The fields of the description after the table, and the number of bytes of each."""

DIGEST_OFFSET = 3 * len(CALLS) + DESCRIPTION["version"] + DESCRIPTION["size"]
"""The offset of the digest in a module."""

FILES = (
    "module/module_layout.h", "module/module_zeropage.h", "module/module_zeropage.inc",
    "module/module_work.h", "module/module_work.inc",
)  # fmt: skip

GAME_FILES = ("module/game_request.h", "module/game_table.h", "module/game_table.inc")
"""The files that only modules with game calls or open parameters need besides."""

OPEN_FILES = ("module/open_request.h",)
"""The file that only modules with open parameters need besides."""

PROGRAM_FILES = (
    "program/module_calls.h", "program/module_places.h", "program/module_places.c",
)  # fmt: skip


OPEN_PROGRAM_FILES = ("program/open_tables.h", "program/open_tables.c")
"""The files that programs need besides that have dungeons with open parameters."""


@dataclass(frozen=True)
class RegionPlan:
    """A region that a module writes: its address in two bytes, and the bytes of a record there."""

    low: int
    high: int
    record: int


@dataclass(frozen=True)
class ModulePlan:
    """What the templates know of a module besides the plan of its program.

    `start` is the address of its request block, and `request` are the offsets of the arguments
    there. `floor_seed` is the address of the floor's seed. `kept` are the variables in zero page
    that keep their values between calls. `light`, `heavy` and `of_games` are as in `ModuleLayout`.
    `shared` are the variables that share `shared_bytes` of work memory. `game_entries` are the
    names of the entries of the table of game calls, empty for those that are left out;
    `game_request` are the addresses of their arguments, in a block of `game_request_bytes`; those
    of `game_addresses` are addresses themselves. `has_game_table` says whether the module has both
    at all. `optional_calls` are the calls that a module may leave out. `open_request` is the
    address of the values of open parameters, `open_values` are the spec's own, in a block of fixed
    length.
    """

    dungeon: DungeonPlan
    start: int
    floor_seed: int
    request: Mapping[str, int]
    tables: Sequence[RegionPlan]
    kept: Sequence[Variable]
    light: Sequence[int]
    heavy: Sequence[int]
    of_games: int
    keeps_zero_page: bool
    shared: Sequence[SharedVariable]
    shared_bytes: int
    game_entries: Sequence[str]
    game_request: Mapping[str, int]
    game_addresses: Sequence[str]
    game_request_bytes: int
    has_game_table: bool
    optional_calls: Sequence[str]
    open_request: int
    open_values: Sequence[int]


@dataclass(frozen=True)
class PlacesPlan:
    """What the templates know of the modules of a program, besides the plan of the program.

    `calls`, `description` and `request` are offsets in the table and in what follows it. `pages`
    are the upper bytes of the modules' first addresses. `sizes` are the bytes of the modules with
    their appearances, which are at `appearances`; `sums` are their checksums. `window` is the first
    address of the first module. `constants` are of the program's carrier. `open` are the open
    parameters of its dungeons, at most `most_open` each, whose values are at `open_offset` in a
    module.
    """

    calls: Mapping[str, int]
    description_offset: int
    description: Mapping[str, int]
    floor_seed_offset: int
    request: Mapping[str, int]
    request_offset: int
    pages: Sequence[int]
    sizes: Sequence[int]
    appearances: Sequence[int]
    sums: Sequence[int]
    window: int
    digests: Sequence[int]
    digest_bytes: int
    constants: Mapping[str, Sequence[int | str]]
    open: OpenTables
    open_offset: int
    most_open: int


@dataclass(frozen=True)
class ModuleLayout:
    """The addresses of everything in a module.

    `spec` has the memory regions where the module writes them. `start` is the first address of the
    module, `work_start` and `work_end` are the first and the last address of its variables and
    stack. `zeropage` has its variables in zero page. `light` and `heavy` are the addresses in zero
    page that its calls restore, besides the pointer to the stack; `heavy` begins with the addresses
    of `light`, and `of_games` of its first ones are those that game calls restore. `keeps_memory`
    says that the regions are those of the spec, instead of following the work memory.
    """

    spec: Spec
    dungeon: str
    start: int
    work_start: int
    work_end: int
    zeropage: range
    light: tuple[int, ...]
    heavy: tuple[int, ...]
    of_games: int
    keeps_memory: bool = False

    @property
    def regions(self) -> dict[str, tuple[int, int]]:
        """First address and length of the memory that it writes for others, by the region's
        name."""
        return all_regions(self.spec, self.dungeon)

    @property
    def present_calls(self) -> list[str]:
        """The calls that it does not leave out, besides game calls."""
        return [name for name in CALLS if name not in self.spec.modules.without]

    @property
    def has_game_calls(self) -> bool:
        """Whether the module has any game calls."""
        return bool(calls_of(self.spec, self.dungeon))

    @property
    def opened(self) -> OpenParameters:
        """The open parameters of the dungeon."""
        return open_parameters(self.spec, self.dungeon)

    @property
    def has_game_table(self) -> bool:
        """Whether the module has a table of game calls, even if all of them are left out, because
        what is behind it has fixed offsets."""
        return self.has_game_calls or bool(names_open(self.spec, self.dungeon))

    @property
    def request_spans(self) -> list[range]:
        """The addresses of the header that a module and its callers write: the floor's seed with
        the request block, and the request block of game calls."""
        spans = [range(self.start + FLOOR_SEED_OFFSET, self.start + HEADER_BYTES)]
        if self.has_game_table:
            spans.append(range(self.start + GAME_REQUEST_OFFSET, self.start + GAME_HEADER_BYTES))
        return spans


def compared_spec(spec: Spec) -> Spec:
    """The spec of which the dungeons of modules are compared: without the counts of tiles if no
    module makes them."""
    return without_statistics(spec) if "count_tiles" in spec.modules.without else spec


def request_bytes(request: Request, is_world: bool) -> bytes:
    """A request in the form of the request block, from its beginning on."""
    data = bytes((request.seed & 0xFF, request.seed >> 8, request.floor - 1))
    if not is_world:
        return data
    return data + b"".join(at.to_bytes(2, "little") for at in request.chunk)


def emit_module(
    layout: ModuleLayout,
    program: SharedPlan,
    folder: Path,
    source_folder: Path,
    macros: Mapping[str, str],
    sources: Sequence[Path],
) -> None:
    """Write the files that only a module needs to `folder`, to which the dungeon itself was
    emitted, by the plan `program`.

    `macros` are defined where the module is compiled from `sources`.
    Raises UserError as `pygen.emit.emit` and `shared_work` do.
    """
    dungeon = next(one for one in program.dungeons if one.name == layout.dungeon)
    unit = folder / f"dungeon_{dungeon.name}.c"
    shared = shared_work(
        unit,
        [folder, source_folder],
        macros,
        dungeon.work_variables,
        [phase.call.partition("(")[0] for phase in dungeon.phases],
        [file.read_text() for file in folder.glob("*_cc65.s")],
        [file.read_text() for file in sources if file != unit],
        [f"call_{call.name}" for call in dungeon.calls],
    )
    kernels_name = {one.name for one in dungeon.work_variables}
    shared = [
        replace(one, name=f"{dungeon.name}_{one.name}") if one.name in kernels_name else one
        for one in shared
    ]
    plan = ModulePlan(
        dungeon=dungeon,
        start=layout.start + REQUEST_OFFSET,
        floor_seed=layout.start + FLOOR_SEED_OFFSET,
        request=REQUEST,
        tables=[
            RegionPlan(start & 0xFF, start >> 8, record_bytes(layout, name))
            for name, (start, _) in layout.regions.items()
        ],
        kept=[one for section in program.zero_page.generators for one in section.kept],
        light=layout.light,
        heavy=layout.heavy,
        of_games=layout.of_games,
        keeps_zero_page=layout.spec.modules.preserves_zeropage,
        shared=shared,
        shared_bytes=max((one.offset + one.size for one in shared), default=0),
        game_entries=_game_entries(dungeon.calls),
        game_request={
            name: layout.start + GAME_REQUEST_OFFSET + at for name, at in GAME_REQUEST.items()
        },
        game_addresses=GAME_ADDRESSES,
        game_request_bytes=GAME_REQUEST_BYTES,
        has_game_table=layout.has_game_table,
        optional_calls=OPTIONAL_CALLS,
        open_request=layout.start + OPEN_OFFSET,
        open_values=[*layout.opened.defaults, *[0] * MOST_OPEN][:MOST_OPEN],
    )
    files = [*FILES, *(GAME_FILES if layout.has_game_table else ())]
    files += OPEN_FILES if layout.opened.parameters else ()
    _write(files, folder, names(program) | names(plan))


def _game_entries(calls: Sequence[GameCall]) -> list[str]:
    """The names of the entries of the table of game calls, empty for those that are left out."""
    names = [call.name if call in calls else "" for call in GAME_CALLS]
    return names + [""] * (GAME_ENTRIES - len(names))


def _write(templates: Sequence[str], folder: Path, context: Mapping[str, object]) -> list[Path]:
    """Write the files of some templates, and return their paths."""
    files = []
    for name in templates:
        text = render((TEMPLATES, C_FOLDER), f"{name}.j2", context)
        files.append(folder / name.rpartition("/")[2])
        write_if_changed(files[-1], text.encode())
    return files


def checksum(data: bytes) -> int:
    """The checksum by which a program recognises a damaged module, 16 bits: the lower byte is the
    sum of all bytes, the upper byte the sum of the intermediate sums. Source: Fletcher 1982, but
    modulo 256."""
    low = high = 0
    for byte in data:
        low = low + byte & 0xFF
        high = high + low & 0xFF
    return high << 8 | low


def emit_module_places(
    spec: Spec,
    spec_name: str,
    folder: Path,
    starts: Sequence[int],
    sizes: Sequence[int],
    images: Sequence[bytes],
    constants: Mapping[str, Sequence[int | str]],
    selection: Selection,
) -> list[Path]:
    """Write the files with which a program fetches and calls modules to `folder`, to which the
    program was emitted; returns the .c files.

    `starts` and `sizes` are the modules' first addresses and sizes in bytes, in the order of the
    dungeons of `selection`. `images` are the modules' bytes, each followed by the dungeon's
    appearance. `constants` belong to the carrier: lists of numbers or texts by the names of arrays.
    Raises UserError as `pygen.emit.emit` does.
    """
    program = shared_plan(spec, spec_name, generates=False, selection=selection)
    plan = PlacesPlan(
        calls={name: 3 * number for number, name in enumerate(CALLS)},
        description_offset=3 * len(CALLS),
        description=dict(zip(DESCRIPTION, accumulate(DESCRIPTION.values(), initial=0))),
        floor_seed_offset=FLOOR_SEED_OFFSET,
        request=REQUEST,
        request_offset=REQUEST_OFFSET,
        pages=[start >> 8 for start in starts],
        sizes=[len(image) for image in images],
        appearances=[start + size for start, size in zip(starts, sizes)],
        sums=[checksum(image) for image in images],
        window=starts[0],
        digests=[
            byte
            for name in selection.dungeons
            for byte in bytes.fromhex(dungeon_digest(spec, name))
        ],
        digest_bytes=DESCRIPTION["digest"],
        constants=constants,
        open=open_tables([open_parameters(spec, name) for name in selection.dungeons]),
        open_offset=OPEN_OFFSET,
        most_open=MOST_OPEN,
    )
    wanted = PROGRAM_FILES + OPEN_PROGRAM_FILES if plan.open.least else PROGRAM_FILES
    files = _write(wanted, folder, names(program) | names(plan))
    return [file for file in files if file.suffix == ".c"]


def record_bytes(layout: ModuleLayout, region: str) -> int:
    """The bytes of a record in this region; 0 if the region is not a table."""
    for table in layout.spec.tables(layout.dungeon):
        if table.name == region:
            return layout.spec.layouts[table.struct].size
    return 0


def _version(layout: ModuleLayout) -> int:
    """The version of the table and of all that is behind it."""
    if layout.opened.parameters:
        return OPEN_VERSION
    return GAME_VERSION if layout.has_game_calls else VERSION


def description(layout: ModuleLayout, size: int) -> bytes:
    """The bytes after the table, as listed in DESCRIPTION, for a module of `size` bytes."""
    spec, dungeon = layout.spec, layout.spec.dungeons[layout.dungeon]
    return (
        bytes((_version(layout),))
        + size.to_bytes(2, "little")
        + bytes.fromhex(dungeon_digest(spec, layout.dungeon))
        + bytes(
            (
                dungeon.map.width,
                dungeon.map.height,
                dungeon.map.bits_per_tile,
                len(phase_names(dungeon)),
                len(layout.regions),
            )
        )
    )
