"""The judge of binary space partitions: what holds for every seed, as the kind's page lists it.

It reads only the bytes that are in memory, and shares no code with the generator.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

OUTWARD = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}
KIND_NAMES = ("straight", "l_shaped", "z_shaped")

Record = dict[str, Any]


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the rooms, their records and the map fit each other."""
    plan, records, summary = read(spec, name, regions)
    check_ground(spec, plan, summary)
    assert summary["status"] == 0, "both stairs always have a room"
    rules = parameters_of(spec, name)
    count = summary["rooms"]
    assert 2 <= count <= min(rules.split.rooms, 2**rules.split.depth, len(records))
    rooms, unused = records[:count], records[count:]
    blank = spec.layouts["room"].unused_values()
    assert all(record == blank for record in unused), "an unused record is not blank"
    _check_places(rules, plan, rooms)
    _check_cuts(rooms)
    _check_records(rules, rooms, blank)
    paths = _check_paths(spec, plan, rooms)
    _check_network(rules, rooms, summary)
    _check_tiles(spec, rules, plan, rooms, paths)
    _check_stairs(rules, rooms, summary)


def _centre(room: Record) -> tuple[int, int]:
    return room["x"] + room["w"] // 2, room["y"] + room["h"] // 2


def _check_places(rules: Any, plan: Plan, rooms: list[Record]) -> None:
    """Every room has a size that is allowed, and keeps its distance from the edges."""
    least, most, margin = rules.rooms.min_size, rules.rooms.max_size, rules.rooms.margin
    near = max(2, margin)
    for index, room in enumerate(rooms):
        assert least <= room["w"] <= most and least <= room["h"] <= most, f"size of room {index}"
        assert room["x"] >= near and room["y"] >= near
        assert room["x"] + room["w"] <= plan.width - margin
        assert room["y"] + room["h"] <= plan.height - margin
        assert room["treasure_wall_x"] == room["treasure_wall_y"] == 255 and room["state"] == 0


def _check_cuts(rooms: list[Record]) -> None:
    """A line that no room with its walls touches cuts any two rooms or more into two groups."""
    groups = [rooms]
    while groups:
        group = groups.pop()
        if len(group) == 1:
            continue
        halves = None
        for place, side in (("x", "w"), ("y", "h")):
            ordered = sorted(group, key=lambda room: room[place])
            reach = 0
            for number, room in enumerate(ordered):
                # The line is between the walls of the rooms before it and of those behind it.
                if number and room[place] - 1 > reach + 1:
                    halves = ordered[:number], ordered[number:]
                reach = max(reach, room[place] + room[side])
        assert halves, "no cut parts these rooms"
        groups += halves


def _check_records(rules: Any, rooms: list[Record], blank: Record) -> None:
    most = rules.corridors.max_connections
    for index, room in enumerate(rooms):
        used = room["connections"]
        assert 1 <= used <= most
        for slot in range(used, len(room["doors"])):
            for rows in ("conn_data", "doors", "breakpoints"):
                assert room[rows][slot] == blank[rows][slot], "an unused slot is set"
        places: dict[int, tuple[int, int]] = {}
        others = [room["conn_data"][slot]["room_id"] for slot in range(used)]
        assert len(set(others)) == used and index not in others, "two corridors between two rooms"
        for slot in range(used):
            link, door = room["conn_data"][slot], room["doors"][slot]
            assert door.get("reserved", 0) == 0 and link.get("reserved", 0) == 0
            assert not door["is_secret_door"] and not door["has_treasure"]
            kind, corners = link["corridor_type"], _corners(room, slot)
            assert len(corners) == kind, "a straight one has no corner, an L one, a Z two"
            other = rooms[link["room_id"]]
            back = _slot_to(other, index)
            assert other["conn_data"][back]["corridor_type"] == kind
            assert _corners(other, back) == corners[::-1]
            wall, x, y = door["wall_side"], door["x"], door["y"]
            assert places.setdefault(wall, (x, y)) == (x, y), "a wall has two doors"
            if wall < 2:
                assert x == (room["x"] - 1, room["x"] + room["w"])[wall], "a door is out of place"
                assert room["y"] <= y < room["y"] + room["h"], "a door is in a corner"
            else:
                assert y == (room["y"] - 1, room["y"] + room["h"])[wall - 2], "a door out of place"
                assert room["x"] <= x < room["x"] + room["w"], "a door is in a corner"


def _slot_to(room: Record, index: int) -> int:
    return next(n for n in range(room["connections"]) if room["conn_data"][n]["room_id"] == index)


def _corners(room: Record, slot: int) -> list[tuple[int, int]]:
    points = [(corner["x"], corner["y"]) for corner in room["breakpoints"][slot]]
    return [point for point in points if point != (255, 255)]


def _check_paths(spec: Spec, plan: Plan, rooms: list[Record]) -> int:
    """The tiles of all corridors, without their doors."""
    floor = plan.of(spec.codes["floor"])
    rings = paths = 0
    for room in rooms:
        rings |= plan.rectangle(room["x"] - 1, room["y"] - 1, room["w"] + 2, room["h"] + 2)
    for index, room in enumerate(rooms):
        for slot in range(room["connections"]):
            other = rooms[room["conn_data"][slot]["room_id"]]
            start, goal = room["doors"][slot], other["doors"][_slot_to(other, index)]
            corners = _corners(room, slot)
            points = [_outside(start), *corners, _outside(goal)]
            tiles = 0
            for point, following in itertools.pairwise(points):
                tiles |= plan.line(point, following)
            # The first and last leg step outward from their doors, and every corner is a turn.
            for door, point in ((start, points[1]), (goal, points[-2])):
                dx, dy = OUTWARD[door["wall_side"]]
                along = (point[0] - door["x"]) * dx + (point[1] - door["y"]) * dy
                across = (point[0] - door["x"]) * dy + (point[1] - door["y"]) * dx
                assert along > 0 and across == 0, "a corridor does not step out of its door"
            if len(corners) == 2:
                assert corners[0] != corners[1], "a Z that is straight"
                level = start["wall_side"] < 2
                assert (corners[0][0] == corners[1][0]) == level, "a Z does not turn"
                assert (goal["wall_side"] < 2) == level
            elif len(corners) == 1:
                assert (goal["wall_side"] < 2) != (start["wall_side"] < 2)
            assert tiles & ~floor == 0, "a corridor is not floor all along"
            assert tiles & rings == 0, "a corridor touches a room"
            paths |= tiles
    return paths


def _outside(door: dict[str, int]) -> tuple[int, int]:
    dx, dy = OUTWARD[door["wall_side"]]
    return door["x"] + dx, door["y"] + dy


def _check_network(rules: Any, rooms: list[Record], summary: dict[str, int]) -> None:
    kinds = [0] * 3
    for room in rooms:
        for slot in range(room["connections"]):
            kinds[room["conn_data"][slot]["corridor_type"]] += 1
    assert [n // 2 for n in kinds] == [summary[f"corridors_{kind}"] for kind in KIND_NAMES]
    if rules.corridors.shape != "l":
        assert kinds[1] == 0, "an L that was not asked for"
    loops = summary["loops"]
    assert sum(kinds) // 2 == len(rooms) - 1 + loops, "loops do not count the corridors left over"
    chance = 100 if rules.connect == "adjacent" else rules.corridors.loop_chance
    if chance == 0:
        assert loops == summary["dropped"] == 0
    distances = {0: 0}
    frontier = [0]
    for index in frontier:
        for slot in range(rooms[index]["connections"]):
            other = rooms[index]["conn_data"][slot]["room_id"]
            if other not in distances:
                distances[other] = distances[index] + 1
                frontier.append(other)
    assert len(distances) == len(rooms), "a room is not connected"
    assert all(rooms[n]["hub_distance"] == distances[n] for n in distances)
    if summary["dropped"]:
        full = rules.corridors.max_connections
        assert any(room["connections"] == full for room in rooms), "a loop was dropped for nothing"
    if rules.connect == "chain":
        for index in range(len(rooms) - 1):
            _slot_to(rooms[index], index + 1)


def _check_tiles(spec: Spec, rules: Any, plan: Plan, rooms: list[Record], paths: int) -> None:
    """Every walkable tile is a room's floor, a door or a corridor, and tiles tell so."""
    code = spec.codes
    floors = doors = 0
    for room in rooms:
        floors |= plan.rectangle(room["x"], room["y"], room["w"], room["h"])
        for slot in range(room["connections"]):
            doors |= plan.bit(room["doors"][slot]["x"], room["doors"][slot]["y"])
    door, stairs = plan.of(code["door"]), plan.of(code["up_stairs"], code["down_stairs"])
    walkable = plan.of(code["floor"]) | door | stairs
    assert walkable == floors | doors | paths, "floor without cause, or none where it should be"
    assert stairs & ~floors == 0 and door & ~doors == 0
    if rules.doors.chance == 100:
        assert door == doors, "a door is missing"
    if rules.doors.chance == 0:
        assert not door, "a door that was not asked for"


def _check_stairs(rules: Any, rooms: list[Record], summary: dict[str, int]) -> None:
    down = len(rooms) - 1
    if rules.stairs.down == "farthest":
        most = max(room["hub_distance"] for room in rooms)
        down = max(n for n, room in enumerate(rooms) if room["hub_distance"] == most)
    assert (summary["up_x"], summary["up_y"]) == _centre(rooms[0])
    assert (summary["down_x"], summary["down_y"]) == _centre(rooms[down])
    assert summary["way_length"] == rooms[down]["hub_distance"]
    for index, room in enumerate(rooms):
        assert room["priority"] == (10 if index == 0 else 9 if index == down else 0)
