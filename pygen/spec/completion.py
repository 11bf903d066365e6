"""Filling in what a spec leaves out: tiles, records, memory and the program's dungeons.

All other defaults are in the fields of the model. These depend on other parts of the spec, or are
merged by name with what it gives:

* A tile gets the keys that it lacks from the default tile of that name.
* A map whose dungeon has passes with tiles of their own has enough bits for these.
* A dungeon that requires something of figures that none of its passes has gets a pass with them.
* A struct that is given replaces the default one as a whole, because the order of its fields is
  its layout. The others are as wide as the dungeons need them.
* A region that is given stays where it is. The others are laid out around it.

The first three are added to the data before they are read, the others to the parts that were read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from pygen.base.errors import UsageError
from pygen.engine.definition.conditions import parse_condition
from pygen.engine.definition.structs import StructField, StructLayout, layouts, struct_rules
from pygen.engine.definition.tiles import COMMON_TILES, tile_defaults
from pygen.kinds import KINDS, tables_of
from pygen.passes import PASSES
from pygen.spec.memory_layout import Span, lay_out, memory_needs
from pygen.spec.parts import Parts, named_passes, named_tiles, tiles_of_drawings
from pygen.spec.record_layout import nested_structs
from pygen.spec.sections import (
    COMPARED,
    DEFAULT_TILES,
    MOST_DUNGEONS,
    Program,
    ProgramPlan,
    Region,
)

Data = dict[str, Any]
Structs = dict[str, dict[str, StructField]]

STRUCTS: TypeAdapter[Structs] = TypeAdapter(Structs)


def filled_in(data: Data) -> Data:
    """A copy of the YAML's `data` with the keys that tiles leave out, with the passes that measure
    what is required, and with enough bits for the tiles of passes. `data` itself is not changed.

    Mistakes in it remain, for the model and the rules to report.
    """
    result = dict(data)
    if isinstance(tiles := data.get("tiles", {}), dict):
        result["tiles"] = _tiles(tiles, named_tiles(data))
        if isinstance(named := data.get("dungeons"), dict):
            result["dungeons"] = {
                name: _with_enough_bits(with_required_passes(section), result["tiles"])
                for name, section in named.items()
            }
    return result


def completed(given: Parts) -> Parts:
    """The parts of a spec with all structs, regions and programs that the file leaves out.

    Nothing is added to a section that is invalid as a whole.
    """
    unsound = given.unsound
    automatic = STRUCTS.validate_python(given.uses.structs)
    structs, memory = given.structs, given.memory
    if ("structs",) not in unsound:
        structs = _structs(given, automatic)
    if ("memory",) not in unsound:
        memory = {**memory, **_memory(given, {**layouts(automatic), **_layouts(structs)})}
    program, programs = _programs(given)
    parity = given.parity
    if parity is not None and "regions" not in parity.model_fields_set:
        parity = parity.model_copy(update={"regions": _compared(given)})
    return replace(
        given, structs=structs, memory=memory, program=program, programs=programs, parity=parity
    )


def _compared(given: Parts) -> list[str]:
    """The regions that the generators of the dungeons write."""
    written = {table.name for kind in given.uses.kinds for table in kind.usual_tables}
    written |= {table.name for row in given.uses.rows.values() for table in tables_of(row)}
    written |= {"map", "summary", "statistics"}
    if any(row.looks for row in given.uses.rows.values()):
        written.add("looks")
    return [name for name in COMPARED if name in written]


def _programs(given: Parts) -> tuple[Program | None, dict[str, ProgramPlan]]:
    """The dungeons that are proven, and all programs. An older spec has one program. In a newer
    one, the name is by default that of the first program."""
    program, programs = given.program, given.programs
    if program is None:
        return program, programs
    said = program.model_fields_set
    changes: Data = {}
    if "dungeons" not in said:
        changes["dungeons"] = list(given.dungeons)
    if programs and "name" not in said:
        changes["name"] = next(iter(programs))
    if not programs and ("programs",) not in given.unsound:
        # Mistakes in an older spec are reported where they are, not here.
        is_sound = 0 < len(program.dungeons) <= MOST_DUNGEONS
        plan = ProgramPlan(dungeons=program.dungeons) if is_sound else ProgramPlan()
        programs = {program.name: plan}
    return program.model_copy(update=changes), programs


def _with_enough_bits(dungeon: Any, tiles: Data) -> Any:
    """A dungeon's section. If its map does not give its bits, it gets enough of them for the tiles
    of the dungeon's passes."""
    if not isinstance(dungeon, dict) or not isinstance(size := dungeon.get("map", {}), dict):
        return dungeon
    own = tile_defaults(tile for one in named_passes(dungeon) for tile in one.tiles)
    found = (tiles.get(name) for name in (*own, *tiles_of_drawings(dungeon)))
    codes = [tile.get("code") for tile in found if isinstance(tile, dict)]
    needed = max((code for code in codes if type(code) is int and 0 <= code <= 255), default=0)
    kind = KINDS.get(str(dungeon.get("kind")))
    if not needed or kind is None or "bits_per_tile" in size:
        return dungeon
    usual = kind.parameters.model_fields["map"].get_default(call_default_factory=True)
    if not needed >> usual.bits_per_tile:
        return dungeon
    return {**dungeon, "map": {**size, "bits_per_tile": 8 if needed >> 4 else 4}}


def with_required_passes(dungeon: Any) -> Any:
    """A dungeon's section, with a pass at the end for figures that its conditions name and that
    none of its passes has."""
    passes = dungeon.get("passes", []) if isinstance(dungeon, dict) else None
    if not isinstance(passes, list):
        return dungeon
    has = {name for one in named_passes(dungeon) for name in one.summary.fields}
    wanted = [name for name in names_required(dungeon) if name not in has]
    added = []
    for one in PASSES.values():
        figures = [name for name in wanted if name in one.summary.fields]
        if figures and one.keys is not None:
            added.append({"name": one.name, **one.keys(figures)})
    return {**dungeon, "passes": [*passes, *added]} if added else dungeon


def names_required(dungeon: Data) -> list[str]:
    """The names in the conditions of a dungeon's section, on any floor."""
    floors = dungeon.get("floors")
    rows = [dungeon, *(floors.values() if isinstance(floors, dict) else [])]
    texts: list[Any] = []
    for row in rows:
        given = row.get("require") if isinstance(row, dict) else None
        conditions = given.get("conditions") if isinstance(given, dict) else given
        texts += conditions if isinstance(conditions, list) else []
    names: dict[str, None] = {}
    for text in texts:
        # What cannot be read is reported where it is.
        with contextlib.suppress(UsageError):
            names |= dict.fromkeys(parse_condition(text).names if isinstance(text, str) else ())
    return list(names)


def _tiles(given: Data, defaults: Collection[str]) -> Data:
    used = set(defaults) or set(COMMON_TILES)
    merged = {}
    for name, default in DEFAULT_TILES.items():
        if name in used or name in given:
            value = given.get(name, {})
            merged[name] = {**default.keys(), **value} if isinstance(value, dict) else value
    # A spec that names all regions determines their order, which is that of the statistics.
    order = given if all(name in given for name in merged) else {**merged, **given}
    return {name: merged.get(name, given.get(name)) for name in order}


def _structs(given: Parts, automatic: Structs) -> Structs:
    known = {*given.structs, *given.unsound_names("structs")}
    missing = {name: fields for name, fields in automatic.items() if name not in known}
    nested = nested_structs(given.uses.structs)
    leaves = {name: fields for name, fields in missing.items() if name in nested}
    # A struct may nest those above it only.
    return {**leaves, **given.structs, **missing}


def _memory(given: Parts, structs: Mapping[str, StructLayout]) -> dict[str, Region]:
    is_known = ("tiles",) not in given.unsound
    tiles = {*given.tiles, *given.unsound_names("tiles")} if is_known else DEFAULT_TILES
    needs = memory_needs(given.uses.rows, given.uses.kinds, structs, tiles, given.view)
    placed: dict[str, Span] = {name: (one.start, one.end) for name, one in given.memory.items()}
    # The addresses of these regions are unknown. The other regions must not be reported because of
    # them.
    placed |= dict.fromkeys(given.unsound_names("memory"), (0, 0))
    spans = lay_out(needs, placed)
    return {name: Region(start=start, end=end) for name, (start, end) in spans.items()}


def _layouts(structs: Structs) -> dict[str, StructLayout]:
    """The layouts of structs; none if they are inconsistent."""
    return {} if struct_rules(structs) else layouts(structs)
