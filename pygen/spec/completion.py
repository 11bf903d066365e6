"""Filling in what a spec leaves out: tiles, records, memory and the program's dungeons.

All other defaults are in the fields of the model. These depend on other parts of the spec, or are
merged by name with what it gives:

* A tile gets the keys that it lacks from the default tile of that name.
* A struct that is given replaces the default one as a whole, because the order of its fields is
  its layout. The others are as wide as the dungeons need them.
* A region that is given stays where it is. The others are laid out around it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pygen.engine.parameters import KindParameters, RecordNeeds
from pygen.engine.structs import StructField, StructLayout, layouts, struct_rules
from pygen.spec.memory_layout import Span, lay_out, memory_needs
from pygen.spec.model import DEFAULT_TILES, NAME, Display, Region
from pygen.spec.parts import section_adapter
from pygen.spec.record_layout import LEAVES, automatic_structs

Data = dict[str, Any]

STRUCTS: TypeAdapter[dict[str, StructField]] = TypeAdapter(dict[str, StructField])


def completed(data: Any) -> Any:
    """The YAML's `data` with everything added that it leaves out; `data` itself is not changed.

    Mistakes in it remain, for the model and the rules to report.
    """
    if not isinstance(data, dict):
        return data
    result: Data = dict(data)
    dungeons = sound_dungeons(data.get("dungeons"))
    if isinstance(tiles := data.get("tiles", {}), dict):
        result["tiles"] = _tiles(tiles)
    if isinstance(structs := data.get("structs", {}), dict):
        result["structs"] = _structs(structs, record_needs(dungeons))
    if isinstance(memory := data.get("memory", {}), dict):
        result["memory"] = {**memory, **_memory(memory, dungeons, result)}
    program, named = data.get("program", {}), data.get("dungeons")
    if isinstance(program, dict) and isinstance(named, dict) and "dungeons" not in program:
        names = [name for name in named if isinstance(name, str) and re.search(NAME, name)]
        if names:
            result["program"] = {**program, "dungeons": names}
    return result


def sound_dungeons(data: Any) -> dict[str, KindParameters]:
    """The dungeons that are valid by themselves."""
    dungeons: dict[str, KindParameters] = {}
    for name, value in data.items() if isinstance(data, dict) else ():
        try:
            dungeons |= section_adapter("dungeons").validate_python({name: value})
        except ValidationError:
            continue
    return dungeons


def record_needs(dungeons: Mapping[str, KindParameters]) -> list[RecordNeeds]:
    """What each dungeon that has rooms needs in its records."""
    needs = (dungeon.record_needs() for dungeon in dungeons.values())
    return [need for need in needs if need is not None]


def _tiles(given: Data) -> Data:
    merged = {}
    for name, default in DEFAULT_TILES.items():
        value = given.get(name, {})
        merged[name] = {**default, **value} if isinstance(value, dict) else value
    # A spec that names all of them determines their order, which is that of the statistics.
    order = given if all(name in given for name in merged) else {**merged, **given}
    return {name: merged.get(name, given.get(name)) for name in order}


def _structs(given: Data, needs: Iterable[RecordNeeds]) -> Data:
    automatic = automatic_structs(needs)
    missing = {name: fields for name, fields in automatic.items() if name not in given}
    leaves = {name: fields for name, fields in missing.items() if name in LEAVES}
    # A struct may nest those above it only.
    return copy.deepcopy({**leaves, **given, **missing})


def _memory(given: Data, dungeons: Mapping[str, KindParameters], result: Data) -> Data:
    layout = _layouts(result.get("structs"))
    if "room" not in layout or "summary" not in layout:
        layout = _layouts(automatic_structs(record_needs(dungeons)))
    tiles = result.get("tiles")
    count = len(tiles if isinstance(tiles, dict) else DEFAULT_TILES)
    needs = memory_needs(dungeons.values(), layout, count, _view(result.get("display", {})))
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
