"""The parameters of the kind `accretion`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.map_size import MapSize
from pygen.engine.parameters import Constants, KindParameters
from pygen.engine.sections import BrokenRule, NotEmitted, Percent, Section
from pygen.engine.tables import Fields, LargestValue, Structs, Table
from pygen.kinds.accretion.constants import CAVE, CIRCLE, CROSS, ROOM, VAULT

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""The walls of a feature."""

MOST_SIDE = 12
"""The longest side of a feature, in floor tiles: more rows would be too much for a step."""

BEYOND_CORRIDOR = 3
"""How many tiles of solid ground must be beyond a corridor, so that few are dead ends."""

MOST_VAULTS = 8
MOST_WEIGHT = 50

SKIPPED, WALL_MARK, FLOOR_MARK, DOOR_MARK, SECRET_MARK, TREASURE_MARK = range(6)
"""What a place of a vault's drawing stands for; SKIPPED is what is not walkable."""

MARKS = {
    " ": SKIPPED,
    "#": WALL_MARK,
    ".": FLOOR_MARK,
    "+": DOOR_MARK,
    "?": SECRET_MARK,
    "$": TREASURE_MARK,
}

Weight = Annotated[int, Field(ge=0, le=MOST_WEIGHT)]
Length = Annotated[int, Field(ge=2, le=MOST_SIDE)]
CrossSide = Annotated[int, Field(ge=3, le=MOST_SIDE)]
Radius = Annotated[int, Field(ge=2, le=5)]


class Weights(Section):
    """How often each shape is chosen for a feature that is no corridor."""

    room: Weight = Field(default=8, description="of rectangular rooms")
    cross: Weight = Field(default=3, description="of two bars that cross")
    circle: Weight = Field(default=2, description="of round rooms")
    cave: Weight = Field(default=3, description="of caves with uneven walls")


class Features(Section):
    """How many features a dungeon gets, and which."""

    most: int = Field(
        default=100, ge=2, le=255, description="how many features are wanted, the first room too"
    )
    room_chance: Percent = Field(
        default=75, description="percent: how often a feature is no corridor"
    )
    weights: NotEmitted[Weights] = Field(
        default=Weights(), description="the shapes of those that are none"
    )


class Walls(Section):
    """Through which walls features are added."""

    pick: Literal["candidates", "blind"] = Field(
        default="candidates",
        description="candidates: walls from a list that each new feature adds to; "
        "blind: any tile of the map, until it is a wall beside floor",
    )
    attempts: int = Field(
        default=3, ge=1, le=16, description="candidates only: features tried at one wall"
    )
    blind_attempts: int = Field(
        default=5000, ge=1, le=65535, description="blind only: tiles tried for one feature"
    )


class Rooms(Section):
    """The floor of a room, in tiles."""

    min_width: Length = Field(default=3, description="least floor tiles across")
    max_width: NotEmitted[Length] = Field(default=7, description="most floor tiles across")
    min_height: NotEmitted[Length] = Field(default=3, description="least floor tiles down")
    max_height: NotEmitted[Length] = Field(default=5, description="most floor tiles down")


class Corridors(Section):
    """How long a corridor is; it is one tile wide."""

    min_length: Length = Field(default=3, description="least floor tiles along")
    max_length: NotEmitted[Length] = Field(default=7, description="most floor tiles along")


class Crosses(Section):
    """The sides of the rectangle around a cross, in floor tiles."""

    min_size: CrossSide = Field(default=5, description="shortest side")
    max_size: NotEmitted[CrossSide] = Field(default=9, description="longest side")


class Circles(Section):
    """Round rooms: the radius is the number of floor tiles from the middle one to the wall."""

    min_radius: Radius = Field(default=2, description="smallest radius")
    max_radius: NotEmitted[Radius] = Field(default=3, description="greatest radius")


class Caves(Section):
    """The sides of the rectangle around a cave, in floor tiles."""

    min_size: CrossSide = Field(default=5, description="shortest side")
    max_size: NotEmitted[CrossSide] = Field(default=9, description="longest side")


class Vault(Section):
    """A feature that is drawn: # wall, . floor, + door, ? secret path, $ treasure, blank nothing.

    One + or ? in the outermost ring is the way in. Walls need not be drawn: whatever touches
    something walkable becomes a wall, and nothing else does.
    """

    weight: Annotated[int, Field(ge=1, le=MOST_WEIGHT)] = Field(
        default=1, description="how often it is chosen, beside the other weights"
    )
    drawing: Annotated[
        list[Annotated[str, Field(max_length=MOST_SIDE + 2)]],
        Field(min_length=3, max_length=MOST_SIDE + 2),
    ] = Field(description="the rows of the drawing, its outer walls included")

    @property
    def width(self) -> int:
        """Columns of the drawing: those of its longest row."""
        return max(map(len, self.drawing))

    def mark(self, x: int, y: int) -> int:
        """What the drawing has at a place; nothing outside it."""
        if 0 <= y < len(self.drawing) and 0 <= x < len(self.drawing[y]):
            return MARKS[self.drawing[y][x]]
        return SKIPPED

    def places(self) -> list[tuple[int, int]]:
        """The walkable places of the drawing."""
        return [
            (x, y)
            for y in range(len(self.drawing))
            for x in range(self.width)
            if self.mark(x, y) not in (SKIPPED, WALL_MARK)
        ]

    def entrances(self) -> list[tuple[int, int, int]]:
        """The walkable places in the outermost ring, with the side on which each is; a corner is
        on none, which is -1."""
        found = []
        for x, y in self.places():
            sides = [
                side
                for side, is_there in enumerate(
                    (x == 0, x == self.width - 1, y == 0, y == len(self.drawing) - 1)
                )
                if is_there
            ]
            if sides:
                found.append((x, y, sides[0] if len(sides) == 1 else -1))
        return found

    def reached(self, start: tuple[int, int]) -> set[tuple[int, int]]:
        """The walkable places that can be reached from one of them."""
        places = set(self.places())
        found, edge = {start}, [start]
        for x, y in edge:
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if place in places and place not in found:
                    found.add(place)
                    edge.append(place)
        return found

    def inward(self) -> list[list[int]]:
        """The drawing as it is seen from its way in: the walkable places in rows from there on."""
        _, _, side = self.entrances()[0]
        width, height = self.width, len(self.drawing)
        rows = [[self.mark(x, y) for x in range(width)] for y in range(height)]
        rows = [[SKIPPED if mark == WALL_MARK else mark for mark in row] for row in rows]
        if side < TOP:
            rows = [list(column) for column in zip(*rows)]
        return rows if side in (LEFT, TOP) else rows[::-1]

    @cached_property
    def extent(self) -> tuple[int, int, int]:
        """Its rows and columns without the outermost ring, seen from the way in, and before which
        of these columns the way in is."""
        rows = self.inward()
        marks = [mark in (DOOR_MARK, SECRET_MARK) for mark in rows[0]]
        return len(rows) - 2, len(marks) - 2, marks.index(True) - 1

    @cached_property
    def boxes(self) -> list[tuple[int, int, int, int]]:
        """Rectangles that make up what is walkable behind the way in: first and last row, first and
        last column, counted without the outermost ring."""
        rows = [row[1:-1] for row in self.inward()[1:-1]]
        found = []
        covered: set[tuple[int, int]] = set()
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                if mark == SKIPPED or (x, y) in covered:
                    continue
                right, bottom = x, y
                while right + 1 < len(row) and row[right + 1] != SKIPPED:
                    right += 1
                if right > x and (right, y) in covered and (x + 1, y) in covered:
                    right = x
                while bottom + 1 < len(rows) and all(rows[bottom + 1][x : right + 1]):
                    bottom += 1
                covered |= {(a, b) for a in range(x, right + 1) for b in range(y, bottom + 1)}
                found.append((y, bottom, x, right))
        return found

    @cached_property
    def marks(self) -> list[tuple[int, int, int]]:
        """What else than floor is behind the way in: row and column, as of boxes, and mark."""
        return [
            (y, x, mark)
            for y, row in enumerate(self.inward()[1:-1])
            for x, mark in enumerate(row[1:-1])
            if mark not in (SKIPPED, FLOOR_MARK)
        ]

    @property
    def treasures(self) -> int:
        """The treasures that are drawn."""
        return "".join(self.drawing).count("$")

    @property
    def is_hidden(self) -> bool:
        """Whether the way in is a secret path."""
        x, y, _ = self.entrances()[0]
        return self.mark(x, y) == SECRET_MARK

    def problems(self) -> Iterator[tuple[str, str]]:
        """What is wrong with the drawing, and what would be right."""
        unknown = sorted(set("".join(self.drawing)) - set(MARKS))
        if unknown:
            yield f"{unknown[0]!r} means nothing", "expected # . + ? $ or a blank"
            return
        entrances = self.entrances()
        if len(entrances) != 1 or entrances[0][2] < 0:
            places = ", ".join(f"column {x + 1} of row {y + 1}" for x, y, _ in entrances)
            yield (
                f"the outermost ring has {'more than one way' if places else 'no way'} in"
                f"{f' ({places})' if len(entrances) > 1 else ''}",
                "expected one + or ? there, in no corner, and walls or blanks besides",
            )
            return
        x, y, _ = entrances[0]
        if self.mark(x, y) not in (DOOR_MARK, SECRET_MARK):
            yield (
                f"the way in, column {x + 1} of row {y + 1}, is no door",
                "expected + or ? in the outermost ring",
            )
        cut_off = sorted(set(self.places()) - self.reached((x, y)))
        if cut_off:
            x, y = cut_off[0]
            yield (
                f"column {x + 1} of row {y + 1} is cut off from the way in",
                "expected a way from the entrance to each . + ? and $",
            )
        elif len(self.places()) < 2:
            yield "there is nothing behind the way in", "expected floor inside the ring"


class Doors(Section):
    """What closes the openings between features."""

    chance: Percent = Field(
        default=70,
        description="percent of the openings that get a door; between two corridors there is none",
    )


class Loops(Section):
    """Further openings between features that touch, so that there are ways round."""

    chance: Percent = Field(
        default=75, description="percent of the walls looked at that are tested; 8 at most are"
    )
    least_way: int = Field(
        default=20,
        ge=2,
        le=200,
        description="how many steps the way round is at least where a wall is opened",
    )


class Secrets(Section):
    """What a player has to look for."""

    room_chance: Percent = Field(
        default=25, description="percent of the dead ends, corridors aside, whose door is hidden"
    )
    loop_chance: Percent = Field(default=25, description="percent of the loops that are hidden")
    treasures: int = Field(
        default=5, ge=0, le=100, description="treasures in dead ends, hidden ones first"
    )


def circle_boxes(radius: int) -> list[tuple[int, int]]:
    """Rectangles that make up a circle: half of the width and of the height of each, without the
    middle."""
    limit = radius * radius + radius
    half_widths = [
        max(half for half in range(radius + 1) if half * half + row * row <= limit)
        for row in range(radius + 1)
    ]
    return [
        (half, row)
        for row, half in enumerate(half_widths)
        if row == radius or half_widths[row + 1] < half
    ]


def second_sizes(least: int, most: int) -> list[int]:
    """Sizes in this range for the upper six bits of the lower byte of a random number, whose upper
    byte another size was made of."""
    return [least + (bits * (most - least + 1) >> 6) for bits in range(64)]


class Accretion(KindParameters):
    """A dungeon that grows: room after room is added through the walls of those that are there."""

    # The C has code for one of them.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("walls", "pick"), ("vaults",))

    kind: Literal["accretion"] = Field(
        description="a dungeon that grows: features are added through the walls of others"
    )
    map: MapSize = Field(default=MapSize(), description="the size of the map")
    features: Features = Field(default=Features(), description="how many features, and which")
    walls: Walls = Field(default=Walls(), description="through which walls features are added")
    rooms: Rooms = Field(default=Rooms(), description="rectangular rooms")
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
        """The kinds that are no corridors, and the weight of each."""
        weights = self.features.weights
        return [
            (ROOM, weights.room),
            (CROSS, weights.cross),
            (CIRCLE, weights.circle),
            (CAVE, weights.cave),
            *((VAULT + number, vault.weight) for number, vault in enumerate(self.vaults)),
        ]

    @property
    def shapes(self) -> list[int]:
        """The kinds that are no corridors, each as often as its weight says."""
        return [kind for kind, weight in self.shape_weights for _ in range(weight)]

    @property
    def shape_table(self) -> list[int]:
        """The kind that is no corridor for each lower byte of a random number; any if there is
        none."""
        shapes = self.shapes or [ROOM]
        return [shapes[byte * len(shapes) >> 8] for byte in range(256)]

    @property
    def least_depth(self) -> int:
        """How many tiles of solid ground must be behind a wall for any feature."""
        rooms = self.rooms
        depths = {
            ROOM: min(rooms.min_width, rooms.min_height),
            CROSS: self.crosses.min_size,
            CIRCLE: 2 * self.circles.min_radius + 1,
            CAVE: self.caves.min_size,
            **{VAULT + number: vault.extent[0] for number, vault in enumerate(self.vaults)},
        }
        found = [depths[kind] for kind in set(self.shapes) if self.features.room_chance]
        if self.features.room_chance < 100:
            found.append(self.corridors.min_length + BEYOND_CORRIDOR)
        return min(found)

    def _ranges(self) -> list[tuple[str, str, str, int, int]]:
        """Section and keys of each range of sizes, and the range."""
        rooms, corridors, caves = self.rooms, self.corridors, self.caves
        crosses, circles = self.crosses, self.circles
        return [
            ("rooms", "min_width", "max_width", rooms.min_width, rooms.max_width),
            ("rooms", "min_height", "max_height", rooms.min_height, rooms.max_height),
            ("corridors", "min_length", "max_length", corridors.min_length, corridors.max_length),
            ("crosses", "min_size", "max_size", crosses.min_size, crosses.max_size),
            ("circles", "min_radius", "max_radius", circles.min_radius, circles.max_radius),
            ("caves", "min_size", "max_size", caves.min_size, caves.max_size),
        ]

    def _sizes_that_never_fit(self) -> Iterator[BrokenRule]:
        """The features that are wanted and larger than the map, whatever is drawn."""
        wide, high = self.map.width - 2, self.map.height - 2
        # The first room is drawn whatever the weights are.
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
        """What is too much in all vaults together, for bytes must number it."""
        for words, count in (
            ("rectangles of floor", sum(len(vault.boxes) for vault in self.vaults)),
            ("doors, secret paths and treasures", sum(len(vault.marks) for vault in self.vaults)),
        ):
            if count > 255:
                wrong = f"the drawings have {count} {words} in all"
                yield BrokenRule(("vaults",), wrong, "expected at most 255: draw simpler ones")

    def broken_rules(self) -> list[BrokenRule]:
        broken = []
        for section, low_key, high_key, low, high in self._ranges():
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
        """How a tile's column and row change from a wall to the last tile of the least feature, for
        each side."""
        depth = self.least_depth
        return {
            "FAR_X": [-depth & 0xFF, depth, 0, 0],
            "FAR_Y": [0, 0, -depth & 0xFF, depth],
        }

    def vault_constants(self) -> Constants:
        """The vaults as the C draws them: rectangles and single tiles one after the other, and with
        which of them each vault begins."""
        vaults = self.vaults
        boxes = [box for vault in vaults for box in vault.boxes]
        marks = [mark for vault in vaults for mark in vault.marks] or [(0, 0, SKIPPED)]
        return {
            "VAULT_DEPTH": [vault.extent[0] for vault in vaults],
            "VAULT_BREADTH": [vault.extent[1] for vault in vaults],
            "VAULT_ENTRANCE": [vault.extent[2] for vault in vaults],
            "VAULT_IS_HIDDEN": [int(vault.is_hidden) for vault in vaults],
            "VAULT_TREASURES": [vault.treasures for vault in vaults],
            "VAULT_BOX": list(accumulate((len(vault.boxes) for vault in vaults[:-1]), initial=0)),
            "VAULT_BOXES": [len(vault.boxes) for vault in vaults],
            "VAULT_BOX_FIRST": [box[0] for box in boxes],
            "VAULT_BOX_LAST": [box[1] for box in boxes],
            "VAULT_BOX_LOW": [box[2] for box in boxes],
            "VAULT_BOX_HIGH": [box[3] for box in boxes],
            "VAULT_MARK": list(accumulate((len(vault.marks) for vault in vaults[:-1]), initial=0)),
            "VAULT_MARK_COUNT": [len(vault.marks) for vault in vaults],
            "VAULT_MARK_ROW": [mark[0] for mark in marks],
            "VAULT_MARK_ACROSS": [mark[1] for mark in marks],
            "VAULT_MARK_TILE": [mark[2] for mark in marks],
        }

    def constants(self) -> Constants:
        rooms, corridors = self.rooms, self.corridors
        crosses, circles, caves = self.crosses, self.circles, self.caves
        boxes = [circle_boxes(radius) for radius in range(2, 6)]
        return {
            "SHAPES": self.shape_table,
            "BEYOND_CORRIDOR": BEYOND_CORRIDOR,
            "ROOM_WIDTHS": rooms.max_width - rooms.min_width + 1,
            "ROOM_HEIGHT": second_sizes(rooms.min_height, rooms.max_height),
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
            **(self.vault_constants() if self.vaults else {}),
            **(self.candidate_constants() if self.walls.pick == "candidates" else {}),
        }


def feature_structs(_dungeons: object) -> dict[str, Fields]:
    """The struct of a feature: its kind, the rectangle around its floor, the opening through which
    it was added, the feature to which it was, and its state."""
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
        yield LargestValue(MOST_SIDE, f"up to {MOST_SIDE} tiles", "feature", (extent,))
    yield LargestValue(15, "four flags", "feature", ("state",))


FEATURE_STRUCTS = Structs(feature_structs, largest_values)

FEATURES_TABLE = Table(
    "features", "feature", Accretion.feature_count, "secrets", "rooms, corridors and so on"
)
