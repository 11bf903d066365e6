"""What all kinds share: the state of a dungeon that is being generated, and its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic

from pygen.engine.blueprint import Blueprint, Parameters
from pygen.engine.random16 import Random16
from pygen.engine.tilemap import TileMap

# Bits of the summary's status.
NO_UP_STAIRS = 1
NO_DOWN_STAIRS = 2
FEWER_TREASURES = 4

NO_ROOM = 255
"""Stands for no room where a room's number is expected."""

STATUS_WORDS = {
    NO_UP_STAIRS: "no room for the up stairs",
    NO_DOWN_STAIRS: "no room for the down stairs",
    FEWER_TREASURES: "fewer treasures than asked for",
}


@dataclass
class Connection:
    """One end of a corridor: what a room's record holds of it.

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
    """A room: its floor of `w` x `h` tiles, with (x, y) at the top left, and what belongs to it."""

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
        """The tile in the middle; of two middle ones the right or lower one."""
        return self.x + self.w // 2, self.y + self.h // 2

    def connection_slot(self, room: int) -> int:
        """The slot of this room's connection to another one; NO_ROOM if there is none."""
        for slot, end in enumerate(self.connections):
            if end.room == room:
                return slot
        return NO_ROOM


class Generation(Generic[Parameters]):
    """A dungeon that is being generated: its map, rooms, random numbers and counters."""

    def __init__(self, blueprint: Blueprint[Parameters], seed: int) -> None:
        """Start with an empty map and the random numbers of the floor's own `seed` (0..65535)."""
        self.blueprint = blueprint
        self.name = blueprint.name
        self.seed = seed
        self.parameters = blueprint.parameters
        size = self.parameters.map
        self.codes = blueprint.codes
        self.tiles = TileMap(size.width, size.height, size.bits_per_tile)
        self.random = Random16(blueprint.random, seed)
        self.rooms: list[Room] = []
        self.corridors = [0, 0, 0, 0, 0]
        self.status = 0
        self.up: tuple[int, int] = (0, 0)
        self.down: tuple[int, int] = (0, 0)
        self.camera: tuple[int, int] = (0, 0)

    # ------------------------------------------------------------------ contents of memory

    def packed(self) -> bytes:
        """The packed map."""
        return self.tiles.pack()

    def room_values(self) -> list[dict[str, Any]]:
        """The room records by the field names of the spec, one for each room."""
        return [self._room_values(room) for room in self.rooms]

    def _room_values(self, room: Room) -> dict[str, Any]:
        values = self.blueprint.layouts["room"].unused_values()
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

    def record_bytes(self) -> bytes:
        """The room records as they are in memory, unused records included."""
        layout = self.blueprint.layouts["room"]
        records = [layout.pack(values) for values in self.room_values()]
        unused = layout.pack(layout.unused_values())
        return b"".join(records) + unused * (self.parameters.record_count() - len(records))

    def summary_values(self) -> dict[str, int]:
        """The counters by the field names of the spec."""
        straight, l_shaped, z_shaped, winding, shared = self.corridors
        return {
            "status": self.status,
            "rooms": len(self.rooms),
            "corridors_straight": straight,
            "corridors_l_shaped": l_shaped,
            "corridors_z_shaped": z_shaped,
            "corridors_winding": winding,
            "corridors_shared": shared,
            "secret_rooms": sum(room.is_secret for room in self.rooms),
            "treasures": sum(room.treasure_wall is not None for room in self.rooms),
            "up_x": self.up[0],
            "up_y": self.up[1],
            "down_x": self.down[0],
            "down_y": self.down[1],
            "camera_x": self.camera[0],
            "camera_y": self.camera[1],
            "draws": self.random.draws,
            "random_state": self.random.state,
        }

    def summary_bytes(self) -> bytes:
        """The summary as it is in memory."""
        return self.blueprint.layouts["summary"].pack(self.summary_values())

    def tile_counts(self) -> dict[str, int]:
        """The number of tiles of each name on the map, in the order of the spec."""
        return {name: self.tiles.tiles.count(code) for name, code in self.codes.items()}

    def statistics_bytes(self) -> bytes:
        """The tile counts as they are in memory: a word each, low byte first."""
        return b"".join(count.to_bytes(2, "little") for count in self.tile_counts().values())

    def region_bytes(self) -> dict[str, bytes]:
        """The bytes of every compared memory region that this kind of dungeon has."""
        regions = {"map": self.packed()}
        if self.parameters.record_count():
            regions["rooms"] = self.record_bytes()
        regions["summary"] = self.summary_bytes()
        regions["statistics"] = self.statistics_bytes()
        return {name: regions[name] for name in self.blueprint.regions if name in regions}

    # ------------------------------------------------------------------ what every kind needs

    def place_camera(self) -> None:
        """Centre the view on the up stairs, as far as the map's edges allow."""
        size = self.parameters.map
        columns, rows = self.blueprint.view
        self.camera = (
            max(0, min(self.up[0] - columns // 2, size.width - columns)),
            max(0, min(self.up[1] - rows // 2, size.height - rows)),
        )
