"""Random specs for property tests: the tests' spec with other sizes, chances, codes and layouts."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import yaml
from helpers.edited_spec import GENERATOR_YAML
from hypothesis import strategies as st

from pygen.spec import Spec, SpecError, load_spec

DEFAULT: dict[str, Any] = yaml.safe_load(GENERATOR_YAML.read_text(encoding="utf-8"))

# Room for maps and records of any valid size.
MEMORY = {
    "screen": {"start": 0x0400, "end": 0x07FF},
    "viewport": {"start": 0x0800, "end": 0x0BFF},
    "mailbox": {"start": 0x0C00, "end": 0x0CFF},
    "rooms": {"start": 0x0D00, "end": 0x1FFF},
    "charset": {"start": 0x2000, "end": 0x23FF},
    "map": {"start": 0x2400, "end": 0x9FFF},
    "program": {"start": 0xA000, "end": 0xCFFF},
}
FULL_PERIOD = [[7, 9, 8], [1, 1, 14], [1, 5, 9], [5, 7, 4], [6, 7, 13]]


def spec_of(data: dict[str, Any]) -> Spec | None:
    """The spec of such data, read as a file is read; None if it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spec.yaml"
        path.write_text(json.dumps(data), encoding="utf-8")
        try:
            return load_spec(path)
        except SpecError:
            return None


@st.composite
def ranges(draw: st.DrawFn, low: int, high: int) -> tuple[int, int]:
    """Two numbers, the smaller one first."""
    first = draw(st.integers(low, high))
    return first, draw(st.integers(first, high))


@st.composite
def maps(draw: st.DrawFn, most: int) -> dict[str, int]:
    """The size of a map, up to `most` tiles a side."""
    return {
        "width": draw(st.integers(8, most)),
        "height": draw(st.integers(8, most)),
        "bits_per_tile": draw(st.sampled_from([3, 4, 8])),
    }


@st.composite
def grid_rooms(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a dungeon of grid rooms; most of them can be met."""
    size = draw(maps(110))
    least, most = draw(ranges(2, 12))
    low, high = draw(ranges(1, 10))
    # No more cells than rooms of some size have a place in.
    columns = draw(st.integers(1, max(1, min(6, size["width"] // 8))))
    rows = draw(st.integers(1, max(1, min(5, size["height"] // 8))))
    chance = st.integers(0, 100)
    return {
        "kind": "grid_rooms",
        "map": size,
        "grid": {"columns": columns, "rows": rows, "swap_passes": draw(st.integers(0, 4))},
        "rooms": {
            "min_size": least,
            "max_size": most,
            "rectangle_chance": draw(chance),
            "long_side_min": draw(st.integers(least, most)),
            "short_side_max": draw(st.integers(least, most)),
            "square_difference": draw(st.integers(0, 8)),
            "min_distance": draw(st.sampled_from([3, 3, 3, 4, 5, 9, 15])),
            "border": draw(st.sampled_from([1, 1, 2, 4])),
            "attempts": draw(st.sampled_from([0, 1, 15, 255])),
            "priorities": {
                "first": draw(st.integers(1, 10)),
                "last": draw(st.integers(1, 10)),
                "others_min": low,
                "others_max": high,
            },
        },
        "connect": draw(st.sampled_from(["spanning_tree", "rules"])),
        "corridors": {
            "max_connections": draw(st.sampled_from([2, 2, 3, 4, 8])),
            "first_leg_divisor": draw(st.integers(2, 16)),
            "spur_length": draw(st.sampled_from([0, 1, 6, 64])),
        },
        "secrets": {
            "room_chance": draw(chance),
            "treasures": draw(st.sampled_from([0, 1, 3, 31])),
        },
        "stairs": {
            "few_rooms": draw(st.integers(0, 40)),
            "distance_few": draw(st.integers(0, 255)),
            "distance_many": draw(st.integers(0, 255)),
        },
    }


@st.composite
def walks(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random walk."""
    return {
        "kind": "walk",
        "map": draw(maps(60)),
        "walk": {
            "steps": draw(st.sampled_from([1, 2, 30, 500])),
            "pull": draw(st.sampled_from(["centre", "uniform"])),
            "weight_steepness": draw(st.integers(1, 64)),
        },
    }


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
def spec_data(draw: st.DrawFn) -> dict[str, Any]:
    """The data of a generator.yaml, most often a valid one."""
    data = copy.deepcopy(DEFAULT)
    data["memory"] = MEMORY
    rooms = draw(grid_rooms())
    data["dungeons"] = {"halls": rooms, "warren": draw(walks())}
    del data["budgets"]
    data["program"]["dungeons"] = ["halls"]
    names = [name for name in data["tiles"] if name != "empty"]
    narrowest = min(dungeon["map"]["bits_per_tile"] for dungeon in data["dungeons"].values())
    codes = st.integers(1, (1 << narrowest) - 1)
    unique = st.lists(codes, min_size=len(names), max_size=len(names), unique=True)
    for name, code in zip(names, draw(unique), strict=True):
        data["tiles"][name]["code"] = code
    slots = draw(st.integers(rooms["corridors"]["max_connections"], 8))
    room = data["structs"]["room"]
    for key in ("conn_data", "doors", "breakpoints"):
        room[key]["count"][0] = slots
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
