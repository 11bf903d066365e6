"""Export a dungeon for your own game: machine code with a table of calls.

It comes with an include for assemblers, a header for OSCAR64 and cc65, an example in C, and a
list of the memory it takes. The section `modules` of the spec says where it is in memory.

Examples:
  invoke export --dungeon crypt --to ../my-game/crypt
  invoke export --dungeon burrow --to burrow --set modules.start=0x8000
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, TEMPLATES
from pygen.base.words import ranges
from pygen.compilers import Compiler
from pygen.compilers.modules import Module, build_module
from pygen.console.arguments import DUNGEON, SpecArguments
from pygen.console.options import Name
from pygen.console.programs import COMPILER, choose_compilers
from pygen.console.tables import plain_table
from pygen.console.terminal import out, shown_path, warn
from pygen.emit.modules import CALLS, REQUEST, REQUEST_OFFSET, record_bytes
from pygen.emit.records import struct_offsets, struct_text
from pygen.emit.templates import render
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.looks import look_bits, look_row_bytes
from pygen.engine.definition.structs import StructLayout
from pygen.engine.dungeon.entities import known_kinds
from pygen.kinds import phase_names
from pygen.pictures.characters import screen_code
from pygen.programs.export_place import (
    OSCAR64_CODE,
    RAM_INSTEAD_OF_BASIC,
    STACK,
    STACKS_OF_PROGRAMS,
    Place,
    cc65_options,
    place_of,
    with_fitting_start,
)
from pygen.proof import canaries
from pygen.spec import Spec
from pygen.spec.record_layout import SUMMARY

MARK = "Exported by Undercroft"
"""A text in every text file of an export, so that no other file is overwritten."""

MEANINGS = {
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


class Arguments(SpecArguments):
    to = Name("the folder for the files; it is made if necessary")
    dungeon = DUNGEON
    compiler = COMPILER

    @property
    def changes(self) -> Sequence[str]:
        # The memory of our own programs may be too small for a map; it does not bind the game.
        return [*self.set, "memory={}"]


def run(given: Arguments) -> None:
    if given.compiler == "all":
        raise UsageError("--compiler: a module has one compiler", "Choose oscar64 or cc65.")
    compiler = choose_compilers(given.spec, given.compiler)[0]
    with out.status(f"building with {compiler} ..."):
        exported = export(given.spec, given.spec_name, compiler, given.dungeon, Path(given.to))
    warn(exported.unchecked)
    print_export(exported)
    if exported.place.overlap:
        warn(f"{exported.place.overlap}.")


@dataclass(frozen=True)
class Exported:
    """An exported module, its files, and why its compiler could not be checked beforehand ("" if
    it was)."""

    module: Module
    files: list[Path]
    place: Place
    unchecked: str = ""


def export(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    folder: Path,
    build_folder: Path = BUILD_FOLDER,
) -> Exported:
    """Build the module of a dungeon. Write it, and the files with which a game uses it, into
    `folder`.

    If the spec does not say where modules are, a module that is too large for the usual place
    begins at a higher address, so that a program that includes it fits below.

    Raises UserError if `folder` has files of these names that are not from an earlier export,
    CompileFailed and MiscompilerFound as a build does. Then nothing is written.
    """
    unchecked = canaries.try_compiler_once(spec, compiler, build_folder=build_folder)
    module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder)
    higher = with_fitting_start(spec, module)
    if higher:
        module = build_module(higher, spec_name, compiler, dungeon, build_folder=build_folder)
    texts = _texts(module, spec_name)
    for name in texts:
        _require_ours(folder / name)
    prg = module.layout.start.to_bytes(2, "little") + module.image
    files = {f"{dungeon}.prg": prg, **{name: text.encode() for name, text in texts.items()}}
    # Keep the files of two exports at the same time apart.
    with folder_lock(build_folder / "exports", "export"):
        for name, data in files.items():
            write_if_changed(folder / name, data)
    return Exported(module, [folder / name for name in files], place_of(module), unchecked)


def _require_ours(path: Path) -> None:
    """Raise UserError if the file exists and no export wrote it."""
    if path.exists() and MARK not in path.read_text("utf-8", "replace"):
        raise UserError(
            f"{path}: this file exists and is not from an export",
            "Name another folder, or move the file away first.",
        )


def _texts(module: Module, spec_name: str) -> dict[str, str]:
    name, context = module.dungeon, _context(module, spec_name)
    templates = {
        f"{name}.inc": "module.inc",
        f"{name}_kick.asm": "module.inc",
        f"{name}.h": "module.h",
        f"{name}_module.h": "module_bytes.h",
        f"{name}_example.c": "example.c",
        f"{name}_memory.txt": "memory.txt",
        f"{name}.labels": "labels.txt",
    }
    folders = (TEMPLATES, TEMPLATES)
    texts = {}
    for file, template in templates.items():
        for_kick = file.endswith("_kick.asm")
        context |= {
            "file": file,
            "assemblers": "KickAssembler" if for_kick else "ca65, ACME and 64tass",
            "constant": ".const " if for_kick else "",
            "comment": "//" if for_kick else ";",
        }
        texts[file] = render(folders, f"export/{template}.j2", context)
    return texts


def _context(module: Module, spec_name: str) -> dict[str, Any]:
    spec, layout, name = module.layout.spec, module.layout, module.dungeon
    parameters = spec.dungeons[name]
    offsets = {**REQUEST, "seed": REQUEST["seed_low"]}
    offsets |= {"chunk_x": REQUEST["chunk_x_low"], "chunk_y": REQUEST["chunk_y_low"]}
    arguments = {**ARGUMENTS, **(ARGUMENTS_OF_WORLDS if parameters.world else {})}
    address = {key: layout.start + REQUEST_OFFSET + offset for key, offset in offsets.items()}
    regions = [
        {"name": key, "start": start, "length": length, "record": record_bytes(layout, key)}
        for key, (start, length) in module.regions.items()
    ]
    sizes = {key: struct.size for key, struct in spec.layouts.items()}
    structs = _structs(spec, name)
    place = place_of(module)
    return {
        "name": name,
        "upper": name.upper(),
        "spec_name": spec_name,
        "compiler": str(module.compiler),
        "hex": lambda value: f"${value:04x}",
        "c_hex": lambda value: f"0x{value:04x}",
        "module": module,
        "layout": layout,
        "map": parameters.map,
        "calls": [
            {"name": call, "address": module.calls[call], "meaning": MEANINGS[call]}
            for call in CALLS
        ],
        "arguments": [
            {"name": key, "address": address[key], "meaning": meaning}
            for key, meaning in arguments.items()
        ],
        "address": address,
        "is_world": parameters.world is not None,
        "regions": regions,
        "row_columns": spec.display.view_width,
        "phases": len(phase_names(parameters)),
        "figures": _figures(spec, name),
        "tiles": spec.codes_of(name),
        "looks": {look.name: number for number, look in parameters.looks.items()},
        "entities": _entities(spec, name),
        "look_bits": look_bits(parameters.map),
        "look_row": look_row_bytes(parameters.map),
        "structs": [struct_text(struct, sizes, name) for struct in structs],
        "offsets": {struct.name: struct_offsets(struct) for struct in structs},
        "mark": MARK,
        "build": _build_number(module),
        "place": place,
        "cc65_options": cc65_options(place),
        "oscar64_code": OSCAR64_CODE,
        "stack": STACK,
        "stacks_of_programs": STACKS_OF_PROGRAMS,
        "ram_instead_of_basic": RAM_INSTEAD_OF_BASIC,
        "characters": _characters(spec, name),
        "spans": _spans(module),
        "zero_page_ranges": _ranges(module.zero_page),
        "preserves": spec.modules.preserves_zeropage,
    }


def _spans(module: Module) -> list[tuple[str, int, int]]:
    """What the module and its dungeons take of memory: a name, the first address, the bytes."""
    layout = module.layout
    return [
        ("code and tables", layout.start, module.size),
        ("work memory", layout.work_start, layout.work_end + 1 - layout.work_start),
        *((name, start, length) for name, (start, length) in module.regions.items()),
    ]


def _structs(spec: Spec, dungeon: str) -> list[StructLayout]:
    """The structs that a dungeon writes. Nested structs come before those that contain them."""
    wanted = {SUMMARY, *(one.struct for one in spec.figures(dungeon))}
    wanted |= {table.struct for table in spec.tables(dungeon)}
    for name in reversed(spec.layouts):
        if name in wanted:
            wanted |= {member.struct for member in spec.layouts[name].members if member.struct}
    return [layout for name, layout in spec.layouts.items() if name in wanted]


def _build_number(module: Module) -> str:
    """Eight hexadecimal digits that all files of an export share. Other exports have others."""
    layout = module.layout
    words = [module.image.hex(), str(layout.start), str(layout.work_start), str(module.regions)]
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:8].upper()


def _entities(spec: Spec, dungeon: str) -> list[dict[str, Any]]:
    """The kinds of entities that a dungeon may have, with their numbers; empty if it has none."""
    if not spec.has_table(dungeon, ENTITIES):
        return []
    return [
        {"name": kind.name, "number": number, "data": kind.data}
        for number, kind in known_kinds(spec.dungeons[dungeon]).items()
    ]


def _figures(spec: Spec, dungeon: str) -> dict[str, int]:
    """The offset of each figure in the summary: first the figures of all kinds, then the dungeon's
    own."""
    found: dict[str, int] = {}
    at = 0
    for struct in (SUMMARY, *(one.struct for one in spec.figures(dungeon))):
        layout = spec.layouts[struct]
        found |= {member.name: at + member.offset for member in layout.members}
        at += layout.size
    return found


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


def print_export(exported: Exported) -> None:
    """Print where the module is in memory, and the files that were written."""
    module = exported.module
    out.print(f"{module.dungeon}, built by {module.compiler}")
    table = plain_table("", 2, "memory", "what is there", "bytes")
    for what, start, length in _spans(module):
        table.add_row(f"${start:04x}-${start + length - 1:04x}", what, f"{length:,}")
    kept = "put back by every call" if module.spec.modules.preserves_zeropage else "changed"
    table.add_row("zero page", kept, f"{len(module.zero_page)}")
    out.print(table)
    place = exported.place
    out.print(
        f"programs in C     stay below ${place.first:04x}, as {module.dungeon}_memory.txt shows"
    )
    basic = f"begin with {place.basic_line}" if place.basic_line else "cannot use it where it is"
    out.print(f"programs in BASIC {basic}", soft_wrap=True)
    if place.hides_behind_basic:
        out.print("a part of it is at $A000-$BFFF: store $36 in $01 before the first call")
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)
