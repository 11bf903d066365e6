"""Random specs for property tests: the tests' spec with other dungeons, codes and layouts."""

from __future__ import annotations

import copy
import functools
from typing import Any

from helpers.kinds import data_with, loaded, material
from hypothesis import strategies as st

from pygen.kinds import KINDS
from pygen.spec import Spec, SpecError

# Room for maps and records of any valid size.
MEMORY = {
    "screen": {"start": 0x0400, "end": 0x07FF},
    "viewport": {"start": 0x0800, "end": 0x0BFF},
    "mailbox": {"start": 0x0C00, "end": 0x0CFF},
    "summary": {"start": 0x0D00, "end": 0x0DFF},
    "statistics": {"start": 0x0E00, "end": 0x0FFF},
    "rooms": {"start": 0x1000, "end": 0x20FF},
    "charset": {"start": 0x2800, "end": 0x2BFF},
    "map": {"start": 0x2C00, "end": 0x9FFF},
    "program": {"start": 0xA000, "end": 0xCFFF},
}
FULL_PERIOD = [[7, 9, 8], [1, 1, 14], [7, 9, 13], [6, 7, 13], [1, 1, 15]]


def spec_of(data: dict[str, Any]) -> Spec | None:
    """The spec of such data; None if it is refused."""
    try:
        return loaded(data)
    except SpecError:
        return None


@st.composite
def shuffled_fields(draw: st.DrawFn, fields: dict[str, Any]) -> dict[str, Any]:
    """A struct's fields in another order; neighbouring bit-fields stay together in their byte."""
    groups: list[list[str]] = []
    for key, value in fields.items():
        if "bits" in value and groups and "bits" in fields[groups[-1][0]]:
            groups[-1].append(key)
        else:
            groups.append([key])
    for group in groups:
        group[:] = draw(st.permutations(group))
    return {key: fields[key] for group in draw(st.permutations(groups)) for key in group}


@st.composite
def tile_codes(draw: st.DrawFn, dungeons: dict[str, Any], others: list[str]) -> dict[str, int]:
    """Different codes for these tiles and for those of the dungeons' kinds, each of which fits into
    the maps that have the tile."""
    bits = dict.fromkeys(others, 8)
    for dungeon in dungeons.values():
        for name in KINDS[dungeon["kind"]].tile_defaults:
            bits[name] = min(bits.get(name, 8), dungeon["map"]["bits_per_tile"])
    del bits["empty"]
    codes: dict[str, int] = {}
    # First those that have the least choice.
    for name in sorted(bits, key=lambda name: bits[name]):
        free = [code for code in range(1, 1 << bits[name]) if code not in codes.values()]
        assert free, f"there are more tiles than codes of {bits[name]} bits"
        codes[name] = draw(st.sampled_from(free))
    return codes


@st.composite
def spec_data(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """The data of a spec, most often a valid one.

    It has a dungeon `main` of this kind, and sometimes `other`, of any kind; both are in the
    program.
    """
    dungeons = {"main": draw(material(kind).sections)}
    if draw(st.booleans()):
        dungeons["other"] = draw(material(draw(st.sampled_from(list(KINDS)))).sections)
    if draw(st.booleans()):
        dungeons["main"]["salt"] = draw(st.sampled_from(["other", "x_9"]))
    data = data_with(dungeons)
    data["memory"] = copy.deepcopy(MEMORY)
    for name, code in draw(tile_codes(dungeons, list(data["tiles"]))).items():
        data["tiles"].setdefault(name, {})["code"] = code
    for used in KINDS:
        sections = [section for section in dungeons.values() if section["kind"] == used]
        if sections:
            material(used).adapt(draw, data, sections)
    if draw(st.booleans()):
        data["structs"]["connection"] = {
            "room_id": {"bytes": 1, "unused": 255},
            "reserved": {"bits": 5},
            "corridor_type": {"bits": 3},
        }
    for name, fields in data["structs"].items():
        data["structs"][name] = draw(shuffled_fields(fields))
    data["random"] |= {
        "shifts": draw(st.sampled_from(FULL_PERIOD)),
        "warm_up": draw(st.integers(0, 16)),
        "seed_zero": draw(st.integers(1, 65535)),
    }
    data["display"]["view_width"] = draw(st.integers(1, 40))
    data["display"]["view_height"] = draw(st.integers(1, 24))
    return data


@st.composite
def spec_data_with_floors(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """The data of a spec with one dungeon, `main`, of this kind, which varies from floor 2 on."""
    main, changes = draw(material(kind).sections), draw(material(kind).sections)
    # The same on all floors.
    for keys in KINDS[kind].parameters.same_on_all_floors + (("kind",),):
        if value := _get(main, keys):
            _put(changes, keys, value)
    data = data_with({"main": main})
    data["memory"] = copy.deepcopy(MEMORY)
    material(kind).adapt(draw, data, [main, changes])
    main["floors"] = {"2-": changes}
    return data


def _get(section: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return functools.reduce(lambda inner, key: inner.get(key, {}), keys, section)


def _put(section: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    _get(section, keys[:-1])[keys[-1]] = value
