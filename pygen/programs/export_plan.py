"""What the templates of an export know of its module."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pygen.base.version import version
from pygen.base.words import ranges
from pygen.compilers.module_building import Module
from pygen.emit.memory_regions import summary_structs
from pygen.emit.module_layout import (
    DIGEST_OFFSET,
    OPEN_OFFSET,
    REQUEST,
    REQUEST_OFFSET,
    record_bytes,
)
from pygen.emit.records import StructText, struct_offsets, struct_text
from pygen.engine.definition.entity_kinds import ENTITIES, EntityKind
from pygen.engine.definition.looks import look_bits, look_row_bytes
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.entities import known_kinds
from pygen.kinds import phase_names
from pygen.pictures.characters import screen_code
from pygen.programs.export_constants import Constant, call_constants
from pygen.programs.export_place import (
    OSCAR64_CODE,
    STACK,
    STACKS_OF_PROGRAMS,
    Place,
    cc65_options,
    place_of,
)
from pygen.spec import Spec, dungeon_digest
from pygen.spec.chosen_calls import calls_of
from pygen.spec.game_calls import (
    GAME_ADDRESSES,
    GAME_MEANINGS,
    GAME_REQUEST,
    GAME_REQUEST_OFFSET,
    GAME_WORDS,
    GameCall,
)

MARK = "Exported by Undercroft"
"""A text in every text file of an export, so that no other file is overwritten."""

CALLS = {
    "begin": "begin the dungeon that the arguments name",
    "step": "one step of it. A: 1 if there is more to do, else 0; X: phases done",
    "generate": "begin and all steps. A: its status, 0 if nothing is missing",
    "get_tile": "A: the tile at column X, row A",
    "set_tile": "write the argument `tile` to column X, row A",
    "table": "A and X: the address of record X of table A",
    "unpack_row": "tiles of row A from column X on to `out`. A and X: the first one's address",
    "unpack_column": "`count` tiles of column X from row A on to `out`",
    "count_tiles": "count the tiles into the statistics",
    "run": "steps until a bit of `mask` is set at `signal`. A and X as of step; `count`: steps",
}
ARGUMENTS = {
    "seed": "0 to 65535, low byte first",
    "floor": "0 for the first, up to 255",
    "tile": "for set_tile",
    "count": "for unpack_column",
    "out": "for unpack_row and unpack_column: an address, low byte first",
    "signal": "for run: an address, low byte first",
    "mask": "for run",
    "x": "free for the caller: X and A of calls from C",
    "a": "the same",
}

ARGUMENTS_OF_WORLDS = {
    "chunk_x": "column of the chunk, low byte first, modulo 2048",
    "chunk_y": "row of the chunk, low byte first, modulo 2048",
}


@dataclass(frozen=True)
class Label:
    """A call or an argument: its name, its address and what it is for."""

    name: str
    address: int
    meaning: str


@dataclass(frozen=True)
class GameArgument(Label):
    """An argument of game calls, with its type in C."""

    type: str


@dataclass(frozen=True)
class OpenArgument(Label):
    """An open parameter: where its value is, the least and the greatest, and the spec's own."""

    least: int
    most: int
    default: int


@dataclass(frozen=True)
class GameFunction:
    """The function in C of a game call: the type, the name and the place of each parameter."""

    call: GameCall
    parameters: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Span:
    """A part of memory that a module takes. `record` is the size in bytes of a record there; 0 if
    it is not a table."""

    name: str
    start: int
    length: int
    record: int = 0

    @property
    def last(self) -> int:
        """The last address."""
        return self.start + self.length - 1


@dataclass(frozen=True)
class PackedImage:
    """The packed form of a module's code: its bytes, and the lowest address from which they may be
    unpacked over themselves."""

    image: Sequence[int]
    lowest: int

    @property
    def size(self) -> int:
        return len(self.image)


@dataclass(frozen=True)
class ExportPlan:
    """An exported module, in the form from which the files of the export are made.

    `start`, `size` and `image` are the address, the number of bytes and the bytes of its code.
    `spans` is all memory that it takes, `regions` what it writes for others. `figures` are the
    offsets of the figures in the summary, `figure_structs` the addresses of the structs behind the
    summary's head, `offsets` the numbers of each struct from `struct_offsets`. `library` has the
    bytes of each part of the compiler's runtime library in the module, by name. `characters` are
    the screen codes of the tiles, by code. `game_calls` are the functions in C of its game calls,
    `game_arguments` their arguments, by name, `constants` what they take and answer.
    `chunk_bytes` are all bytes that the module writes for others. `open_arguments` are its open
    parameters, and `open_rules` the pairs of them with a rule between them, in words. `digest` are
    the bytes by which a dungeon is known, which the module has at `digest_start`. `build` is a name
    that all files of the export share. `packed` is the packed form of the code, if there is one.
    """

    name: str
    spec_name: str
    compiler: str
    build: str
    start: int
    size: int
    image: Sequence[int]
    work_start: int
    work_size: int
    digest_start: int
    digest: Sequence[int]
    calls: Mapping[str, Label]
    arguments: Mapping[str, Label]
    game_calls: Sequence[GameFunction]
    game_arguments: Mapping[str, GameArgument]
    chunk_bytes: int
    open_arguments: Sequence[OpenArgument]
    open_rules: Sequence[str]
    constants: Sequence[Constant]
    spans: Sequence[Span]
    regions: Sequence[Span]
    zero_page: Sequence[int]
    zero_page_ranges: str
    preserves: bool
    place: Place
    cc65_options: str
    dungeon: KindParameters
    phases: int
    row_columns: int
    tiles: Mapping[str, int]
    look_bits: int
    look_row: int
    entities: Mapping[int, EntityKind]
    figures: Mapping[str, int]
    figure_structs: Mapping[str, int]
    structs: Sequence[StructText]
    offsets: Mapping[str, Mapping[str, int]]
    characters: Sequence[int]
    library: Mapping[str, int]
    packed: PackedImage | None = None
    mark: str = field(default_factory=lambda: f"{MARK} {version()}")
    oscar64_code: int = OSCAR64_CODE
    stack: int = STACK
    stacks_of_programs: str = STACKS_OF_PROGRAMS


def export_plan(module: Module, spec_name: str, packed: PackedImage | None = None) -> ExportPlan:
    """The plan of the export of a module. `spec_name` appears in every file."""
    spec, layout, name = module.layout.spec, module.layout, module.dungeon
    dungeon = spec.dungeons[name]
    request = layout.start + REQUEST_OFFSET
    sizes = {key: struct.size for key, struct in spec.layouts.items()}
    structs = [spec.layouts[struct] for struct in spec.structs_of(name)]
    summary, place = summary_structs(spec, name), place_of(module)
    games = calls_of(spec, name)
    return ExportPlan(
        name=name,
        spec_name=spec_name,
        compiler=str(module.compiler),
        build=_build_number(module),
        start=layout.start,
        size=module.size,
        image=list(module.image),
        work_start=layout.work_start,
        work_size=layout.work_end + 1 - layout.work_start,
        digest_start=layout.start + DIGEST_OFFSET,
        digest=list(bytes.fromhex(dungeon_digest(spec, name))),
        calls={
            call: Label(call, module.calls[call], meaning)
            for call, meaning in (CALLS | {one.name: one.meaning for one in games}).items()
            if call not in spec.modules.without
        },
        arguments={
            key: Label(key, request + REQUEST.get(key, REQUEST.get(f"{key}_low", 0)), meaning)
            for key, meaning in (ARGUMENTS | (ARGUMENTS_OF_WORLDS if dungeon.world else {})).items()
        },
        game_calls=[_game_function(call) for call in games],
        game_arguments=_game_arguments(module) if games else {},
        chunk_bytes=sum(span.length for span in _regions(module)),
        open_arguments=open_arguments(module),
        open_rules=open_rules(module),
        constants=call_constants(games, FLAGS, dungeon.map),
        spans=spans(module),
        regions=_regions(module),
        zero_page=module.zero_page,
        zero_page_ranges=_ranges(module.zero_page),
        preserves=spec.modules.preserves_zeropage,
        place=place,
        cc65_options=cc65_options(place),
        dungeon=dungeon,
        phases=len(phase_names(dungeon)),
        row_columns=spec.display.view_width,
        tiles=spec.codes_of(name),
        look_bits=look_bits(dungeon.map),
        look_row=look_row_bytes(dungeon.map),
        entities=known_kinds(dungeon) if spec.has_table(name, ENTITIES) else {},
        figures={
            member.name: at + member.offset for at, struct in summary for member in struct.members
        },
        figure_structs={
            struct.name: module.regions["summary"][0] + at for at, struct in summary[1:]
        },
        structs=[struct_text(struct, sizes, name) for struct in structs],
        offsets={struct.name: struct_offsets(struct) for struct in structs},
        characters=_characters(spec, name),
        library=library_parts(module),
        packed=packed,
    )


def _game_function(call: GameCall) -> GameFunction:
    """The function in C of a game call."""
    parameters = []
    for argument in call.arguments:
        place, _, name = argument.partition(" ")
        # Registers have no name of an argument.
        parameters.append(
            (_game_type(place), name or place, place if name else f"CALL_{place.upper()}")
        )
    return GameFunction(call, parameters)


def _game_type(argument: str) -> str:
    """The type in C of an argument of game calls, or of a register."""
    if argument in GAME_ADDRESSES:
        return "const uint8_t *" if argument in ("map", "sources") else "uint8_t *"
    return "uint16_t" if argument in GAME_WORDS else "uint8_t"


def _game_arguments(module: Module) -> dict[str, GameArgument]:
    """The arguments of game calls."""
    block = module.layout.start + GAME_REQUEST_OFFSET
    return {
        f"call_{name}": GameArgument(
            f"call_{name}", block + at, GAME_MEANINGS[name], _game_type(name)
        )
        for name, at in GAME_REQUEST.items()
    }


def open_arguments(module: Module) -> list[OpenArgument]:
    """The open parameters of a module."""
    block = module.layout.start + OPEN_OFFSET
    return [
        OpenArgument(f"open_{one.word}", block + at, one.name, one.least, one.most, one.default)
        for at, one in enumerate(module.layout.opened.parameters)
    ]


def open_rules(module: Module) -> list[str]:
    """The pairs of open parameters of which not all values go together, in words."""
    opened = module.layout.opened
    return [
        f"{opened.parameters[rule.first].name} and {opened.parameters[rule.second].name}"
        for rule in opened.limits
    ]


def library_parts(module: Module) -> dict[str, int]:
    """The bytes of each part of the compiler's runtime library that a module contains, by name."""
    return {
        part.name.removesuffix(".o"): part.size
        for part in sorted(module.result.objects, key=lambda part: part.name)
        if part.is_library and part.kind in ("code", "data")
    }


def spans(module: Module) -> list[Span]:
    """All memory that a module takes, except in zero page."""
    layout = module.layout
    return [
        Span("code and tables", layout.start, module.size),
        Span("work memory", layout.work_start, layout.work_end + 1 - layout.work_start),
        *_regions(module),
    ]


def _regions(module: Module) -> list[Span]:
    """What a module writes for others."""
    return [
        Span(name, start, length, record_bytes(module.layout, name))
        for name, (start, length) in module.regions.items()
    ]


def _build_number(module: Module) -> str:
    """Eight hexadecimal digits that all files of an export share. Other exports have others."""
    layout = module.layout
    words = [module.image.hex(), str(layout.start), str(layout.work_start), str(module.regions)]
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:8].upper()


def _characters(spec: Spec, dungeon: str) -> list[int]:
    """The screen codes of the tiles, in the order of the tiles' codes, for the C64's own set."""
    codes = spec.codes_of(dungeon)
    characters = [screen_code(" ")] * (max(codes.values()) + 1)
    for name, code in codes.items():
        characters[code] = screen_code(spec.tiles[name].glyph.upper())
    return characters


def _ranges(addresses: tuple[int, ...]) -> str:
    """Addresses as ranges, such as `$02-$05 $33`."""
    return " ".join(
        f"${first:02x}-${last:02x}" if first != last else f"${first:02x}"
        for first, last in ranges(addresses)
    )
