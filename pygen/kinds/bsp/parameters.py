"""The parameters of the kind `bsp`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.dungeon.rooms import RecordNeeds
from pygen.engine.sections import BrokenRule, NotEmitted, Percent, Section, chance_threshold
from pygen.kinds.bsp.meanings import MEANINGS
from pygen.kinds.bsp.pace import rows_at_once, slices_at_once

MOST_ROOMS = 64
"""The most rooms of a dungeon: a byte numbers its pairs of neighbours, up to three a room."""

SIDES_OF_A_ROOM = 4
"""The walls of a room: behind each of them is at most one cut."""

LINE = 2
"""The least tiles between a part's left or upper edge and its room's floor: the line of the cut,
and the wall."""


def _given(data: dict[str, Any], key: str, least: int, most: int, default: int) -> int:
    """The number at `key`; `default` if it is missing or not valid."""
    value = data.get(key)
    return value if type(value) is int and least <= value <= most else default


class Split(Section):
    """How the map is cut into parts, each of which gets a room."""

    rooms: int = Field(
        default=20,
        ge=2,
        le=MOST_ROOMS,
        description="the number of parts at which the cutting stops (default: 20, or as many as "
        "`depth` allows)",
    )
    depth: int = Field(
        default=8, ge=1, le=8, description="most cuts one after the other, from the whole map on"
    )
    min_side: NotEmitted[int] = Field(
        default=9,
        ge=6,
        le=120,
        description="shortest side of a part, in tiles (default: 9, or what the smallest room and "
        "its margins need)",
    )
    cut_from: NotEmitted[int] = Field(
        default=35, ge=10, le=50, description="where a cut may be, in percent of the side: from ..."
    )
    cut_to: NotEmitted[int] = Field(default=65, ge=50, le=90, description="... to")
    direction: Literal["longer", "ratio", "chance", "proportional"] = Field(
        default="ratio",
        description="longer: the longer side is cut; ratio: the longer side if it exceeds `ratio` "
        "percent of the other one; chance: either; proportional: either, by their lengths. Chance "
        "decides what this leaves open",
    )
    ratio: NotEmitted[int] = Field(
        default=125,
        ge=101,
        le=400,
        description="direction: ratio only: percent of the shorter side from which on the longer "
        "one is always cut",
    )
    upright_chance: Percent = Field(
        default=50, description="percent of the cuts left to chance that part left from right"
    )

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """The default of `rooms` gives way to a depth that is given."""
        if not isinstance(data, dict):
            return data
        return {"rooms": min(20, 1 << _given(data, "depth", 1, 8, 8)), **data}


class Rooms(Section):
    """Sizes of rooms; all of them are floor tiles, without the walls."""

    min_size: NotEmitted[int] = Field(default=4, ge=3, le=32, description="shortest side of a room")
    max_size: NotEmitted[int] = Field(
        default=14, ge=3, le=236, description="longest side of a room (default: 14, or min_size)"
    )
    fill: NotEmitted[Percent] = Field(
        default=60,
        description="percent of its part's side, less the margins, that a room's side takes at "
        "least. 100: all of it, 0: any size",
    )
    margin: NotEmitted[int] = Field(
        default=1,
        ge=1,
        le=8,
        description="least tiles from a room's floor to the edge of its part; at the left and "
        "above, where corridors run, they are at least 2",
    )

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """A default gives way to a bound that is given."""
        if not isinstance(data, dict):
            return data
        low = _given(data, "min_size", 3, 32, min(4, _given(data, "max_size", 3, 236, 4)))
        return {"min_size": low, "max_size": max(14, low), **data}


class Corridors(Section):
    """How rooms are joined."""

    loop_chance: Percent = Field(
        default=20, description="percent of the other pairs of neighbours that are joined, too"
    )
    max_connections: int = Field(
        default=4, ge=SIDES_OF_A_ROOM, le=8, description="most corridors of one room"
    )
    shape: Literal["straight", "z", "l"] = Field(
        default="straight",
        description="straight: from wall to wall wherever two rooms face each other; z: by doors "
        "of their own and the line of the cut; l: with one turn wherever the way is free",
    )
    level_chance: Percent = Field(
        default=50,
        description="shape: l only: percent of the corridors that leave the room of the lower "
        "number through its left or right wall, if the way is free",
    )


class Doors(Section):
    """The doors: one in a wall, for all corridors that begin there."""

    place: Literal["middle", "random"] = Field(
        default="random", description="middle: in the middle of the wall; random: anywhere in it"
    )
    chance: Percent = Field(
        default=100, description="percent of the doors that have a door tile; the others are open"
    )


class Stairs(Section):
    """Where the stairs are. The up stairs are in the first room."""

    down: Literal["farthest", "last"] = Field(
        default="farthest",
        description="farthest: in the room with the most corridors on the way from the first one; "
        "last: in the last room",
    )


class Bsp(KindParameters):
    """Rooms in the parts of a map that is cut in two again and again."""

    meanings = MEANINGS

    # The C is compiled only for the values in use.
    same_on_all_floors = (
        *KindParameters.same_on_all_floors,
        ("split", "direction"),
        ("connect",),
        ("corridors", "shape"),
        ("doors", "place"),
    )

    kind: Literal["bsp"] = Field(
        description="rooms in the parts of a map that is cut in two again and again"
    )
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    split: Split = Field(default=Split(), description="how the map is cut into parts")
    rooms: Rooms = Field(default=Rooms(), description="sizes of rooms")
    connect: Literal["siblings", "chain", "spanning_tree", "adjacent"] = Field(
        default="spanning_tree",
        description="siblings: one corridor across each cut; chain: from each room to the next; "
        "spanning_tree: a random tree of neighbours; adjacent: all neighbours",
    )
    corridors: Corridors = Field(default=Corridors(), description="how rooms are joined")
    doors: Doors = Field(default=Doors(), description="the doors")
    stairs: Stairs = Field(default=Stairs(), description="where the stairs are")

    @model_validator(mode="before")
    @classmethod
    def _least_side(cls, data: Any) -> Any:
        """The default of `split.min_side` gives way to rooms and margins that are given."""
        if not isinstance(data, dict):
            return data
        split, rooms = data.get("split", {}), data.get("rooms", {})
        if not isinstance(split, dict) or not isinstance(rooms, dict) or "min_side" in split:
            return data
        smallest = _given(rooms, "min_size", 3, 32, 4)
        margin = _given(rooms, "margin", 1, 8, 1)
        need = max(LINE, margin) + margin + smallest
        return {**data, "split": {**split, "min_side": max(9, need)}}

    @property
    def near_margin(self) -> int:
        """The fewest tiles between a part's left or upper edge and the floor of its room."""
        return max(LINE, self.rooms.margin)

    @property
    def margins(self) -> int:
        """The tiles of a part's side that its room cannot use."""
        return self.near_margin + self.rooms.margin

    @property
    def has_loops(self) -> bool:
        """Whether more pairs of rooms are joined than necessary."""
        return self.loop_threshold != 0

    @property
    def loop_threshold(self) -> int:
        """The chance that further neighbours are joined, as a threshold for random numbers."""
        return chance_threshold(100 if self.connect == "adjacent" else self.corridors.loop_chance)

    def record_count(self) -> int:
        """The most rooms."""
        return min(self.split.rooms, 1 << self.split.depth)

    @property
    def most_pairs(self) -> int:
        """The most pairs of neighbours: three a room, as in any plane map of countries."""
        return 3 * self.record_count()

    @property
    def most_corridors(self) -> int:
        """The most corridors: the ones that join all rooms, and loops."""
        rooms = self.record_count()
        loops = self.most_pairs if self.has_loops else 0
        return min(rooms * self.corridors.max_connections // 2, rooms - 1 + loops)

    def record_needs(self) -> RecordNeeds:
        """The largest values that the room records must be able to hold."""
        longest = max(self.map.width, self.map.height) - self.margins
        return RecordNeeds(
            rooms=self.record_count(),
            longest_side=min(self.rooms.max_size, longest),
            connections=self.corridors.max_connections,
            treasures=0,
            rooms_key=("split", "rooms"),
            connections_key=("corridors", "max_connections"),
        )

    def cuts(self, side: int) -> tuple[int, int]:
        """The possible cuts of a side: the least length of its first part, and the number of
        possible lengths from there on, 0 if the side cannot be cut."""
        least = self.split.min_side
        if side < 2 * least:
            return 0, 0
        low = max(least, side * self.split.cut_from // 100)
        high = min(side - least, side * self.split.cut_to // 100)
        return low, high - low + 1

    def room_sides(self, side: int) -> tuple[int, int]:
        """The possible sides of a room in a part of this side: the shortest one, and the number of
        sides from there on, 0 if even the smallest room does not fit."""
        space = side - self.margins
        longest = min(self.rooms.max_size, space)
        if longest < self.rooms.min_size:
            return 0, 0
        shortest = min(longest, max(self.rooms.min_size, space * self.rooms.fill // 100))
        return shortest, longest - shortest + 1

    def constants(self) -> Constants:
        sides = range(max(self.map.width, self.map.height) + 1)
        cuts = [self.cuts(side) for side in sides]
        rooms = [self.room_sides(side) for side in sides]
        constants: Constants = {
            "CUT_LEAST": [least for least, _ in cuts],
            "CUT_CHOICES": [choices for _, choices in cuts],
            "NEAR_MARGIN": self.near_margin,
            "MARGINS": self.margins,
            "ROOM_LEAST": [least for least, _ in rooms],
            "ROOM_CHOICES": [choices for _, choices in rooms],
            "CORRIDORS_LOOP_CHANCE": self.loop_threshold,
            # By the width, less one tile, in eighths.
            "ROWS_AT_ONCE": [
                rows_at_once(self.map, width + 8) for width in range(0, self.map.width, 8)
            ],
            "SLICES_AT_ONCE": slices_at_once(self.map),
        }
        if self.split.direction == "ratio":
            constants["RATIO_LIMIT"] = [min(255, side * self.split.ratio // 100) for side in sides]
        return constants

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        return {
            "MOST_DEPTH": max(row.split.depth for row in rows),
            "MOST_PAIRS": max(row.most_pairs for row in rows),
            "MOST_CORRIDORS": max(row.most_corridors for row in rows),
        }

    def broken_rules(self) -> list[BrokenRule]:
        split, rooms, size = self.split, self.rooms, self.map
        broken = []
        if rooms.max_size < rooms.min_size:
            wrong = f"max_size {rooms.max_size} is below min_size {rooms.min_size}"
            right = f"expected {rooms.min_size} or more"
            broken.append(BrokenRule(("rooms", "max_size"), wrong, right))
        most = 1 << split.depth
        if split.rooms > most:
            wrong = (
                f"{split.rooms} rooms, but {split.depth} cuts one after the other make at most "
                f"{most} parts"
            )
            deep = (split.rooms - 1).bit_length()
            right = f"expected at most {most}, or a depth of {deep}"
            broken.append(BrokenRule(("split", "rooms"), wrong, right))
        need = self.margins + rooms.min_size
        no_place = (
            f"no place for a room of {rooms.min_size} and margins of {self.near_margin} and "
            f"{rooms.margin}"
        )
        right = f"expected {need} or more"
        if split.min_side < need:
            wrong = f"a part of {split.min_side} tiles has {no_place}"
            return [*broken, BrokenRule(("split", "min_side"), wrong, right)]
        for name, side in (("width", size.width), ("height", size.height)):
            if side < need:
                broken.append(BrokenRule(("map", name), f"{side} tiles have {no_place}", right))
        longest = max(size.width, size.height)
        if longest < 2 * split.min_side:
            wrong = (
                f"parts of {split.min_side} tiles: a map of {size.width} x {size.height} cannot be "
                "cut into two"
            )
            right = f"expected at most {longest // 2}, or a larger map"
            broken.append(BrokenRule(("split", "min_side"), wrong, right))
        return broken
