"""The table `rooms`: rooms, their corridors' ends and doors, for all kinds that have rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pygen.base.words import listed
from pygen.engine.constants import NO_ROOM
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.structs import BitsField, BytesField, NestedField, StructField
from pygen.engine.definition.tables import BYTE, Fields, LargestValue, Structs, Table
from pygen.engine.sections import BrokenRule

CORRIDOR_TYPES = ("straight", "L-shaped", "Z-shaped", "winding", "shared")
"""The types of corridors in words, by their numbers in the records."""


@dataclass
class Connection:
    """One end of a corridor, as a room's record holds it.

    `room` is the room at the other end, `kind` the corridor's type (0 straight, 1 L, 2 Z,
    3 winding, 4 shared), `corners` the turns on the way from this room's door, at most two.
    """

    room: int
    kind: int
    door_x: int
    door_y: int
    wall: int
    corners: list[tuple[int, int]]
    is_secret: bool = False


@dataclass
class Room:
    """A room: its floor of `w` x `h` tiles with (x, y) at the top left, and further properties."""

    x: int
    y: int
    w: int
    h: int
    connections: list[Connection] = field(default_factory=list)
    is_secret: bool = False
    treasure_wall: tuple[int, int] | None = None
    hub_distance: int = 0
    priority: int = 0

    @property
    def centre(self) -> tuple[int, int]:
        """The tile in the middle; of two middle tiles, the right or lower one."""
        return self.x + self.w // 2, self.y + self.h // 2

    def connection_slot(self, room: int) -> int:
        """The slot of this room's connection to another room; NO_ROOM if there is none."""
        for slot, end in enumerate(self.connections):
            if end.room == room:
                return slot
        return NO_ROOM


def record_values(values: dict[str, Any], room: Room) -> dict[str, Any]:
    """The values of a room's record; `values` are the values of an unused record."""
    wall = room.treasure_wall
    has_treasure = wall is not None
    values |= {
        "x": room.x,
        "y": room.y,
        "w": room.w,
        "h": room.h,
        "connections": len(room.connections),
        "state": room.is_secret | has_treasure << 1,
        "hub_distance": room.hub_distance,
        "priority": room.priority,
    }
    if wall is not None:
        values["treasure_wall_x"], values["treasure_wall_y"] = wall
    for slot, end in enumerate(room.connections):
        values["conn_data"][slot] |= {"room_id": end.room, "corridor_type": end.kind}
        values["doors"][slot] |= {
            "x": end.door_x,
            "y": end.door_y,
            "wall_side": end.wall,
            "is_secret_door": int(end.is_secret),
            "has_treasure": int(has_treasure),
        }
        for index, (x, y) in enumerate(end.corners):
            values["breakpoints"][slot][index] |= {"x": x, "y": y}
    return values


# ------------------------------------------------------------------ the widths of the records


@dataclass(frozen=True)
class RecordNeeds:
    """The largest values a kind writes into room records.

    `rooms_key` and `connections_key` lead from the dungeon to the parameter to blame when there are
    more rooms or connections than the records can number.
    """

    rooms: int
    longest_side: int
    connections: int
    treasures: int
    rooms_key: tuple[str, ...]
    connections_key: tuple[str, ...]


class HasRooms(Protocol):
    """The parameters of a kind that has rooms."""

    @property
    def map(self) -> MapSize:
        """The size of the map."""

    def record_needs(self) -> RecordNeeds:
        """The largest values that the room records must be able to hold."""


# If no dungeon has rooms.
USUAL_SLOTS = 4

# Room numbers share a byte with the corridor's type if they fit in its other bits.
TYPE_BITS = 3
NUMBER_BITS = 8 - TYPE_BITS

ROWS = ("conn_data", "doors", "breakpoints")
"""The arrays in a room's record, with a slot for each connection."""


def automatic_structs(dungeons: Sequence[HasRooms]) -> dict[str, Fields]:
    """The structs for dungeons with these parameters, as the YAML would describe them.

    `room_id` has 5 bits for up to 31 rooms, otherwise a byte; a room has as many slots for
    connections as the dungeon with the most needs.
    """
    each = [dungeon.record_needs() for dungeon in dungeons]
    slots = max((need.connections for need in each), default=USUAL_SLOTS)
    rooms = max((need.rooms for need in each), default=0)
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
    return {
        "connection": connection,
        "door": {
            "x": BYTE,
            "y": BYTE,
            "wall_side": {"bits": 2},
            "is_secret_door": {"bits": 1},
            "has_treasure": {"bits": 1},
            "reserved": {"bits": 4},
        },
        "corner": {"x": nowhere, "y": nowhere},
        "room": {
            **dict.fromkeys(("x", "y", "w", "h", "connections", "state"), BYTE),
            "conn_data": {"struct": "connection", "count": [slots]},
            "doors": {"struct": "door", "count": [slots]},
            "breakpoints": {"struct": "corner", "count": [slots, 2]},
            "treasure_wall_x": nowhere,
            "treasure_wall_y": nowhere,
            "hub_distance": BYTE,
            "priority": BYTE,
        },
    }


def largest_values(name: str, dungeon: HasRooms) -> Iterator[LargestValue]:
    """The largest values in the room records of a dungeon, and why."""
    needs = dungeon.record_needs()
    yield LargestValue(3, "four walls, 0 to 3", "door", ("wall_side",))
    yield LargestValue(4, "five corridor types, 0 to 4", "connection", ("corridor_type",))
    yield LargestValue(3, "two flags", "room", ("state",))
    yield LargestValue(10, "priorities up to 10", "room", ("priority",))
    for axis, side, way in (("x", dungeon.map.width, "width"), ("y", dungeon.map.height, "height")):
        why = f"dungeon `{name}`, {side} tiles in {way}"
        yield LargestValue(side - 1, why, "room", (axis, f"treasure_wall_{axis}"))
        yield LargestValue(side - 1, why, "door", (axis,))
        yield LargestValue(side - 1, why, "corner", (axis,))
    side = needs.longest_side
    yield LargestValue(side, f"dungeon `{name}`, rooms of up to {side}", "room", ("w", "h"))
    why = f"dungeon `{name}`, up to {needs.rooms} rooms"
    yield LargestValue(needs.rooms - 1, why, "room", ("hub_distance",))
    most = needs.connections
    yield LargestValue(most, f"dungeon `{name}`, {most} connections", "room", ("connections",))


GivenStructs = Mapping[str, Mapping[str, StructField]]
Dungeons = Mapping[str, HasRooms]


def record_rules(structs: GivenStructs, dungeons: Dungeons) -> Iterator[BrokenRule]:
    """The rules of room records besides the widths of their fields."""
    yield from _slots(structs, dungeons)
    yield from _room_numbers(structs, dungeons)
    yield from _unused_coordinates(structs, dungeons)


def _slots(structs: GivenStructs, dungeons: Dungeons) -> Iterator[BrokenRule]:
    """The arrays in a room's record must have the same length, enough for all connections."""
    room = structs.get("room", {})
    rows = {key: item for key, item in room.items() if key in ROWS}
    counts = {key: row.count[0] for key, row in rows.items() if isinstance(row, NestedField)}
    if not counts:
        return
    frees = (("structs", "room"),)
    longest = max(counts, key=lambda key: counts[key])
    for key, count in counts.items():
        if count < counts[longest]:
            yield BrokenRule(
                ("structs", "room", key, "count"),
                f"{count} of them, but {counts[longest]} in `{longest}`",
                f"expected the same first number in {listed(ROWS)}: one for each connection",
                frees,
            )
    for name, dungeon in dungeons.items():
        needs = dungeon.record_needs()
        if needs.connections > counts[longest]:
            yield BrokenRule(
                ("dungeons", name, *needs.connections_key),
                f"{needs.connections} connections need more than the {counts[longest]} slots of a "
                "record",
                f"expected at most {counts[longest]}",
                frees,
            )


def _room_numbers(structs: GivenStructs, dungeons: Dungeons) -> Iterator[BrokenRule]:
    """Every room's number must fit in `room_id`, and `unused` must not be one of them."""
    item = structs.get("connection", {}).get("room_id")
    if not isinstance(item, (BytesField, BitsField)):
        return
    largest = (1 << item.width) - 1
    for name, dungeon in dungeons.items():
        needs = dungeon.record_needs()
        count = needs.rooms
        if count > largest:
            yield BrokenRule(
                ("dungeons", name, *needs.rooms_key),
                f"{count} cells are more than {largest} rooms, all that {item.width} bits of "
                "room_id can number beside `unused`",
                f"expected at most {largest} cells",
                (("structs", "connection"),),
            )
        elif item.unused < count:
            yield BrokenRule(
                ("structs", "connection", "room_id"),
                f"unused {item.unused} is also the number of a room (dungeon `{name}` has up to "
                f"{count})",
                f"expected unused: {largest}",
            )
            break


def _unused_coordinates(structs: GivenStructs, dungeons: Dungeons) -> Iterator[BrokenRule]:
    """The `unused` value of an optional coordinate must not be one that a corridor or wall has."""
    for struct, keys in (("corner", ("x", "y")), ("room", ("treasure_wall_x", "treasure_wall_y"))):
        for key in keys:
            item = structs.get(struct, {}).get(key)
            if not isinstance(item, (BytesField, BitsField)):
                continue
            for name, dungeon in dungeons.items():
                side = dungeon.map.width if key.endswith("x") else dungeon.map.height
                # Nothing is dug at 0, the edge of the map.
                if 0 < item.unused < side:
                    yield BrokenRule(
                        ("structs", struct, key, "unused"),
                        f"{item.unused} is also a place in the map of dungeon `{name}`",
                        f"expected {(1 << item.width) - 1}, or 0",
                    )
                    break


ROOM_STRUCTS = Structs(automatic_structs, largest_values, record_rules)
"""The structs of room records, for the kinds that have rooms."""


def rooms_table(capacity: Callable[[Any], int], final_after: str) -> Table:
    """The table `rooms` of a kind, with `capacity` rows, final after the phase `final_after`."""
    return Table("rooms", "room", capacity, final_after, "the room records", record_values)
