"""The judge of accretion dungeons: what holds for every seed.

It reads only the bytes that are in memory, and shares no code with the generator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import check_ground, read

from pygen.spec import Spec

FIGURES = {"features", "loops", "hidden", "treasures"}
ROOM, CORRIDOR, CROSS, CIRCLE, CAVE, VAULT = range(6)
HIDDEN, HAS_TREASURE, LEADS_ON, HAS_STAIRS = 1, 2, 4, 8
NONE = 255


@dataclass
class Feature:
    """A feature: its record, and the set of its walkable tiles."""

    number: int
    record: dict[str, int]
    ground: int

    @property
    def door(self) -> tuple[int, int]:
        return self.record["door_x"], self.record["door_y"]

    def state(self, bit: int) -> bool:
        return bool(self.record["state"] & bit)


class Dungeon:
    """The map and the features of a dungeon."""

    def __init__(self, spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
        self.plan, rooms, self.summary = read(spec, name, regions)
        assert not rooms
        check_ground(spec, self.plan, self.summary)
        self.code = spec.codes
        self.parameters = parameters_of(spec, name)
        layout, data = spec.layouts["feature"], regions["features"]
        rows = [layout.unpack(data, at) for at in range(0, len(data), layout.size)]
        used = self.summary["features"]
        assert 1 <= used <= self.parameters.features.most <= len(rows)
        unused = layout.unused_values()
        assert all(row == unused for row in rows[used:]), "a record past the features is not blank"
        self.walkable = self.tiles(
            "floor", "door", "up_stairs", "down_stairs", "secret_path", "treasure"
        )
        self.features = self._features(rows[:used])

    def tiles(self, *names: str) -> int:
        """The set of all tiles with one of these names."""
        return self.plan.of(*(self.code[name] for name in names))

    def box(self, record: Mapping[str, int]) -> int:
        """The rectangle of a feature."""
        return self.plan.rectangle(record["x"], record["y"], record["w"], record["h"])

    def _features(self, records: list[dict[str, int]]) -> list[Feature]:
        """The features: what can be reached from its opening within its rectangle is its own.

        Others may lie in a corner of that rectangle, but walls are between them.
        """
        found: list[Feature] = []
        openings = sum(
            {self.plan.bit(record["door_x"], record["door_y"]) for record in records[1:]}
        )
        doors = self.tiles("door", "secret_path")
        for number, record in enumerate(records):
            ground = self.box(record) & self.walkable & ~openings
            if number > 0:
                if record["kind"] < VAULT:
                    ground &= ~doors
                start = self.plan.beside(self.plan.bit(record["door_x"], record["door_y"]))
                ground = self.plan.flood(start & ground, ground)
            assert ground, "a feature without floor"
            found.append(Feature(number, record, ground))
        self.openings = self.walkable
        for feature in found:
            assert self.openings & feature.ground == feature.ground, "two features on a tile"
            self.openings ^= feature.ground
        return found

    def owner(self, tile: int) -> Feature:
        """The feature that has a tile."""
        return next(feature for feature in self.features if feature.ground & tile)


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the map is a dungeon of these features."""
    dungeon = Dungeon(spec, name, regions)
    assert set(dungeon.summary) == set(spec.structs["summary"]) | FIGURES
    check_first(dungeon)
    for feature in dungeon.features:
        check_shape(dungeon, feature)
    check_openings(dungeon)
    check_loops(dungeon)
    check_stairs(dungeon)
    check_secrets(dungeon)
    check_status(dungeon)


def check_first(dungeon: Dungeon) -> None:
    """The first feature is a room in the middle, and was added to none."""
    record, plan = dungeon.features[0].record, dungeon.plan
    assert record["kind"] == ROOM
    assert record["x"] == (plan.width - record["w"]) // 2
    assert record["y"] == (plan.height - record["h"]) // 2
    assert (record["door_x"], record["door_y"], record["parent"]) == (NONE, NONE, NONE)


def rows_of(dungeon: Dungeon, feature: Feature) -> list[list[bool]]:
    """The feature's rectangle, row by row: whether a tile is its own ground."""
    record, plan = feature.record, dungeon.plan
    return [
        [
            bool(feature.ground & plan.bit(x, y))
            for x in range(record["x"], record["x"] + record["w"])
        ]
        for y in range(record["y"], record["y"] + record["h"])
    ]


def check_shape(dungeon: Dungeon, feature: Feature) -> None:
    """A feature has the size and shape that its kind says, and hangs together."""
    record, parameters = feature.record, dungeon.parameters
    kind, width, height = record["kind"], record["w"], record["h"]
    start = feature.ground & -feature.ground
    if kind < VAULT:
        assert dungeon.plan.flood(start, feature.ground) == feature.ground, "a feature is in pieces"
    rows = rows_of(dungeon, feature)
    if kind == ROOM:
        weights = parameters.features.weights
        sizes = [parameters.rooms]
        sizes += [parameters.large_rooms] if weights.large_room else []
        sizes += [parameters.small_rooms] if weights.small_room else []
        assert any(
            rooms.min_width <= width <= rooms.max_width
            and rooms.min_height <= height <= rooms.max_height
            for rooms in sizes
        ), "no room has this size"
        assert all(map(all, rows)), "a room with a solid tile"
    elif kind == CORRIDOR:
        corridors = parameters.corridors
        assert min(width, height) == 1
        assert corridors.min_length <= max(width, height) <= corridors.max_length
        assert all(map(all, rows)), "a corridor with a solid tile"
    elif kind == CROSS:
        check_cross(parameters, rows)
    elif kind == CIRCLE:
        check_circle(parameters, rows)
    elif kind == CAVE:
        check_cave(dungeon, feature, rows)
    else:
        check_vault(dungeon, feature)


def check_cross(parameters: Any, rows: list[list[bool]]) -> None:
    """A cross is all columns that are open from end to end, and all rows that are."""
    sizes = parameters.crosses
    for size in (len(rows), len(rows[0])):
        assert sizes.min_size <= size <= sizes.max_size
    whole_rows = [all(row) for row in rows]
    whole_columns = [all(column) for column in zip(*rows)]
    for y, row in enumerate(rows):
        for x, is_open in enumerate(row):
            assert is_open == (whole_rows[y] or whole_columns[x]), "no cross"
    for whole in (whole_rows, whole_columns):
        count, size = sum(whole), len(whole)
        assert 1 <= count <= size // 2
        assert whole[size // 2] or whole[(size - 1) // 2]
        first = whole.index(True)
        assert whole[first : first + count] == [True] * count, "a bar is in pieces"


def check_circle(parameters: Any, rows: list[list[bool]]) -> None:
    """A circle has all tiles of its rectangle within the radius, and a bit more."""
    radius = len(rows) // 2
    assert len(rows) == len(rows[0]) == 2 * radius + 1
    assert parameters.circles.min_radius <= radius <= parameters.circles.max_radius
    for y, row in enumerate(rows):
        for x, is_open in enumerate(row):
            distance = (x - radius) ** 2 + (y - radius) ** 2
            assert is_open == (distance < (radius + 0.5) ** 2), "no circle"


def check_cave(dungeon: Dungeon, feature: Feature, rows: list[list[bool]]) -> None:
    """A cave is rows, seen from its opening, that have the middle and whose ends wander slowly."""
    sizes = dungeon.parameters.caves
    for size in (len(rows), len(rows[0])):
        assert sizes.min_size <= size <= sizes.max_size
    record = feature.record
    door_x, door_y = feature.door
    if door_x in (record["x"] - 1, record["x"] + record["w"]):
        rows = [list(column) for column in zip(*rows)]
        entrance = door_y - record["y"]
        is_reversed = door_x > record["x"]
    else:
        entrance = door_x - record["x"]
        is_reversed = door_y > record["y"]
    if is_reversed:
        rows.reverse()
    middle = len(rows[0]) // 2
    ends = []
    for row in rows:
        low, high = row.index(True), len(row) - 1 - row[::-1].index(True)
        assert all(row[low : high + 1]), "a gap in a cave"
        assert low <= middle <= high
        ends.append((low, high))
    assert ends[0] == (min(middle, entrance), max(middle, entrance))
    for one, other in pairwise(ends):
        assert abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1, "a cave too uneven"


def turned(drawing: list[str]) -> list[list[str]]:
    """A drawing in all eight positions."""
    found = []
    width = max(map(len, drawing))
    rows = [row.ljust(width) for row in drawing]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1])]
        found += [rows, [row[::-1] for row in rows]]
    return found


def check_vault(dungeon: Dungeon, feature: Feature) -> None:
    """A vault is its drawing, turned or mirrored, and its way in is its opening."""
    plan, code, record = dungeon.plan, dungeon.code, feature.record
    vault = dungeon.parameters.vaults[record["kind"] - VAULT]
    tiles = {
        ".": code["floor"],
        "+": code["door"],
        "?": code["secret_path"],
        "$": code["treasure"],
    }
    left, top = record["x"] - 1, record["y"] - 1
    size = record["h"] + 2, record["w"] + 2

    def fits(rows: list[str]) -> bool:
        if (len(rows), len(rows[0])) != size:
            return False
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                found = plan.at(left + x, top + y)
                if mark in tiles:
                    if found != tiles[mark]:
                        return False
                    is_edge = x in (0, len(row) - 1) or y in (0, len(rows) - 1)
                    if is_edge and (left + x, top + y) != feature.door:
                        return False
                elif feature.ground & plan.bit(left + x, top + y):
                    return False
        return True

    assert any(fits(rows) for rows in turned(vault.drawing)), "a vault unlike its drawing"
    walls = plan.around(feature.ground) & ~feature.ground & ~plan.bit(*feature.door)
    assert walls & dungeon.walkable == 0, "a vault is open"
    drawn = "".join(vault.drawing)
    assert feature.state(HAS_TREASURE) == ("$" in drawn)
    code_of_door = plan.at(*feature.door)
    assert feature.state(HIDDEN) == (code_of_door == code["secret_path"])
    assert not feature.state(LEADS_ON) and not feature.state(HAS_STAIRS)


def sides_of(dungeon: Dungeon, x: int, y: int) -> tuple[Feature, Feature]:
    """The two features that an opening joins; it is in a straight wall between them."""
    plan = dungeon.plan
    beside = plan.beside(plan.bit(x, y)) & dungeon.walkable
    across = plan.bit(x - 1, y) | plan.bit(x + 1, y)
    along = plan.bit(x, y - 1) | plan.bit(x, y + 1)
    assert beside in (across, along), f"the opening {x},{y} is not in a straight wall"
    first = beside & -beside
    return dungeon.owner(first), dungeon.owner(beside ^ first)


def check_openings(dungeon: Dungeon) -> None:
    """Each feature but the first was added to an earlier one, through the opening between them."""
    plan, code = dungeon.plan, dungeon.code
    left = dungeon.openings
    allowed = {code["floor"], code["door"], code["secret_path"]}
    for feature in dungeon.features[1:]:
        opening = plan.bit(*feature.door)
        assert left & opening, "an opening of two features, or of none"
        left ^= opening
        assert plan.at(*feature.door) in allowed
        parent = dungeon.features[feature.record["parent"]]
        assert parent.number < feature.number
        ends = sides_of(dungeon, *feature.door)
        assert {end.number for end in ends} == {parent.number, feature.number}
        assert parent.state(LEADS_ON)
        both = {parent.record["kind"], feature.record["kind"]}
        if both == {CORRIDOR}:
            assert plan.at(*feature.door) != code["door"], "a door between two corridors"
        assert parent.record["kind"] < VAULT, "a feature was added to a vault"
    dungeon.openings = left
    doors = dungeon.tiles("door", "secret_path")
    for feature in dungeon.features:
        if feature.record["kind"] >= VAULT:
            doors &= ~feature.ground
    assert doors & plan.beside(doors) == 0, "two doors side by side"
    if dungeon.parameters.doors.chance == 0:
        entrances = sum(
            plan.bit(*feature.door)
            for feature in dungeon.features
            if feature.record["kind"] >= VAULT
        )
        assert doors & dungeon.tiles("door") & ~entrances == 0, "a door"


def check_loops(dungeon: Dungeon) -> None:
    """What is left are loops: the way round each of them is long."""
    plan, loops = dungeon.plan, dungeon.openings
    assert loops.bit_count() == dungeon.summary["loops"]
    assert loops.bit_count() <= dungeon.parameters.loops.most
    if dungeon.parameters.loops.chance == 0:
        assert loops == 0, "a loop"
    joined = {feature.record["parent"] for feature in dungeon.features[1:]}
    while loops:
        opening = loops & -loops
        loops ^= opening
        y, x = divmod(opening.bit_length() - 1, plan.width)
        one, other = sides_of(dungeon, x, y)
        assert one is not other
        assert one.record["parent"] != other.number and other.record["parent"] != one.number
        assert one.record["kind"] < VAULT and other.record["kind"] < VAULT
        joined |= {one.number, other.number}
        if plan.at(x, y) == dungeon.code["door"]:
            assert not one.record["kind"] == other.record["kind"] == CORRIDOR
        beside = plan.beside(opening) & dungeon.walkable
        ground = dungeon.walkable & ~opening
        reached, steps = beside & -beside, 0
        goal = beside ^ reached
        while not reached & goal:
            reached |= plan.beside(reached) & ground
            steps += 1
        assert steps >= dungeon.parameters.loops.least_way, f"the way round {x},{y} is short"
    for feature in dungeon.features:
        assert feature.state(LEADS_ON) == (feature.number in joined), "what leads on"


def check_stairs(dungeon: Dungeon) -> None:
    """Stairs are in two features that are no corridors and no vaults, if there are two."""
    plan, summary = dungeon.plan, dungeon.summary
    owners = []
    for which in ("up", "down"):
        owner = dungeon.owner(plan.bit(summary[f"{which}_x"], summary[f"{which}_y"]))
        assert owner.state(HAS_STAIRS)
        assert owner.record["kind"] != CORRIDOR and owner.record["kind"] < VAULT
        owners.append(owner.number)
    with_stairs = {item.number for item in dungeon.features if item.state(HAS_STAIRS)}
    assert with_stairs == set(owners)
    suited = [
        item
        for item in dungeon.features
        if item.record["kind"] != CORRIDOR and item.record["kind"] < VAULT
    ]
    if len(suited) == 1:
        assert owners == [0, 0]
        return
    assert owners[0] != owners[1]

    def distance(feature: Feature) -> Any:
        record = feature.record
        return abs(record["x"] + record["w"] // 2 - summary["up_x"]) + abs(
            record["y"] + record["h"] // 2 - summary["up_y"]
        )

    others = [item for item in suited if item.number != owners[0]]
    assert owners[1] == max(others, key=distance).number, "the down stairs are not the farthest"


def check_secrets(dungeon: Dungeon) -> None:
    """Hidden are dead ends; treasures are in dead ends, first in those that are hidden."""
    plan, code, secrets = dungeon.plan, dungeon.code, dungeon.parameters.secrets
    treasures = dungeon.tiles("treasure")
    assert dungeon.summary["treasures"] == treasures.bit_count()
    plain = [item for item in dungeon.features if item.record["kind"] < VAULT]
    hidden = [item for item in plain if item.state(HIDDEN)]
    assert dungeon.summary["hidden"] == len(hidden)
    for feature in plain:
        is_end = not feature.state(LEADS_ON) and not feature.state(HAS_STAIRS)
        is_secret = feature.number > 0 and plan.at(*feature.door) == code["secret_path"]
        assert feature.state(HIDDEN) == is_secret
        if feature.state(HIDDEN):
            assert is_end and feature.record["kind"] != CORRIDOR
        found = feature.ground & treasures
        assert found.bit_count() == feature.state(HAS_TREASURE)
        if found:
            assert is_end and feature.number > 0
            check_treasure(dungeon, feature, found)
        treasures &= ~found
    ends = [item for item in plain[1:] if not item.state(LEADS_ON) and not item.state(HAS_STAIRS)]
    placed = sum(item.state(HAS_TREASURE) for item in plain)
    if "secrets" in dungeon.parameters.without:
        assert not hidden and not placed
        return
    if secrets.room_chance in (0, 100):
        wanted = [item for item in ends if item.record["kind"] != CORRIDOR]
        assert hidden == (wanted if secrets.room_chance else [])
    assert placed == min(secrets.treasures, len(ends))
    assert sum(item.state(HAS_TREASURE) for item in hidden) == min(placed, len(hidden))
    for feature in dungeon.features:
        if feature.record["kind"] >= VAULT:
            treasures &= ~feature.ground
    assert treasures == 0, "a treasure lies outside"


def check_treasure(dungeon: Dungeon, feature: Feature, place: int) -> None:
    """A treasure is in the middle, or at the end of a corridor that is away from its opening."""
    record, plan = feature.record, dungeon.plan
    if record["kind"] == CORRIDOR:
        assert (plan.beside(place) & feature.ground).bit_count() == 1
        assert plan.beside(place) & plan.bit(*feature.door) == 0
    else:
        x, y = record["x"] + record["w"] // 2, record["y"] + record["h"] // 2
        assert place == plan.bit(x, y)


def check_status(dungeon: Dungeon) -> None:
    """The status says what is missing."""
    parameters, plain = dungeon.parameters, dungeon.features
    placed = sum(item.state(HAS_TREASURE) for item in plain if item.record["kind"] < VAULT)
    wanted = 0 if "secrets" in parameters.without else parameters.secrets.treasures
    expected = 4 * (placed < wanted)
    expected += 8 * (len(dungeon.features) < parameters.features.most)
    assert dungeon.summary["status"] == expected
