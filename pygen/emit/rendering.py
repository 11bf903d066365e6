"""Render the templates into a folder of C sources and headers."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from jinja2 import TemplateSyntaxError as JinjaSyntaxError

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER, TEMPLATES
from pygen.emit.kernels import Kernel, kernels_in, tables_used
from pygen.emit.mailbox import mailbox, require_cycle_slots
from pygen.emit.packing import GROUPS, packings, row_starts
from pygen.emit.records import struct_text
from pygen.emit.zeropage import plan_zero_page
from pygen.engine.kind import Phase
from pygen.engine.pipeline import CAMERA, map_parts
from pygen.kinds import phase_names, phases_of
from pygen.pictures import characters
from pygen.spec import Spec, spec_hash
from pygen.spec.model import COLOURS

# Templates that are rendered once, whatever the dungeons, without their ending .j2.
COMMON = (
    "core/memory.h",
    "core/tiles.h",
    "core/records.h",
    "core/random_constants.h",
    "core/zeropage.h",
    "core/zeropage.c",
    "core/zeropage_cc65.inc",
    "core/kernels.c",
    "core/kernels_cc65.s",
    "harness/mailbox.h",
    "core/packing.h",
    "program/program.h",
    "core/program_tables.c",
    "program/characters.h",
    "program/characters.c",
    "program/scroll.c",
    "program/scroll_cc65.s",
)

# Units that only a machine with a screen needs; the generator is complete without them.
DISPLAY_UNITS = ("characters.c", "scroll.c", "scroll_cc65.s")


def emit(
    spec: Spec,
    spec_name: str,
    folder: Path,
    templates: Path = TEMPLATES,
    source_folder: Path = C_FOLDER,
) -> list[Path]:
    """Write all C and assembly that depends on the spec into `folder`; returns the .c files.

    `spec_name` appears in the banner of every file. `source_folder` has the kernels and the lists
    of variables in zero page. Assembly for one compiler ends in `_<compiler>.s`. Files that would
    not change are left untouched; files of an earlier run that are no longer emitted are removed.

    Raises UserError, with template and line, if a template cannot be rendered, and as
    `plan_zero_page` does.
    """
    folders = (templates, source_folder)
    context = _context(spec, spec_name, source_folder)
    context["kernels"] = _kernels("core", folders, {**context, "dungeon": None, "constants": {}})
    texts = {
        template.rpartition("/")[2]: _render(folders, f"{template}.j2", context)
        for template in COMMON
    }
    for dungeon in context["dungeons"]:
        own = {**context, "dungeon": dungeon, "constants": dungeon["constants"]}
        kernels = _kernels(f"kinds/{dungeon['kind']}", folders, own)
        dungeon["kernels"] = kernels
        dungeon["tables"] = tables_used(kernels, dungeon["constants"])
        for ending in (".h", ".c", *(("_kernels.inc", "_cc65.s") if kernels else ())):
            name = f"dungeon_{dungeon['name']}{ending}"
            texts[name] = _render(folders, f"core/dungeon{ending}.j2", own)
    for name, text in texts.items():
        write_if_changed(folder / name, text.encode())
    for old in folder.iterdir():
        if old.name not in texts and old.suffix in (".c", ".h", ".inc", ".s"):
            old.unlink()
    return [folder / name for name in texts if name.endswith(".c")]


def _kernels(folder: str, folders: tuple[Path, Path], context: dict[str, Any]) -> list[Kernel]:
    def render(name: str, more: Mapping[str, Any]) -> str:
        return _render(folders, name, {**context, **more})

    return kernels_in(folder, folders[1], render)


def _context(spec: Spec, spec_name: str, source_folder: Path) -> dict[str, Any]:
    codes_end = max(spec.codes.values()) + 1
    tile_characters = characters.tile_codes(spec)
    by_code: dict[str, list[int]] = {
        "walkable": [0] * codes_end,
        "screen_code": [characters.screen_code("?")] * codes_end,
        "colour": [0] * codes_end,
    }
    for tile in spec.tiles.values():
        by_code["walkable"][tile.code] = int(tile.walkable)
        by_code["screen_code"][tile.code] = tile_characters[tile.code]
        by_code["colour"][tile.code] = COLOURS.index(tile.colour)
    identity = spec_hash(spec)[:16]

    def banner(purpose: str) -> str:
        return (
            f"/* {purpose}\n *\n"
            f" * Emitted by Undercroft from {spec_name}, spec {identity}. Edit that, not this.\n */"
        )

    phases_by_kind = {
        kind: phase_names(kind)
        for kind in sorted({spec.dungeons[name].kind for name in spec.program.dungeons})
    }
    for kind, names in phases_by_kind.items():
        require_cycle_slots(kind, names)
    room = spec.layouts["room"]
    sizes = {name: layout.size for name, layout in spec.layouts.items()}
    return {
        "spec": spec,
        "banner": banner,
        "spec_name": spec_name,
        "identity": identity,
        "layouts": spec.layouts,
        "structs": [struct_text(layout, sizes) for layout in spec.layouts.values()],
        "mailbox": mailbox(spec),
        "colours": COLOURS,
        "codes_end": codes_end,
        "by_code": by_code,
        "packings": packings(spec, codes_end),
        "most_rooms": max(
            1, *(spec.dungeons[name].record_count() for name in spec.program.dungeons)
        ),
        "blank_room": list(room.pack(room.unused_values())),
        "dungeons": [_dungeon(spec, name) for name in spec.program.dungeons],
        "charset": list(characters.drawn(spec)),
        "figure": list(characters.figure()),
        "quadrants": characters.QUADRANTS,
        "parts": characters.part_codes(),
        "sprite": characters.SPRITE,
        "scroll": scrolling(spec),
        "zero_page": plan_zero_page(spec, source_folder),
        "phases_by_kind": phases_by_kind,
    }


def scrolling(spec: Spec) -> dict[str, Any]:
    """How the window's rows are divided into bands, which are scrolled one at a time.

    The last band may have fewer rows.
    """
    columns, rows = spec.display.view_width, spec.display.view_height
    band = min(next((size for size in (3, 4, 5) if rows % size == 0), 3), rows)
    bands = -(-rows // band)
    return {
        "columns": columns,
        "rows": rows,
        "band": band,
        "bands": bands,
        "last_band": rows - (bands - 1) * band,
    }


def _dungeon(spec: Spec, name: str) -> dict[str, Any]:
    parameters = spec.dungeons[name]
    size = parameters.map
    group, period = GROUPS[size.bits_per_tile]
    offsets, skews = row_starts(size)
    return {
        "name": name,
        "kind": parameters.kind,
        "width": size.width,
        "height": size.height,
        "bits": size.bits_per_tile,
        "packed_bytes": size.packed_bytes,
        "group": group,
        "period": period,
        "row_offsets": offsets,
        "row_skews": skews,
        "is_aligned": not any(skews),
        "wall_row": _pattern_row(spec, name, "wall"),
        "floor_row": _pattern_row(spec, name, "floor"),
        "clearing": _clearing(size.packed_bytes),
        "has_rooms": parameters.record_count() > 0,
        "record_count": parameters.record_count(),
        "constants": parameters.constants(),
        "phases": [_phase(phase) for phase in phases_of(parameters.kind)],
    }


def _pattern_row(spec: Spec, name: str, tile: str) -> list[int]:
    """The bytes of a row full of one tile, from a whole byte on."""
    size = spec.dungeons[name].map
    bits = size.bits_per_tile
    length = size.width + max(row_starts(size)[1])
    stream = sum(spec.codes[tile] << bits * n for n in range(length))
    return list(stream.to_bytes((length * bits + 7) // 8, "little"))


def _phase(phase: Phase[Any]) -> dict[str, Any]:
    """A phase for the driver: how C calls its function, which has the name of its twin."""
    arguments = "MAP_WIDTH, MAP_HEIGHT" if phase is CAMERA else ""
    return {
        "name": phase.name,
        "call": f"{phase.run.__name__}({arguments})",
        "has_steps": phase.has_steps,
    }


def _clearing(size: int) -> dict[str, Any]:
    """For a loop that clears `size` bytes: its count, and the offsets at which it stores.

    `ends` are the values of its counter, which counts down, at which its parts end.
    """
    stores = -(-size // 255)
    count = -(-size // stores)
    parts = map_parts(size)
    return {
        "count": count,
        "offsets": [min(n * count, size - count) for n in range(stores)],
        "ends": [count * left // parts for left in range(parts - 1, -1, -1)],
    }


@functools.cache
def _environment(folders: tuple[Path, Path]) -> Environment:
    """The Jinja environment, cached because each one compiles the templates again."""
    environment = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["address"] = lambda value: f"0x{value:04X}"
    environment.filters["rows"] = _rows
    environment.filters["continued"] = _continued
    return environment


def _render(folders: tuple[Path, Path], name: str, context: dict[str, Any]) -> str:
    """Render the template `name` of the first of `folders` that has it."""
    try:
        return _environment(folders).get_template(name).render(context)
    except JinjaSyntaxError as error:
        raise UserError(f"{_path(folders, name)}:{error.lineno}: {error.message}") from error
    except Exception as error:
        line = _template_line(error, name)
        reason = getattr(error, "message", None) or str(error)
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        raise UserError(f"{_path(folders, name)}:{line}: {kind}{reason}") from error


def _path(folders: tuple[Path, Path], name: str) -> Path:
    found = [folder / name for folder in folders if (folder / name).is_file()]
    return found[0] if found else folders[0] / name


def _template_line(error: Exception, name: str) -> int:
    """The line of the template in which an error occurred; 0 if unknown."""
    lines = [
        frame.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(name)
    ]
    return lines[-1] if lines else 0


def _rows(values: list[int]) -> str:
    """Numbers as lines of C, sixteen on each."""
    lines = [values[at : at + 16] for at in range(0, len(values), 16)]
    return "\n".join("    " + ", ".join(str(value) for value in line) + "," for line in lines)


def _continued(values: list[int]) -> str:
    """Numbers as the lines of a macro, all but the last of which end in a backslash."""
    return _rows(values).rstrip(",").replace("\n", " \\\n")
