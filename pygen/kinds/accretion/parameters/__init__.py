"""The parameters of the kind `accretion`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.definition.tables import Fields, LargestValue, Structs, Table
from pygen.engine.sections import BrokenRule
from pygen.kinds.accretion.constants import (
    BEYOND_CORRIDOR,
    CAVE,
    CIRCLE,
    CROSS,
    LARGE_ROOM,
    ROOM,
    SMALL_ROOM,
    VAULT,
)
from pygen.kinds.accretion.meanings import MEANINGS
from pygen.kinds.accretion.parameters.sections import (
    MOST_SIDE,
    Caves,
    Circles,
    Corridors,
    Crosses,
    Doors,
    Features,
    LargeRooms,
    Loops,
    Rooms,
    Secrets,
    SmallRooms,
    Walls,
)
from pygen.kinds.accretion.parameters.tables import circle_boxes, second_sizes
from pygen.kinds.accretion.parameters.vaults import Vault, vault_tables

MOST_VAULTS = 8

MOST_REACH = 250
"""The greatest sum of the inner tiles of the map's longer side and of a large room's: the C places
rooms with bytes."""

RANGES = (
    ("rooms", "min_width", "max_width"),
    ("rooms", "min_height", "max_height"),
    ("large_rooms", "min_width", "max_width"),
    ("large_rooms", "min_height", "max_height"),
    ("small_rooms", "min_width", "max_width"),
    ("small_rooms", "min_height", "max_height"),
    ("corridors", "min_length", "max_length"),
    ("crosses", "min_size", "max_size"),
    ("circles", "min_radius", "max_radius"),
    ("caves", "min_size", "max_size"),
)
"""The ranges of sizes: a section, and the keys of the least and the greatest size in it."""


class Accretion(KindParameters):
    """A dungeon that grows: room after room is added through the walls of those that are there."""

    meanings = MEANINGS

    # The C is compiled for one of the values.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("walls", "pick"), ("vaults",))

    kind: Literal["accretion"] = Field(
        description="a dungeon that grows: features are added through the walls of others"
    )
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    features: Features = Field(default=Features(), description="how many features, and which")
    walls: Walls = Field(default=Walls(), description="through which walls features are added")
    rooms: Rooms = Field(default=Rooms(), description="rectangular rooms")
    large_rooms: LargeRooms = Field(default=LargeRooms(), description="large rectangular rooms")
    small_rooms: SmallRooms = Field(default=SmallRooms(), description="small rectangular rooms")
    corridors: Corridors = Field(default=Corridors(), description="corridors")
    crosses: Crosses = Field(default=Crosses(), description="two bars that cross")
    circles: Circles = Field(default=Circles(), description="round rooms")
    caves: Caves = Field(default=Caves(), description="caves")
    vaults: Annotated[list[Vault], Field(max_length=MOST_VAULTS)] = Field(
        default_factory=list, description="features that are drawn (default: none)"
    )
    doors: Doors = Field(default=Doors(), description="doors")
    loops: Loops = Field(default=Loops(), description="ways round")
    secrets: Secrets = Field(default=Secrets(), description="what a player has to look for")

    def feature_count(self) -> int:
        """The most features."""
        return self.features.most

    @property
    def shape_weights(self) -> list[tuple[int, int]]:
        """The kinds other than corridors, and the weight of each."""
        weights = self.features.weights
        return [
            (ROOM, weights.room),
            (CROSS, weights.cross),
            (CIRCLE, weights.circle),
            (CAVE, weights.cave),
            (LARGE_ROOM, weights.large_room),
            (SMALL_ROOM, weights.small_room),
            *((VAULT + number, vault.weight) for number, vault in enumerate(self.vaults)),
        ]

    def rooms_of(self, kind: int) -> Rooms | LargeRooms | SmallRooms:
        """The sizes of ordinary, large or small rooms."""
        if kind == ROOM:
            return self.rooms
        return self.large_rooms if kind == LARGE_ROOM else self.small_rooms

    @property
    def longest_side(self) -> int:
        """The longest side of any feature, in floor tiles."""
        large = self.large_rooms
        wide = [large.max_width, large.max_height] if self.features.weights.large_room else []
        return max(MOST_SIDE, *wide) if wide else MOST_SIDE

    @property
    def shapes(self) -> list[int]:
        """The kinds other than corridors, each as often as its weight says."""
        return [kind for kind, weight in self.shape_weights for _ in range(weight)]

    @cached_property
    def shape_table(self) -> list[int]:
        """The kind of feature, not a corridor, for each lower byte of a random number; any value if
        there are only corridors."""
        shapes = self.shapes or [ROOM]
        return [shapes[byte * len(shapes) >> 8] for byte in range(256)]

    @cached_property
    def least_depth(self) -> int:
        """The fewest tiles of solid ground that any feature needs behind a wall."""
        rooms = self.rooms
        depths = {
            ROOM: min(rooms.min_width, rooms.min_height),
            LARGE_ROOM: min(self.large_rooms.min_width, self.large_rooms.min_height),
            SMALL_ROOM: min(self.small_rooms.min_width, self.small_rooms.min_height),
            CROSS: self.crosses.min_size,
            CIRCLE: 2 * self.circles.min_radius + 1,
            CAVE: self.caves.min_size,
            **{VAULT + number: vault.extent[0] for number, vault in enumerate(self.vaults)},
        }
        found = [depths[kind] for kind in set(self.shapes) if self.features.room_chance]
        if self.features.room_chance < 100:
            found.append(self.corridors.min_length + BEYOND_CORRIDOR)
        return min(found)

    def _sizes_that_never_fit(self) -> Iterator[BrokenRule]:
        """The wanted features that are always larger than the map, whatever size is drawn."""
        wide, high = self.map.width - 2, self.map.height - 2
        # The first room is built whatever the weights are.
        for key, size, space in (
            ("max_width", self.rooms.max_width, wide),
            ("max_height", self.rooms.max_height, high),
        ):
            if size > space:
                wrong = f"a room of {size} tiles does not fit into the map"
                right = f"expected at most {space}, or a larger map"
                yield BrokenRule(("rooms", key), wrong, right)
        if not self.features.room_chance:
            return
        weights = self.features.weights
        for weight, section, rooms in (
            (weights.large_room, "large_rooms", self.large_rooms),
            (weights.small_room, "small_rooms", self.small_rooms),
        ):
            for key, size, space in (
                ("min_width", rooms.min_width, wide),
                ("min_height", rooms.min_height, high),
            ):
                if weight and size > space:
                    wrong = f"{section} of {size} tiles or more never fit into the map"
                    right = "expected a smaller size, a weight of 0 or a larger map"
                    yield BrokenRule((section, key), wrong, right)
        if weights.large_room and self.longest_side + max(wide, high) > MOST_REACH:
            wrong = f"the map is too large for rooms of {self.longest_side} tiles"
            most = MOST_REACH + 2 - self.longest_side
            right = f"expected smaller rooms, or a map of at most {most} tiles a side"
            yield BrokenRule(("large_rooms",), wrong, right)
        for weight, section, key, size in (
            (weights.cross, "crosses", "min_size", self.crosses.min_size),
            (weights.circle, "circles", "min_radius", 2 * self.circles.min_radius + 1),
            (weights.cave, "caves", "min_size", self.caves.min_size),
        ):
            if weight and size > min(wide, high):
                wrong = f"{section} of {size} tiles or more never fit into the map"
                right = "expected a smaller size, a weight of 0 or a larger map"
                yield BrokenRule((section, key), wrong, right)

    def _vaults_too_large(self) -> Iterator[BrokenRule]:
        """The errors if all vaults together have more parts than bytes can number."""
        for words, count in (
            ("rectangles of floor", sum(len(vault.boxes) for vault in self.vaults)),
            ("doors, secret paths and treasures", sum(len(vault.marks) for vault in self.vaults)),
        ):
            if count > 255:
                wrong = f"the drawings have {count} {words} in all"
                yield BrokenRule(("vaults",), wrong, "expected at most 255: draw simpler ones")

    def broken_rules(self) -> list[BrokenRule]:
        broken = []
        for section, low_key, high_key in RANGES:
            low, high = (getattr(getattr(self, section), key) for key in (low_key, high_key))
            if high < low:
                wrong = f"{high_key} {high} is below {low_key} {low}"
                broken.append(BrokenRule((section, high_key), wrong, f"expected {low} or more"))
        broken += self._sizes_that_never_fit()
        for number, vault in enumerate(self.vaults):
            path = ("vaults", number, "drawing")
            broken += [BrokenRule(path, wrong, right) for wrong, right in vault.problems()]
        broken += self._vaults_too_large() if not broken else []
        total = len(self.shapes)
        if not total and self.features.room_chance:
            wrong = "all weights are 0"
            right = "expected one above 0, a vault, or a room_chance of 0"
            broken.append(BrokenRule(("features", "weights"), wrong, right))
        if total > 255:
            wrong = f"the weights, with those of the vaults, are {total} in all"
            broken.append(BrokenRule(("features", "weights"), wrong, "expected at most 255"))
        return broken

    def candidate_constants(self) -> Constants:
        """For each side, the change of column and row from a wall to the last tile of the smallest
        feature."""
        depth = self.least_depth
        return {
            "FAR_X": [-depth & 0xFF, depth, 0, 0],
            "FAR_Y": [0, 0, -depth & 0xFF, depth],
        }

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        weights = [row.features.weights for row in rows]
        return {
            "LOOPS_AT_MOST": max(row.loops.most for row in rows),
            "HAS_LARGE_ROOMS": int(any(row.large_room for row in weights)),
            "HAS_SMALL_ROOMS": int(any(row.small_room for row in weights)),
        }

    @property
    def unread_constants(self) -> Collection[str]:
        read = self.constants_of_all_floors()
        return [
            f"{size}_ROOM_{table}"
            for size in ("LARGE", "SMALL")
            if not read[f"HAS_{size}_ROOMS"]
            for table in ("WIDTHS", "HEIGHT")
        ]

    @staticmethod
    def other_rooms(name: str, rooms: LargeRooms | SmallRooms) -> Constants:
        """The sizes of large or small rooms, as those of ordinary ones."""
        return {
            f"{name}_ROOM_WIDTHS": rooms.max_width - rooms.min_width + 1,
            f"{name}_ROOM_HEIGHT": second_sizes(rooms.min_height, rooms.max_height),
        }

    def constants(self) -> Constants:
        rooms, corridors = self.rooms, self.corridors
        crosses, circles, caves = self.crosses, self.circles, self.caves
        boxes = [circle_boxes(radius) for radius in range(2, 6)]
        return {
            "SHAPES": self.shape_table,
            "ROOM_WIDTHS": rooms.max_width - rooms.min_width + 1,
            "ROOM_HEIGHT": second_sizes(rooms.min_height, rooms.max_height),
            **self.other_rooms("LARGE", self.large_rooms),
            **self.other_rooms("SMALL", self.small_rooms),
            "CORRIDOR_LENGTHS": corridors.max_length - corridors.min_length + 1,
            "CROSS_SIZES": crosses.max_size - crosses.min_size + 1,
            "CROSS_BREADTH": second_sizes(crosses.min_size, crosses.max_size),
            "CIRCLE_RADII": circles.max_radius - circles.min_radius + 1,
            "CIRCLE_BOX": [0, 0, *accumulate((len(found) for found in boxes), initial=0)],
            "CIRCLE_HALF_WIDTH": [half for found in boxes for half, _ in found],
            "CIRCLE_HALF_HEIGHT": [half for found in boxes for _, half in found],
            "CAVE_SIZES": caves.max_size - caves.min_size + 1,
            "CAVE_BREADTH": second_sizes(caves.min_size, caves.max_size),
            "HAS_VAULTS": int(bool(self.vaults)),
            **(vault_tables(self.vaults) if self.vaults else {}),
            **(self.candidate_constants() if self.walls.pick == "candidates" else {}),
        }


def feature_structs(_dungeons: object) -> dict[str, Fields]:
    """The struct of a feature: its kind, the rectangle around its floor, the opening through which
    it was added, the feature to which it was added, and its state."""
    byte, place = {"bytes": 1}, {"bytes": 1, "unused": 255}
    return {
        "feature": {
            "kind": place,
            "x": byte,
            "y": byte,
            "w": byte,
            "h": byte,
            "door_x": place,
            "door_y": place,
            "parent": place,
            "state": byte,
        }
    }


def largest_values(name: str, dungeon: Accretion) -> Iterator[LargestValue]:
    """The largest values in the records of features, and why."""
    kinds = VAULT + len(dungeon.vaults)
    yield LargestValue(kinds, f"dungeon `{name}`, {kinds} kinds", "feature", ("kind",))
    most = dungeon.features.most
    yield LargestValue(most - 1, f"dungeon `{name}`, {most} features", "feature", ("parent",))
    for axis, side, extent in (("x", dungeon.map.width, "w"), ("y", dungeon.map.height, "h")):
        why = f"dungeon `{name}`, a map of {side} tiles"
        yield LargestValue(side - 1, why, "feature", (axis, f"door_{axis}"))
        most = dungeon.longest_side
        yield LargestValue(most, f"up to {most} tiles", "feature", (extent,))
    yield LargestValue(15, "four flags", "feature", ("state",))


FEATURE_STRUCTS = Structs(feature_structs, largest_values)

FEATURES_TABLE = Table(
    "features", "feature", Accretion.feature_count, "secrets", "rooms, corridors and so on"
)
