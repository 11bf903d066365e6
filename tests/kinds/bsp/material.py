"""What the tests over all kinds need to know of binary space partitions."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps, ranges
from hypothesis import strategies as st
from kinds.bsp.judge import judge

CHANCES = st.sampled_from([0, 30, 100])


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a random dungeon; most of them can be met."""
    size = draw(maps(110))
    longest = max(size["width"], size["height"])
    least, most = draw(ranges(3, max(3, min(12, min(size["width"], size["height"]) - 6))))
    margin = draw(st.sampled_from([1, 1, 1, 2, 3, 5]))
    need = max(2, margin) + margin + least
    depth = draw(st.sampled_from([1, 2, 3, 4, 8, 8]))
    return {
        "kind": "bsp",
        "map": size,
        "split": {
            "rooms": draw(st.integers(2, min(40, 1 << depth))),
            "depth": depth,
            "min_side": draw(st.integers(need, max(need, min(120, longest // 2)))),
            "cut_from": draw(st.integers(10, 50)),
            "cut_to": draw(st.integers(50, 90)),
            "direction": draw(st.sampled_from(["longer", "ratio", "chance", "proportional"])),
            "ratio": draw(st.sampled_from([101, 125, 150, 400])),
            "upright_chance": draw(CHANCES),
        },
        "rooms": {
            "min_size": least,
            "max_size": draw(st.sampled_from([most, most, 236])),
            "fill": draw(st.sampled_from([0, 50, 100])),
            "margin": margin,
        },
        "connect": draw(st.sampled_from(["siblings", "chain", "spanning_tree", "adjacent"])),
        "corridors": {
            "loop_chance": draw(CHANCES),
            "max_connections": draw(st.sampled_from([4, 4, 4, 5, 8])),
            "shape": draw(st.sampled_from(["straight", "z", "l", "l"])),
            "level_chance": draw(CHANCES),
        },
        "doors": {"place": draw(st.sampled_from(["middle", "random"])), "chance": draw(CHANCES)},
        "stairs": {"down": draw(st.sampled_from(["farthest", "last"]))},
    }


def adapt(draw: st.DrawFn, data: dict[str, Any], sections: list[dict[str, Any]]) -> None:
    """Let the records have room for all connections and numbers of rooms."""
    most = max(section["corridors"]["max_connections"] for section in sections)
    slots = max(data["structs"]["room"]["doors"]["count"][0], draw(st.integers(most, 8)))
    for key in ("conn_data", "doors", "breakpoints"):
        data["structs"]["room"][key]["count"][0] = slots
    if max(section["split"]["rooms"] for section in sections) > 31:
        data["structs"]["connection"] = {
            "room_id": {"bytes": 1, "unused": 255},
            "corridor_type": {"bits": 3},
            "reserved": {"bits": 5},
        }


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    adapt=adapt,
    # Chance decides which doors are open.
    indistinguishable=frozenset(("door", "floor")),
    # Loops that chance wanted, and for which a record had no slot.
    unjudged_figures=frozenset(("dropped",)),
    dungeons={
        "halls": {
            "kind": "bsp",
            "map": {"width": 64, "height": 56},
            "split": {"rooms": 14},
            "doors": {"chance": 70},
        },
        "galleries": {
            "kind": "bsp",
            "map": {"width": 61, "height": 50, "bits_per_tile": 4},
            "split": {"rooms": 12, "direction": "proportional"},
            "connect": "siblings",
            "corridors": {"shape": "l", "loop_chance": 40},
        },
        "cellars": {
            "kind": "bsp",
            "map": {"width": 56, "height": 48},
            "split": {"depth": 4, "direction": "longer"},
            "rooms": {"fill": 100, "margin": 2},
            "connect": "chain",
            "corridors": {"shape": "z", "loop_chance": 0},
            "doors": {"place": "middle"},
            "stairs": {"down": "last"},
        },
    },
    variants={
        "crowded": [
            "dungeons.halls.connect=adjacent", "dungeons.halls.map.width=71",
            "dungeons.halls.split.rooms=24", "dungeons.halls.split.min_side=7",
            "dungeons.halls.split.direction=chance", "dungeons.halls.split.cut_to=90",
            "dungeons.cellars.corridors.loop_chance=60",
            "dungeons.galleries.doors.place=middle",
        ],
        "wide": [
            "dungeons.halls.map={width: 130, height: 100, bits_per_tile: 8}",
            "dungeons.halls.rooms={max_size: 60, fill: 30}",
            "dungeons.galleries.connect=spanning_tree", "dungeons.galleries.map.width=100",
            "dungeons.galleries.split.direction=longer",
        ],
        "small": [
            "dungeons.halls.map={width: 12, height: 8}",
            "dungeons.halls.rooms={min_size: 3, fill: 0}", "dungeons.halls.split.min_side=6",
            "dungeons.cellars.map={width: 14, height: 40}",
        ],
    },
)  # fmt: skip
