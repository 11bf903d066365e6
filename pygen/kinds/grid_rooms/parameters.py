"""The parameters of the kind `grid_rooms`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.dungeon.rooms import RecordNeeds
from pygen.engine.sections import BrokenRule, Byte, NotEmitted, Percent, Section
from pygen.kinds.grid_rooms.meanings import MEANINGS


def _given(data: dict[str, Any], key: str, least: int, most: int, default: int) -> int:
    """The number at `key`; `default` if it is missing or not valid."""
    value = data.get(key)
    return value if type(value) is int and least <= value <= most else default


class Grid(Section):
    """The grid of cells, each of which gets at most one room."""

    columns: int = Field(default=4, ge=1, le=8, description="cells across")
    rows: NotEmitted[int] = Field(default=4, ge=1, le=8, description="cells down")
    swap_passes: int = Field(
        default=2,
        ge=0,
        le=16,
        description="passes of random neighbour swaps after the shuffle of the cells",
    )


class Priorities(Section):
    """Which rooms get the stairs: the highest priority first."""

    first: int = Field(default=10, ge=1, le=10, description="priority of the first room placed")
    last: int = Field(default=8, ge=1, le=10, description="priority of the last room placed")
    others_min: int = Field(
        default=5, ge=1, le=10, description="lowest priority of all other rooms"
    )
    others_max: int = Field(
        default=7, ge=1, le=10, description="highest priority of all other rooms"
    )

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """A default gives way to a bound that is given."""
        if not isinstance(data, dict):
            return data
        low = _given(data, "others_min", 1, 10, min(5, _given(data, "others_max", 1, 10, 5)))
        return {"others_min": low, "others_max": max(7, low), **data}


class Rooms(Section):
    """Sizes and distances of rooms; all sizes are floor tiles, without the walls."""

    min_size: int = Field(default=4, ge=2, le=32, description="shortest side of a room")
    max_size: int = Field(default=8, ge=2, le=32, description="longest side of a room")
    rectangle_chance: Percent = Field(
        default=60, description="percent of rooms drawn wide or tall; the others are nearly square"
    )
    long_side_min: int = Field(
        default=5,
        ge=2,
        le=32,
        description="shortest long side of a wide or tall room, from min_size to max_size "
        "(default: 5, or the nearest of these)",
    )
    short_side_max: int = Field(
        default=6,
        ge=2,
        le=32,
        description="longest short side of a wide or tall room, from min_size to max_size "
        "(default: 6, or the nearest of these)",
    )
    square_difference: int = Field(
        default=1,
        ge=0,
        le=8,
        description="by how much the sides of a nearly square room may differ",
    )
    min_distance: int = Field(
        default=4, ge=3, le=15, description="least tiles between the floors of two rooms"
    )
    border: NotEmitted[int] = Field(
        default=1, ge=1, le=15, description="least tiles between a room's wall and the map's edge"
    )
    attempts: int = Field(
        default=15,
        ge=0,
        le=255,
        description="random places tried before the cell is searched for the largest free one",
    )
    priorities: Priorities = Field(
        default=Priorities(), description="which rooms get the stairs: the highest priority first"
    )

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """A default gives way to a bound that is given."""
        if not isinstance(data, dict):
            return data
        low = _given(data, "min_size", 2, 32, min(4, _given(data, "max_size", 2, 32, 4)))
        high = _given(data, "max_size", 2, 32, max(8, low))
        return {
            "min_size": low,
            "max_size": high,
            "long_side_min": max(low, min(5, high)),
            "short_side_max": max(low, min(6, high)),
            **data,
        }


class Corridors(Section):
    """How rooms are joined."""

    max_connections: int = Field(default=4, ge=2, le=8, description="most corridors of one room")
    first_leg_divisor: int = Field(
        default=3, ge=2, le=16, description="the first leg of a Z is the distance divided by this"
    )
    spur_length: int = Field(
        default=6,
        ge=0,
        le=64,
        description="connect: rules only: longest spur that joins a room to an existing corridor",
    )


class Secrets(Section):
    """Secret rooms and secret treasures."""

    room_chance: Percent = Field(
        default=50, description="percent of the dead-end rooms that become secret"
    )
    treasures: int = Field(
        default=3, ge=0, le=31, description="treasure chambers behind secret walls"
    )


class Stairs(Section):
    """How far apart up and down stairs are, in tiles of Manhattan distance (across plus down)."""

    few_rooms: Byte = Field(default=6, description="up to this many rooms count as few")
    distance_few: Byte = Field(
        default=20, description="least Manhattan distance when rooms are few"
    )
    distance_many: Byte = Field(default=30, description="least Manhattan distance otherwise")

    def least_distance(self, rooms: int) -> int:
        """The least distance, in tiles, for a dungeon with this number of rooms."""
        return self.distance_few if rooms <= self.few_rooms else self.distance_many


class GridRooms(KindParameters):
    """Rooms in the cells of a grid, joined by a spanning tree of corridors."""

    meanings = MEANINGS

    # Sharing corridors is compiled only into the dungeons that do it.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("connect",))

    kind: Literal["grid_rooms"] = Field(
        description="rooms in the cells of a grid, joined by corridors"
    )
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    grid: Grid = Field(default=Grid(), description="the cells, each with at most one room")
    rooms: Rooms = Field(default=Rooms(), description="sizes and distances of rooms")
    connect: Literal["spanning_tree", "rules"] = Field(
        default="spanning_tree",
        description="spanning_tree: every connection digs its own corridor; "
        "rules: a connection may be served by an existing corridor",
    )
    corridors: Corridors = Field(default=Corridors(), description="how rooms are joined")
    secrets: Secrets = Field(default=Secrets(), description="secret rooms and secret treasures")
    stairs: Stairs = Field(default=Stairs(), description="how far apart the stairs are")

    def record_count(self) -> int:
        """The most rooms: one for each cell."""
        return self.grid.columns * self.grid.rows

    def record_needs(self) -> RecordNeeds:
        """The largest values that the room records must be able to hold."""
        return RecordNeeds(
            rooms=self.record_count(),
            longest_side=self.rooms.max_size,
            connections=self.corridors.max_connections,
            treasures=self.secrets.treasures,
            rooms_key=("grid",),
            connections_key=("corridors", "max_connections"),
        )

    def column_limits(self) -> list[tuple[int, int]]:
        """For each grid column the first x a floor may take and the first it may not."""
        return self._limits(self.map.width, self.grid.columns)

    def row_limits(self) -> list[tuple[int, int]]:
        """For each grid row the first y a floor may take and the first it may not."""
        return self._limits(self.map.height, self.grid.rows)

    def _limits(self, side: int, cells: int) -> list[tuple[int, int]]:
        edge = self.rooms.border + 1
        reach = self.rooms.min_distance
        cell = side // cells
        return [
            (max(edge, n * cell - reach), min(side - edge, (n + 1) * cell + reach))
            for n in range(cells)
        ]

    def constants(self) -> Constants:
        columns, rows = self.column_limits(), self.row_limits()
        return {
            "CELL_COUNT": self.record_count(),
            "COLUMN_LOW": [low for low, _ in columns],
            "COLUMN_HIGH": [high for _, high in columns],
            "ROW_LOW": [low for low, _ in rows],
            "ROW_HIGH": [high for _, high in rows],
        }

    def broken_rules(self) -> list[BrokenRule]:
        rooms, priorities = self.rooms, self.rooms.priorities
        if rooms.max_size < rooms.min_size:
            wrong = f"max_size {rooms.max_size} is below min_size {rooms.min_size}"
            return [BrokenRule(("rooms", "max_size"), wrong, f"expected {rooms.min_size} or more")]
        broken = []
        for key in ("long_side_min", "short_side_max"):
            side = getattr(rooms, key)
            if not rooms.min_size <= side <= rooms.max_size:
                upward = f" to {rooms.max_size}" if rooms.max_size > rooms.min_size else ""
                wrong = f"{key} {side} is outside min_size..max_size"
                right = f"expected {rooms.min_size}{upward}"
                broken.append(BrokenRule(("rooms", key), wrong, right))
        low, high = priorities.others_min, priorities.others_max
        if high < low:
            path = "rooms", "priorities", "others_max"
            wrong = f"others_max {high} is below others_min {low}"
            broken.append(BrokenRule(path, wrong, f"expected {low} to 10"))
        if self.record_count() < 2:
            wrong = "a grid of one cell has one room and no way to go"
            broken.append(BrokenRule(("grid",), wrong, "expected 2 cells or more"))
        for side, limits, cells in (
            ("width", self.column_limits(), self.grid.columns),
            ("height", self.row_limits(), self.grid.rows),
        ):
            most = max(0, min(high - low for low, high in limits))
            length = getattr(self.map, side)
            if most < rooms.max_size:
                wrong = (
                    f"rooms of {rooms.max_size} cannot fit: {cells} cells in a {side} of "
                    f"{length} tiles leave {most} tiles for a room"
                )
                right = f"expected a max_size of at most {most}, fewer cells or a larger map"
                broken.append(BrokenRule(("rooms", "max_size"), wrong, right))
            # With a border of 1, a corridor can pass a room on one side only if the other is free.
            elif rooms.border == 1 and rooms.max_size > length - 5:
                wrong = f"a room of {rooms.max_size} would bar a map with a {side} of {length}"
                right = (
                    f"expected a max_size of at most {length - 5}, a border of 2 or a larger map"
                )
                broken.append(BrokenRule(("rooms", "max_size"), wrong, right))
        return broken
