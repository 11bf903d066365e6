"""Render the templates into a folder of C sources and headers."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateError
from jinja2 import TemplateSyntaxError as JinjaSyntaxError

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER, C_FOLDER, PROJECT, TEMPLATES
from pygen.base.templates import template_environment
from pygen.emit.appearance import BAR_WIDTH, most_looks, phase_name_width, shown_entities
from pygen.emit.facts import engine_facts, facts_of_parts
from pygen.emit.floor_rows import Words, floor_rows, require_variable
from pygen.emit.kernels import (
    SUFFIX,
    Kernel,
    Render,
    kernel,
    kernels_in,
    names_in,
    names_used,
    words_of_parts,
)
from pygen.emit.mailbox import ENTRIES, mailbox
from pygen.emit.packing import GROUPS, column_tables, packings, row_starts, tile_bytes
from pygen.emit.planes import halves, packed, plane_tables, read_masks, read_places
from pygen.emit.records import struct_text
from pygen.emit.regions import all_regions, figures_bytes, summary_bytes
from pygen.emit.work_memory import work_variables
from pygen.emit.zeropage import plan_zero_page
from pygen.engine.chambers import CHAMBERS
from pygen.engine.colours import COLOURS
from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.entity_kinds import ENTITIES
from pygen.engine.floors import strides
from pygen.engine.kind import AnyKind, Phase
from pygen.engine.looks import look_bits, look_row_bytes
from pygen.engine.parameters import KindParameters
from pygen.engine.pipeline import CAMERA, STAIRS, PassPhase, StreamPhase, clearing_parts
from pygen.engine.plane.plane import row_bytes
from pygen.engine.tables import Table
from pygen.engine.tiles import FLAGS
from pygen.engine.worlds import MOST_CHANGES, REGION_SIDE
from pygen.kinds import phases_of
from pygen.passes import PASSES
from pygen.pictures import characters
from pygen.spec import Spec, spec_hash
from pygen.spec.glyphs import SIZE
from pygen.spec.sections import Display
from pygen.spec.selection import Selection

# Templates that are rendered once, whatever the dungeons, without their ending .j2.
COMMON = (
    "core/memory.h",
    "core/constants.h",
    "core/tiles.h",
    "core/records.h",
    "core/random_constants.h",
    "core/zeropage.h",
    "core/zeropage.c",
    "core/zeropage_cc65.inc",
    "core/kernels.c",
    "core/kernels_cc65.s",
    "core/unpack_cc65.s",
    "harness/mailbox.h",
    "core/packing.h",
    "program/program.h",
    "core/program_tables.c",
    "program/characters.h",
    "program/characters.c",
    "program/scroll.c",
    "program/scroll_cc65.s",
)


# How many groups of tiles are unpacked at once to be counted, at most.
MOST_GROUPS_AT_ONCE = 16

# Tables of which a program with modules counts the records.
COUNTED_TABLES = ("rooms", ENTITIES, CHAMBERS)

# Units that only a machine with a screen needs; the generator is complete without them.
DISPLAY_UNITS = ("characters.c", "scroll.c", "scroll_cc65.s")


def emit(
    spec: Spec,
    spec_name: str,
    folder: Path,
    templates: Path = TEMPLATES,
    source_folder: Path = C_FOLDER,
    generates: bool = True,
    selection: Selection | None = None,
) -> list[Path]:
    """Write all C and assembly that depends on the spec into `folder`; returns the .c files.

    It has the dungeons of `selection` (default: those of the program at hand). `spec_name` appears
    in the banner of every file. `source_folder` has the kernels and the lists of variables in zero
    page. Assembly for one compiler ends in `_<compiler>.s`. Files that would not change are left
    untouched; files of an earlier run that are no longer emitted are removed.
    Without `generates` it is for a program that has its generators in modules.

    Raises UserError, with template and line, if a template cannot be rendered, and as
    `plan_zero_page`, `floor_rows` and `require_variable` do.
    """
    folders = (templates, source_folder)
    context = emit_context(spec, spec_name, source_folder, generates, selection)
    used = {f"kinds/{dungeon['kind']}" for dungeon in context["dungeons"]}
    used |= {f"passes/{one.name}" for dungeon in context["dungeons"] for one in dungeon["passes"]}
    shared = {
        **context,
        "dungeon": None,
        "constants": {},
        "names_of_parts": names_in(source_folder / part for part in used),
    }
    context["kernels"] = _kernels("core", folders, shared)
    context["unpack_kernels"] = _kernels("core/unpack", folders, shared)
    texts = {
        template.rpartition("/")[2]: render(folders, f"{template}.j2", context)
        for template in COMMON
    }
    for dungeon in context["dungeons"] if generates else ():
        parts = [f"kinds/{dungeon['kind']}", *(f"passes/{one.name}" for one in dungeon["passes"])]
        dungeon["facts"] = facts_of_parts(parts, dungeon["constants"])
        own = {**context, "dungeon": dungeon, "constants": dungeon["constants"]}
        kernels = [_kernel(name, folders, own) for name in dungeon["shared_kernels"]]
        kernels += _kernels("core/clearing", folders, own)
        for part in parts:
            _require_c(part, source_folder)
            kernels += _kernels(part, folders, own)
        dungeon["kernels"] = kernels
        dungeon["work_variables"] = work_variables(parts, source_folder)
        in_memory = [*dungeon["in_memory"], *(one.name for one in dungeon["work_variables"])]
        in_memory += ["row_start", *(f"{tile}_row" for tile in dungeon["filled_rows"])]
        dungeon["read_by_kernels"] = names_used(kernels, in_memory)
        dungeon["imported_by_kernels"] = names_used(kernels, SHARED_VARIABLES)
        for part, varying in zip(
            parts, (dungeon["varying"], *(one.varying for one in dungeon["passes"]))
        ):
            require_variable(source_folder / part, varying)
        for ending in (".h", ".c", "_kernels.h", "_cc65.s"):
            name = f"dungeon_{dungeon['name']}{ending}"
            texts[name] = render(folders, f"core/dungeon{ending}.j2", own)
    for name, text in texts.items():
        write_if_changed(folder / name, text.encode())
    for old in folder.iterdir():
        if old.name not in texts and old.suffix in (".c", ".h", ".inc", ".s"):
            old.unlink()
    return [folder / name for name in texts if name.endswith(".c")]


def _require_c(part: str, source_folder: Path) -> None:
    """Raise UserError unless a kind or a pass, by its folder, has its file in C."""
    sort, _, name = part.partition("/")
    file = source_folder / part / f"{name}.h"
    if not file.is_file():
        what = {"kinds": "kind", "passes": "pass"}[sort]
        raise UserError(
            f"{file}: the {what} `{name}` has no such file",
            f"docs/adding-a-{what}.md lists the files of a {what}.",
        )


def _kernels(folder: str, folders: tuple[Path, Path], context: dict[str, Any]) -> list[Kernel]:
    return kernels_in(folder, folders[1], _renderer(folders, context))


def _kernel(name: str, folders: tuple[Path, Path], context: dict[str, Any]) -> Kernel:
    """A shared kernel that a kind calls, by its path below c64src."""
    if not (folders[1] / f"{name}{SUFFIX}").is_file():
        raise UserError(
            f"{folders[1] / name}{SUFFIX}: there is no such kernel",
            "`kernels` of a KIND or a PASS names it; docs/kind-reference.md says how.",
        )
    return kernel(name, _renderer(folders, context))


def _renderer(folders: tuple[Path, Path], context: dict[str, Any]) -> Render:
    def rendered(name: str, more: Mapping[str, Any]) -> str:
        return render(folders, name, {**context, **more})

    return rendered


def emit_context(
    spec: Spec,
    spec_name: str,
    source_folder: Path = C_FOLDER,
    generates: bool = True,
    selection: Selection | None = None,
) -> dict[str, Any]:
    """What the templates know of a spec; `generates` and `selection` as of `emit`."""
    selected = selection or spec.selection
    chosen = {name: spec.dungeons[name] for name in selected.dungeons}
    codes_end = max(spec.codes.values()) + 1
    flags = [0] * codes_end
    for tile in spec.tiles.values():
        flags[tile.code] = sum(getattr(tile, flag) << bit for bit, flag in enumerate(FLAGS))
    identity = spec_hash(spec, selected)[:16]

    def banner(purpose: str) -> str:
        return (
            f"/* {purpose}\n *\n"
            f" * Emitted by Undercroft from {spec_name}, spec {identity}. Edit that, not this.\n */"
        )

    sizes = {name: layout.size for name, layout in spec.layouts.items()}
    words = words_of_parts(source_folder)
    dungeons = [_dungeon(spec, name, words) for name in chosen]
    for dungeon in dungeons:
        # A program has a piece of a world at a time, whatever its generators are for.
        around = dungeon["world"] and not generates
        dungeon["shown_width"] = REGION_SIDE if around else dungeon["width"]
        dungeon["shown_height"] = REGION_SIDE if around else dungeon["height"]
    return {
        "spec": spec,
        "banner": banner,
        "spec_name": spec_name,
        "identity": identity,
        "facts": engine_facts(),
        "layouts": spec.layouts,
        "structs": [struct_text(layout, sizes) for layout in spec.layouts.values()],
        "mailbox": mailbox(spec),
        "mailbox_entries": ENTRIES,
        "colours": COLOURS,
        "codes_end": codes_end,
        "most_looks": most_looks(chosen.values()),
        "entities": shown_entities(chosen.values()),
        "counted_tables": COUNTED_TABLES,
        "flags": flags,
        "common_tiles": {
            name: {"character": code, "colour": COLOURS.index(spec.tiles[name].colour)}
            for name, code in characters.common_codes().items()
        },
        "packings": packings(chosen.values(), codes_end),
        "tile_flags": FLAGS,
        "most_entries": MOST_ENTRIES,
        "halves": halves,
        "packed_table": packed,
        "read_places": read_places,
        "tile_bytes": tile_bytes,
        "secret_tiles": [name for name, tile in spec.tiles.items() if tile.secret],
        "unused_code": next(code for code in range(256) if code not in spec.codes.values()),
        "tables": _tables(spec, selected.dungeons),
        "dungeons": dungeons,
        "floors_vary": any(dungeon["rows_matter"] for dungeon in dungeons),
        "has_worlds": any(dungeon["world"] for dungeon in dungeons),
        "most_changes": MOST_CHANGES,
        "world_bits": _world_bits(chosen.values()),
        "floor_strides": _floor_strides(spec),
        "charset": list(characters.packed(characters.drawn(spec))),
        "own_characters": characters.OWN_TILES,
        "characters_drawn": len(characters.drawn(spec)) // SIZE,
        "figures": characters.figures(),
        "quadrants": characters.quadrants_start(spec),
        "parts": characters.part_codes(),
        "sprite": characters.sprite_start(spec),
        "scroll": scrolling(spec.display, chosen.values()),
        "zero_page": plan_zero_page(spec, source_folder, generates, selected),
        "phase_name_width": phase_name_width(chosen.values()),
        "bar_width": BAR_WIDTH,
    }


def scrolling(display: Display, dungeons: Iterable[KindParameters]) -> dict[str, Any]:
    """How the window's rows are divided into bands, which are scrolled one at a time.

    The last band may have fewer rows. In worlds, where the time is needed, bands are larger; then
    less is left until the raster comes round again.
    """
    columns, rows = display.view_width, display.view_height
    has_world = any(one.world for one in dungeons)
    sizes = (4, 3, 5) if has_world else (3, 4, 5)
    band = min(next((size for size in sizes if rows % size == 0), 3), rows)
    bands = -(-rows // band)
    return {
        "columns": columns,
        "rows": rows,
        "band": band,
        "bands": bands,
        "last_band": rows - (bands - 1) * band,
    }


def _world_bits(dungeons: Iterable[KindParameters]) -> int:
    """How many bits a tile of the program's worlds has, 0 if they differ."""
    bits = {one.map.bits_per_tile for one in dungeons if one.world}
    return bits.pop() if len(bits) == 1 else 0


def _dungeon(spec: Spec, name: str, words: Words) -> dict[str, Any]:
    parameters, kind = spec.dungeons[name], spec.kind(name)
    size = parameters.map
    group, period = GROUPS[size.bits_per_tile]
    offsets, skews = row_starts(size)
    not_walkable = [tile for tile in spec.codes_of(name) if not spec.tiles[tile].walkable]
    closed = [spec.codes[tile] for tile in not_walkable]
    others = [spec.codes[tile] for tile in spec.others_of(name)]
    secrets = [spec.codes[tile] for tile in spec.secrets_of(name)]
    seen_closed = [*closed, *secrets]
    opened = {spec.codes["floor"], *others}
    kernels = _shared_kernels(spec, name)
    wanted = {
        kernel: codes
        for kernel, codes in (
            (SOLID_KERNEL, opened),
            (OTHERS_KERNEL, others),
            (SEEN_KERNEL, opened - set(secrets)),
        )
        if kernel in kernels
    }
    masks = read_masks(size.bits_per_tile, {*closed, *opened, *secrets}, wanted)
    rows = floor_rows(parameters, words)
    tables = plane_tables(kernels, size.bits_per_tile, spec.codes, masks.values())
    rows.constants.update(tables)
    return {
        "name": name,
        "kind": parameters.kind,
        "width": size.width,
        "height": size.height,
        "bits": size.bits_per_tile,
        "packed_bytes": size.packed_bytes,
        "group": group,
        "groups_at_once": _divisor(size.width * size.height // group, MOST_GROUPS_AT_ONCE),
        "period": period,
        "row_offsets": offsets,
        "columns": column_tables(size),
        "row_skews": skews,
        "is_aligned": not any(skews),
        "plane_rows": [row_bytes(size.width) * y for y in range(size.height)],
        "filled_rows": {tile: _pattern_row(spec, name, tile) for tile in kind.filled},
        "clearing": _clearing(spec, name),
        "tiles": list(spec.codes_of(name)),
        "not_walkable": not_walkable,
        "ground": spec.ground_of(name),
        "tables": [_table(spec, name, table) for table in spec.tables(name)],
        "capacities": {table.name: table.most_rows(parameters) for table in spec.tables(name)},
        "looks": parameters.looks,
        "avoids_near_rooms": parameters.avoids_near_rooms,
        "solid_others": [spec.codes[tile] for tile in spec.solid_others_of(name)],
        "others": others,
        "read_masks": masks,
        "secrets": secrets,
        "seen_closed": seen_closed,
        "closed": closed,
        "look_bits": look_bits(size),
        "look_rows": [look_row_bytes(size) * y for y in range(size.height)],
        "figures": kind.figures.struct,
        "figure_offsets": _figure_offsets(spec, kind),
        "summary_bytes": summary_bytes(spec, name),
        "constants": rows.constants,
        "varying": rows.varying,
        "every_varying": rows.every_varying,
        "passes": rows.passes,
        "rows_matter": rows.rows_matter,
        "spans": rows.spans,
        "in_memory": rows.in_memory,
        "shared_kernels": kernels,
        "places_stairs": STAIRS in phases_of(parameters),
        "world": parameters.world,
        "without": {phase: phase in parameters.without for phase in kind.optional},
        "phases": [_phase(phase) for phase in phases_of(parameters)],
        "has_streams": any(isinstance(phase, StreamPhase) for phase in phases_of(parameters)),
    }


SHARED_VARIABLES = ("random_draws", "tile_first_byte", "room_address")
"""Variables and tables of all generators that the kernels of kinds may name."""

# Only dungeons with solid tiles besides walls have the first one, and only those with any tiles
# besides empty, wall and floor the second.
SOLID_OTHERS_KERNEL = "core/plane/read_solid_others"
OTHERS_KERNEL = "core/plane/read_other_tiles"
# Without tiles that look like walls the second one takes the place of the first.
SEEN_KERNEL, SOLID_KERNEL = "core/plane/read_seen", "core/plane/read_solid"


def _shared_kernels(spec: Spec, name: str) -> list[str]:
    """The shared kernels that a dungeon's kind and passes call."""
    used = list(spec.kind(name).kernels)
    for use in spec.dungeons[name].passes:
        used += PASSES[use.name].kernels
    if not spec.solid_others_of(name):
        used = [kernel for kernel in used if kernel != SOLID_OTHERS_KERNEL]
    if not spec.secrets_of(name):
        used = [SOLID_KERNEL if kernel == SEEN_KERNEL else kernel for kernel in used]
    if not spec.others_of(name) and not spec.solid_others_of(name):
        used = [kernel for kernel in used if kernel != OTHERS_KERNEL]
    return list(dict.fromkeys(used))


# The most rows of a table that are made blank by a store each.
MOST_STORES = 64


def _table(spec: Spec, dungeon: str, table: Table) -> dict[str, Any]:
    """A dungeon's table: its names, sizes and address, and how it is made blank."""
    layout = spec.layouts[table.struct]
    capacity = table.most_rows(spec.dungeons[dungeon])
    return {
        "name": table.name,
        "struct": table.struct,
        "size": layout.size,
        "capacity": capacity,
        "start": spec.memory[table.name].start,
        "figures": figures_counting(spec, dungeon, table),
        "blank": list(layout.pack(layout.unused_values())),
        "is_unrolled": capacity <= MOST_STORES,
    }


def _tables(spec: Spec, dungeons: Sequence[str]) -> list[dict[str, Any]]:
    """The tables of the program's dungeons, each with the greatest capacity and its dungeons."""
    found: dict[str, dict[str, Any]] = {}
    for dungeon in dungeons:
        for table in spec.tables(dungeon):
            one = _table(spec, dungeon, table)
            known = found.setdefault(table.name, {**one, "dungeons": {}})
            known["capacity"] = max(known["capacity"], one["capacity"])
            known["dungeons"][dungeon] = one["figures"]
    for known in found.values():
        everywhere = len(known["dungeons"]) == len(dungeons)
        known["is_in_all"] = everywhere and len(set(known["dungeons"].values())) == 1
    return list(found.values())


def figures_counting(spec: Spec, dungeon: str, table: Table) -> tuple[str, int]:
    """The figures of a dungeon that count the rows of a table: their struct, and how many bytes of
    figures are before them."""
    every = spec.figures(dungeon)
    at = next(at for at, figures in enumerate(every) if table.name in figures.fields)
    return every[at].struct, figures_bytes(spec, every[:at])


def _figure_offsets(spec: Spec, kind: AnyKind) -> dict[str, int]:
    """Where each figure of a kind is in the struct of its figures."""
    if not kind.figures.struct:
        return {}
    return {member.name: member.offset for member in spec.layouts[kind.figures.struct].members}


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
        "call": f"{phase.function}({arguments})",
        "has_steps": phase.has_steps,
        "stream": phase.stream if isinstance(phase, StreamPhase) else None,
        "number": phase.number if isinstance(phase, PassPhase) else None,
    }


def _clearing(spec: Spec, name: str) -> dict[str, Any]:
    """How the tables and the map are cleared, in steps.

    Each step runs a loop whose counter counts down from one of `begins` to one of `ends`. `jobs`
    are the tables, the looks and the map: the last step of each, and the offsets at which its loop
    stores.
    """
    blueprint = spec.blueprint(name)
    tables = {table.name: _table(spec, name, table) for table in spec.tables(name)}
    begins: list[int] = []
    ends: list[int] = []
    jobs: list[dict[str, Any]] = []
    for job, parts in clearing_parts(blueprint):
        table = tables.get(job)
        block = 0
        if table:
            count = table["size"]
            total = count * table["capacity"]
            # A store for each row, or for as many rows as a byte can index.
            block = count if table["is_unrolled"] else _rows_of_block(table) * count
            offsets = [min(n * block, total - block) for n in range(-(-total // block))]
        else:
            total = all_regions(spec, name)[job][1]
            # Twice as many as the counter needs to be a byte: a turn costs nine cycles.
            stores = 2 * -(-total // 255)
            count = -(-total // stores)
            offsets = [min(n * count, total - count) for n in range(stores)]
        bounds = [count * left // parts for left in range(parts, -1, -1)]
        begins += bounds[:-1]
        ends += bounds[1:]
        jobs.append(
            {
                "table": table,
                "name": job,
                "start": spec.memory[job].start,
                "block": block,
                "offsets": offsets,
                "steps": len(ends),
            }
        )
    return {"begins": begins, "ends": ends, "jobs": jobs}


def _rows_of_block(table: dict[str, Any]) -> int:
    """How many whole rows a byte can index, from any byte of the first one on."""
    most: int = min(table["capacity"], 256 // table["size"] - 1)
    return max(1, most)


@functools.cache
def _environment(folders: tuple[Path, Path]) -> Environment:
    """The Jinja environment, cached because each one compiles the templates again."""
    # Templates from elsewhere, such as those of tests, would leave their code in build/ for ever.
    is_ours = all(folder.is_relative_to(PROJECT) for folder in folders)
    compiled = BUILD_FOLDER / "templates" if is_ours else None
    environment = template_environment(*folders, compiled=compiled)
    environment.filters["address"] = lambda value: f"0x{value:04X}"
    environment.filters["rows"] = _rows
    environment.filters["low_bytes"] = lambda values: [value & 0xFF for value in values]
    environment.filters["high_bytes"] = lambda values: [value >> 8 for value in values]
    environment.filters["screen_code"] = characters.screen_code
    environment.filters["continued"] = _continued
    return environment


def render(folders: tuple[Path, Path], name: str, context: Mapping[str, Any]) -> str:
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
    # cc65 warns of a decimal number that is no int.
    texts = [f"{value}u" if value > 32767 else str(value) for value in values]
    lines = [texts[at : at + 16] for at in range(0, len(texts), 16)]
    return "\n".join("    " + ", ".join(line) + "," for line in lines)


def _floor_strides(spec: Spec) -> dict[str, list[int]]:
    """The bytes of the constants of `strides`, by the ending of their names in C."""
    multipliers, increments = zip(*strides(spec.random))
    return {
        f"{name}_{part}": [value >> shift & 0xFF for value in values]
        for name, values in (("multipliers", multipliers), ("increments", increments))
        for part, shift in (("low", 0), ("high", 8))
    }


def _divisor(number: int, most: int) -> int:
    """The largest divisor of `number` that is not greater than `most`."""
    return max(divisor for divisor in range(1, most + 1) if number % divisor == 0)


def _continued(values: list[int]) -> str:
    """Numbers as the lines of a macro, all but the last of which end in a backslash."""
    return _rows(values).rstrip(",").replace("\n", " \\\n")
