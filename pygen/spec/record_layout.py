"""The default structs of the records, as wide as the dungeons need them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pygen.engine.parameters import RecordNeeds

Fields = dict[str, dict[str, Any]]

# If no dungeon has rooms.
USUAL_SLOTS = 4

# Room numbers share a byte with the corridor's type if they fit in its other bits.
TYPE_BITS = 3
NUMBER_BITS = 8 - TYPE_BITS

LEAVES = ("connection", "door", "corner")
"""The structs that nest no others."""


def automatic_structs(needs: Iterable[RecordNeeds]) -> dict[str, Fields]:
    """The structs for dungeons with these needs, as the YAML would describe them.

    `room_id` has 5 bits for up to 31 rooms, otherwise a byte; a room has as many slots for
    connections as the dungeon with the most needs.
    """
    each = list(needs)
    slots = max((need.connections for need in each), default=USUAL_SLOTS)
    rooms = max((need.rooms for need in each), default=0)
    byte = {"bytes": 1}
    nowhere = {"bytes": 1, "unused": 255}
    connection: Fields = {
        "room_id": {"bits": NUMBER_BITS, "unused": (1 << NUMBER_BITS) - 1},
        "corridor_type": {"bits": TYPE_BITS},
    }
    if rooms >= 1 << NUMBER_BITS:
        connection = {
            "room_id": nowhere,
            "corridor_type": {"bits": TYPE_BITS},
            "reserved": {"bits": NUMBER_BITS},
        }
    counters = (
        "status", "rooms", "corridors_straight", "corridors_l_shaped", "corridors_z_shaped",
        "corridors_winding", "corridors_shared", "secret_rooms", "treasures", "up_x", "up_y",
        "down_x", "down_y", "camera_x", "camera_y",
    )  # fmt: skip
    return {
        "connection": connection,
        "door": {
            "x": byte,
            "y": byte,
            "wall_side": {"bits": 2},
            "is_secret_door": {"bits": 1},
            "has_treasure": {"bits": 1},
            "reserved": {"bits": 4},
        },
        "corner": {"x": nowhere, "y": nowhere},
        "room": {
            **dict.fromkeys(("x", "y", "w", "h", "connections", "state"), byte),
            "conn_data": {"struct": "connection", "count": [slots]},
            "doors": {"struct": "door", "count": [slots]},
            "breakpoints": {"struct": "corner", "count": [slots, 2]},
            "treasure_wall_x": nowhere,
            "treasure_wall_y": nowhere,
            "hub_distance": byte,
            "priority": byte,
        },
        "summary": {
            **dict.fromkeys(counters, byte),
            "draws": {"bytes": 2},
            "random_state": {"bytes": 2},
        },
    }
