"""What the tests over all kinds need to know of grid rooms."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from helpers.strategies import maps, ranges
from hypothesis import strategies as st
from kinds.grid_rooms.judge import judge


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
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


def adapt(draw: st.DrawFn, data: dict[str, Any], sections: list[dict[str, Any]]) -> None:
    """Let a room's record have as many slots as any dungeon needs, or more."""
    most = max(section["corridors"]["max_connections"] for section in sections)
    slots = draw(st.integers(most, 8))
    for key in ("conn_data", "doors", "breakpoints"):
        data["structs"]["room"][key]["count"][0] = slots


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    adapt=adapt,
    variants={
        "crowded": [
            "dungeons.crypt.map.bits_per_tile=4", "dungeons.crypt.map.width=71",
            "dungeons.crypt.grid.columns=5", "dungeons.crypt.rooms.min_distance=3",
            "dungeons.crypt.rooms.attempts=1", "dungeons.crypt.corridors.max_connections=2",
            "dungeons.crypt.secrets.room_chance=100", "dungeons.crypt.secrets.treasures=9",
            "dungeons.crypt.corridors.first_leg_divisor=8",
            "dungeons.catacombs.map.width=69", "dungeons.catacombs.rooms.max_size=11",
            "dungeons.catacombs.corridors.max_connections=2",
            "dungeons.catacombs.corridors.spur_length=12",
        ],
        "wide": [
            "dungeons.crypt.map.bits_per_tile=8", "dungeons.crypt.map.width=150",
            "dungeons.crypt.map.height=120", "dungeons.crypt.stairs.distance_many=200",
            "dungeons.crypt.rooms.priorities.first=1",
            "dungeons.catacombs.map.bits_per_tile=8", "dungeons.catacombs.map.width=140",
            "dungeons.catacombs.map.height=130", "dungeons.catacombs.corridors.max_connections=2",
        ],
        "small": [
            "dungeons.crypt.map.width=30", "dungeons.crypt.map.height=26",
            "dungeons.crypt.grid.columns=2", "dungeons.crypt.grid.rows=2",
            "dungeons.crypt.rooms.max_size=9", "dungeons.crypt.rooms.attempts=0",
            "dungeons.crypt.secrets.treasures=31", "dungeons.crypt.stairs.distance_few=10",
            "dungeons.crypt.stairs.few_rooms=4",
            "dungeons.crypt.rooms.priorities.last=10",
            "dungeons.catacombs.map.width=21", "dungeons.catacombs.map.height=19",
            "dungeons.catacombs.grid.columns=1", "dungeons.catacombs.grid.rows=2",
            "dungeons.catacombs.rooms.min_size=3", "dungeons.catacombs.secrets.room_chance=90",
        ],
    },
)  # fmt: skip
