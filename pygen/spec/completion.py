"""Filling in what a spec leaves out: tiles, records, memory and the program's dungeons.

All other defaults are in the fields of the model. These depend on other parts of the spec, or are
merged by name with what it gives:

* A tile gets the keys that it lacks from the default tile of that name.
* A map whose dungeon has passes with tiles of their own has enough bits for these.
* A struct that is given replaces the default one as a whole, because the order of its fields is
  its layout. The others are as wide as the dungeons need them.
* A region that is given stays where it is. The others are laid out around it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pygen.engine.kind import AnyKind
from pygen.engine.parameters import KindParameters, named_rows
from pygen.engine.structs import StructField, StructLayout, layouts, struct_rules
from pygen.engine.tiles import COMMON_TILES, tile_defaults
from pygen.kinds import KINDS, tables_of
from pygen.spec.memory_layout import Span, lay_out, memory_needs
from pygen.spec.model import (
    COMPARED,
    DEFAULT_TILES,
    MOST_DUNGEONS,
    NAME,
    PROGRAM_NAME,
    Display,
    Program,
    Region,
)
from pygen.spec.parts import named_kinds, named_passes, named_tiles, section_adapter
from pygen.spec.record_layout import automatic_structs, nested_structs

Data = dict[str, Any]

STRUCTS: TypeAdapter[dict[str, StructField]] = TypeAdapter(dict[str, StructField])


def completed(data: Any) -> Any:
    """The YAML's `data` with everything added that it leaves out; `data` itself is not changed.

    Mistakes in it remain, for the model and the rules to report.
    """
    if not isinstance(data, dict):
        return data
    result: Data = dict(data)
    kinds = named_kinds(data)
    if isinstance(tiles := data.get("tiles", {}), dict):
        result["tiles"] = _tiles(tiles, named_tiles(data))
        if isinstance(named := data.get("dungeons"), dict):
            result["dungeons"] = {
                name: _with_enough_bits(section, result["tiles"]) for name, section in named.items()
            }
    dungeons = named_rows(sound_dungeons(result.get("dungeons")))
    if isinstance(structs := data.get("structs", {}), dict):
        result["structs"] = _structs(structs, automatic_structs(kinds, dungeons))
    if isinstance(memory := data.get("memory", {}), dict):
        result["memory"] = {**memory, **_memory(memory, dungeons, kinds, result)}
    program, named = data.get("program", {}), data.get("dungeons")
    if isinstance(program, dict) and isinstance(named, dict) and "dungeons" not in program:
        names = [name for name in named if isinstance(name, str) and re.search(NAME, name)]
        if names:
            result["program"] = {**program, "dungeons": names}
    _complete_programs(data, result)
    parity = data.get("parity", {})
    if isinstance(parity, dict) and "regions" not in parity:
        tables = {table.name for kind in kinds for table in kind.tables}
        tables |= {table.name for dungeon in dungeons.values() for table in tables_of(dungeon)}
        basic = {"map", "summary", "statistics"}
        if any(dungeon.looks for dungeon in dungeons.values()):
            basic.add("looks")
        compared = [name for name in COMPARED if name in basic or name in tables]
        result["parity"] = {**parity, "regions": compared}
    return result


def _complete_programs(data: Data, result: Data) -> None:
    """An older spec has one program; a newer one need not say again which is at hand."""
    programs, program = data.get("programs", {}), result.get("program", {})
    if not isinstance(programs, dict) or not isinstance(program, dict):
        return
    if programs:
        result["program"] = {"name": next(iter(programs)), **program}
    else:
        # Mistakes in an older spec are reported where they are, not here.
        name = program.get("name")
        if not isinstance(name, str) or not re.search(PROGRAM_NAME, name):
            name = Program.model_fields["name"].default
        dungeons = data.get("program", {}).get("dungeons")
        is_sound = isinstance(dungeons, list) and dungeons and len(dungeons) <= MOST_DUNGEONS
        result["programs"] = {name: {"dungeons": dungeons} if is_sound else {}}


def sound_dungeons(data: Any) -> dict[str, KindParameters]:
    """The dungeons that are valid by themselves."""
    dungeons: dict[str, KindParameters] = {}
    for name, value in data.items() if isinstance(data, dict) else ():
        try:
            dungeons |= section_adapter("dungeons").validate_python({name: value})
        except ValidationError:
            continue
    return dungeons


def _with_enough_bits(dungeon: Any, tiles: Data) -> Any:
    """A dungeon's section whose map, if it says nothing of its bits, has enough of them for the
    tiles of its passes."""
    if not isinstance(dungeon, dict) or not isinstance(size := dungeon.get("map", {}), dict):
        return dungeon
    own = tile_defaults(tile for one in named_passes(dungeon) for tile in one.tiles)
    found = (tiles.get(name) for name in own)
    codes = [tile.get("code") for tile in found if isinstance(tile, dict)]
    needed = max((code for code in codes if type(code) is int and 0 <= code <= 255), default=0)
    kind = KINDS.get(str(dungeon.get("kind")))
    if not needed or kind is None or "bits_per_tile" in size:
        return dungeon
    usual = kind.parameters.model_fields["map"].get_default(call_default_factory=True)
    if not needed >> usual.bits_per_tile:
        return dungeon
    return {**dungeon, "map": {**size, "bits_per_tile": 8 if needed >> 4 else 4}}


def _tiles(given: Data, defaults: Collection[str]) -> Data:
    used = set(defaults) or set(COMMON_TILES)
    merged = {}
    for name, default in DEFAULT_TILES.items():
        if name in used or name in given:
            value = given.get(name, {})
            merged[name] = {**default.keys(), **value} if isinstance(value, dict) else value
    # A spec that names all of them determines their order, which is that of the statistics.
    order = given if all(name in given for name in merged) else {**merged, **given}
    return {name: merged.get(name, given.get(name)) for name in order}


def _structs(given: Data, automatic: Mapping[str, Data]) -> Data:
    missing = {name: fields for name, fields in automatic.items() if name not in given}
    nested = nested_structs(automatic)
    leaves = {name: fields for name, fields in missing.items() if name in nested}
    # A struct may nest those above it only.
    return copy.deepcopy({**leaves, **given, **missing})


def _memory(
    given: Data,
    dungeons: Mapping[str, KindParameters],
    kinds: Sequence[AnyKind],
    result: Data,
) -> Data:
    automatic = _layouts(automatic_structs(kinds, dungeons))
    layout = {**automatic, **_layouts(result.get("structs"))}
    tiles = result.get("tiles")
    names = tiles if isinstance(tiles, dict) else DEFAULT_TILES
    needs = memory_needs(dungeons, kinds, layout, names, _view(result.get("display", {})))
    placed: dict[str, Span] = {}
    for name, value in given.items():
        try:
            region = Region.model_validate(value)
        except ValidationError:
            # Its addresses are unknown, and the others must not be reported because of it.
            placed[name] = (0, 0)
        else:
            placed[name] = (region.start, region.end)
    spans = lay_out(needs, placed)
    return {name: {"start": start, "end": end} for name, (start, end) in spans.items()}


def _view(data: Any) -> tuple[int, int]:
    try:
        display = Display.model_validate(data)
    except ValidationError:
        display = Display()
    return display.view_width, display.view_height


def _layouts(data: Any) -> dict[str, StructLayout]:
    """The layouts of the valid structs; none if they are inconsistent."""
    structs: dict[str, dict[str, StructField]] = {}
    for name, fields in data.items() if isinstance(data, dict) else ():
        try:
            structs[name] = STRUCTS.validate_python(fields)
        except ValidationError:
            continue
    return {} if struct_rules(structs) else layouts(structs)
