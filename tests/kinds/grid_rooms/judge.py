"""The judge of grid rooms: what holds for every seed, as the kind's page in docs/ lists it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

OUTWARD = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}
CORRIDOR_NAMES = ("straight", "l_shaped", "z_shaped", "winding", "shared")
CORNERS_OF_KIND = {0: 0, 1: 1, 2: 2, 3: 2, 4: 1}


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the rooms, their records and the map fit each other."""
    plan, records, summary = read(spec, name, regions)
    check_ground(spec, plan, summary)
    count = summary["rooms"]
    assert count <= len(records), "more rooms than records"
    rooms, unused = records[:count], records[count:]
    blank = spec.layouts["room"].unused_values()
    assert all(record == blank for record in unused), "an unused record is not blank"
    _check_sizes(spec, name, plan, rooms)
    _check_records(spec, name, rooms, blank)
    paths = _check_paths(spec, plan, rooms)
    _check_tree(rooms, summary)
    chambers = _check_treasures(spec, name, plan, rooms, summary)
    _check_tiles(spec, plan, rooms, paths, chambers)
    _check_secrets(spec, plan, rooms, paths, chambers, summary)
    _check_stairs(spec, name, rooms, summary)


def _centre(room: dict[str, Any]) -> tuple[int, int]:
    return room["x"] + room["w"] // 2, room["y"] + room["h"] // 2


def _check_sizes(spec: Spec, name: str, plan: Plan, rooms: list[dict[str, Any]]) -> None:
    rules = parameters_of(spec, name).rooms
    edge = rules.border + 1
    for index, room in enumerate(rooms):
        x, y, w, h = room["x"], room["y"], room["w"], room["h"]
        assert rules.min_size <= w <= rules.max_size and rules.min_size <= h <= rules.max_size
        assert edge <= x and x + w <= plan.width - edge, f"room {index} is too near the edge"
        assert edge <= y and y + h <= plan.height - edge, f"room {index} is too near the edge"
        for other in rooms[:index]:
            gap_x = max(other["x"] - x - w, x - other["x"] - other["w"])
            gap_y = max(other["y"] - y - h, y - other["y"] - other["h"])
            assert max(gap_x, gap_y) >= rules.min_distance, "two rooms are too near"
        if index == 0:
            assert room["priority"] == rules.priorities.first
        elif index == len(rooms) - 1:
            assert room["priority"] == rules.priorities.last
        else:
            low, high = rules.priorities.others_min, rules.priorities.others_max
            assert low <= room["priority"] <= high


def _check_records(
    spec: Spec, name: str, rooms: list[dict[str, Any]], blank: dict[str, Any]
) -> None:
    most = parameters_of(spec, name).corridors.max_connections
    for index, room in enumerate(rooms):
        used = room["connections"]
        assert used <= most
        for slot in range(used, len(room["doors"])):
            assert room["conn_data"][slot] == blank["conn_data"][slot], "an unused slot is set"
            assert room["doors"][slot] == blank["doors"][slot], "an unused slot is set"
            assert room["breakpoints"][slot] == blank["breakpoints"][slot], "an unused slot is set"
        for slot in range(used):
            link, door = room["conn_data"][slot], room["doors"][slot]
            kind, other = link["corridor_type"], link["room_id"]
            assert door["reserved"] == 0 if "reserved" in door else True
            corners = _corners(room, slot)
            assert len(corners) == CORNERS_OF_KIND[kind], "a corridor has the wrong corners"
            back = [
                n
                for n in range(rooms[other]["connections"])
                if rooms[other]["conn_data"][n]["room_id"] == index
            ]
            assert len(back) == 1 and other != index, "a connection is not mutual"
            assert rooms[other]["conn_data"][back[0]]["corridor_type"] == kind
            assert _corners(rooms[other], back[0]) == corners[::-1]
            x, y = _centre(room)
            places = {
                0: (room["x"] - 1, y),
                1: (room["x"] + room["w"], y),
                2: (x, room["y"] - 1),
                3: (x, room["y"] + room["h"]),
            }
            assert (door["x"], door["y"]) == places[door["wall_side"]], "a door is out of place"


def _corners(room: dict[str, Any], slot: int) -> list[tuple[int, int]]:
    points = [(corner["x"], corner["y"]) for corner in room["breakpoints"][slot]]
    return [point for point in points if point != (255, 255)]


def _outside(door: dict[str, int]) -> tuple[int, int]:
    dx, dy = OUTWARD[door["wall_side"]]
    return door["x"] + dx, door["y"] + dy


def _check_paths(spec: Spec, plan: Plan, rooms: list[dict[str, Any]]) -> dict[tuple[int, int], int]:
    """The tiles of each connection's corridor by (room, slot); 0 where records do not tell."""
    floor = plan.of(spec.codes["floor"])
    rings = 0
    for room in rooms:
        rings |= plan.rectangle(room["x"] - 1, room["y"] - 1, room["w"] + 2, room["h"] + 2)
    paths = {}
    for index, room in enumerate(rooms):
        for slot in range(room["connections"]):
            kind, other = (
                room["conn_data"][slot]["corridor_type"],
                rooms[room["conn_data"][slot]["room_id"]],
            )
            back = next(
                n for n in range(other["connections"]) if other["conn_data"][n]["room_id"] == index
            )
            start, goal = room["doors"][slot], other["doors"][back]
            corners = _corners(room, slot)
            tiles = 0
            if kind in (0, 1, 2):
                points = [_outside(start), *corners, _outside(goal)]
                for point, following in itertools.pairwise(points):
                    assert point != following or len(points) == 2 or kind in (1, 2)
                    tiles |= plan.line(point, following)
                # The first and last leg step outward from their doors.
                for door, point in ((start, points[1]), (goal, points[-2])):
                    dx, dy = OUTWARD[door["wall_side"]]
                    along = (point[0] - door["x"]) * dx + (point[1] - door["y"]) * dy
                    across = (point[0] - door["x"]) * dy + (point[1] - door["y"]) * dx
                    assert along > 0 and across == 0, "a corridor does not step out of its door"
            elif kind == 3:
                assert corners == [_outside(start), _outside(goal)]
                assert all(plan.bit(*corner) & floor for corner in corners)
            else:
                assert plan.bit(*corners[0]) & floor, "a spur does not meet a corridor"
            assert tiles & ~floor == 0, "a corridor is not floor all along"
            assert tiles & rings == 0, "a corridor cuts a room"
            paths[index, slot] = tiles
    return paths


def _check_tree(rooms: list[dict[str, Any]], summary: dict[str, int]) -> None:
    ends = sum(room["connections"] for room in rooms)
    assert ends == 2 * max(0, len(rooms) - 1), "the corridors are not a tree"
    distances = {0: 0} if rooms else {}
    frontier = list(distances)
    while frontier:
        index = frontier.pop(0)
        for slot in range(rooms[index]["connections"]):
            other = rooms[index]["conn_data"][slot]["room_id"]
            if other not in distances:
                distances[other] = distances[index] + 1
                frontier.append(other)
    assert len(distances) == len(rooms), "a room is not connected"
    assert all(rooms[n]["hub_distance"] == distances[n] for n in distances)
    kinds = [0] * 5
    for room in rooms:
        for slot in range(room["connections"]):
            kinds[room["conn_data"][slot]["corridor_type"]] += 1
    assert [n // 2 for n in kinds] == [summary[f"corridors_{kind}"] for kind in CORRIDOR_NAMES]


def _check_treasures(
    spec: Spec, name: str, plan: Plan, rooms: list[dict[str, Any]], summary: dict[str, int]
) -> int:
    """The chambers' tiles."""
    code = spec.codes
    chambers = 0
    found = 0
    for room in rooms:
        x, y = room["treasure_wall_x"], room["treasure_wall_y"]
        has_treasure = (x, y) != (255, 255)
        assert room["state"] >> 1 & 1 == has_treasure and room["state"] < 4
        for slot in range(room["connections"]):
            assert room["doors"][slot]["has_treasure"] == has_treasure
        if not has_treasure:
            continue
        found += 1
        assert not room["state"] & 1, "a secret room has a treasure"
        if x in (room["x"] - 1, room["x"] + room["w"]):
            assert room["y"] <= y < room["y"] + room["h"], "a treasure is in a corner"
            wall = int(x > room["x"])
        else:
            assert y in (room["y"] - 1, room["y"] + room["h"])
            assert room["x"] <= x < room["x"] + room["w"], "a treasure is in a corner"
            wall = 2 + int(y > room["y"])
        for slot in range(room["connections"]):
            assert room["doors"][slot]["wall_side"] != wall, "a treasure's wall has a door"
        assert plan.at(x, y) == code["secret_path"]
        dx, dy = OUTWARD[wall]
        behind = (x + dx, y + dy)
        assert plan.at(*behind) == code["floor"]
        sides = [plan.at(behind[0] + sx, behind[1] + sy) for sx, sy in OUTWARD.values()]
        assert sorted(sides) == sorted([code["secret_path"]] + 3 * [code["wall"]]), "a short cut"
        chambers |= plan.bit(*behind)
    dungeon = parameters_of(spec, name)
    wanted = 0 if "treasures" in dungeon.without else dungeon.secrets.treasures
    assert found == summary["treasures"] <= wanted
    assert (found < wanted) == bool(summary["status"] & 4)
    return chambers


def _check_tiles(
    spec: Spec,
    plan: Plan,
    rooms: list[dict[str, Any]],
    paths: dict[tuple[int, int], int],
    chambers: int,
) -> None:
    """Every walkable tile is a room's floor, a door, a corridor or a chamber, and tiles tell so."""
    code = spec.codes
    floors = doors = secret_doors = 0
    for room in rooms:
        floors |= plan.rectangle(room["x"], room["y"], room["w"], room["h"])
        for slot in range(room["connections"]):
            door = room["doors"][slot]
            if door["is_secret_door"]:
                secret_doors |= plan.bit(door["x"], door["y"])
            else:
                doors |= plan.bit(door["x"], door["y"])
        if room["treasure_wall_x"] != 255:
            secret_doors |= plan.bit(room["treasure_wall_x"], room["treasure_wall_y"])
    assert plan.of(code["door"]) == doors, "doors and records differ"
    assert plan.of(code["secret_path"]) == secret_doors, "secret paths and records differ"
    assert floors & ~plan.of(code["floor"], code["up_stairs"], code["down_stairs"]) == 0
    kinds = {r["conn_data"][s]["corridor_type"] for r in rooms for s in range(r["connections"])}
    if not kinds & {3, 4}:
        corridors = 0
        for tiles in paths.values():
            corridors |= tiles
        assert plan.of(code["floor"]) & ~(floors | corridors | chambers) == 0, "floor without cause"


def _check_secrets(
    spec: Spec,
    plan: Plan,
    rooms: list[dict[str, Any]],
    paths: dict[tuple[int, int], int],
    chambers: int,
    summary: dict[str, int],
) -> None:
    code = spec.codes
    hidden = chambers
    secrets = 0
    exact = True
    entrances = sum(
        room["doors"][slot]["is_secret_door"]
        for room in rooms
        for slot in range(room["connections"])
    )
    for index, room in enumerate(rooms):
        if not room["state"] & 1:
            continue
        secrets += 1
        assert room["connections"] == 1, "a secret room has not one connection"
        neighbour = rooms[room["conn_data"][0]["room_id"]]
        assert not neighbour["state"] & 1, "a secret room hangs on a secret room"
        slot = next(
            n
            for n in range(neighbour["connections"])
            if neighbour["conn_data"][n]["room_id"] == index
        )
        entrance = neighbour["doors"][slot]
        assert entrance["is_secret_door"] and not room["doors"][0]["is_secret_door"]
        walls = [neighbour["doors"][n]["wall_side"] for n in range(neighbour["connections"])]
        assert walls.count(entrance["wall_side"]) == 1, "a secret door shares its wall"
        exact &= bool(paths[index, 0])
        hidden |= paths[index, 0]
        hidden |= plan.rectangle(room["x"] - 1, room["y"] - 1, room["w"] + 2, room["h"] + 2)
    assert secrets == summary["secret_rooms"] == entrances
    if summary["status"] & 1 or not exact:
        return
    open_ground = plan.of(code["floor"], code["door"], code["up_stairs"], code["down_stairs"])
    up = plan.bit(summary["up_x"], summary["up_y"])
    assert open_ground & ~plan.flood(up, open_ground) & ~hidden == 0, "cut off but not secret"


def _check_stairs(
    spec: Spec, name: str, rooms: list[dict[str, Any]], summary: dict[str, int]
) -> None:
    rules = parameters_of(spec, name).stairs
    candidates = [room for room in rooms if not room["state"] & 1]
    assert bool(summary["status"] & 1) == (not candidates)
    assert bool(summary["status"] & 2) == (len(candidates) < 2)
    if len(candidates) < 2:
        return
    up = next(r for r in candidates if _centre(r) == (summary["up_x"], summary["up_y"]))
    down = next(r for r in candidates if _centre(r) == (summary["down_x"], summary["down_y"]))
    assert up is not down
    assert up["priority"] == max(room["priority"] for room in candidates)

    def distance(room: dict[str, Any]) -> int:
        (x, y), (up_x, up_y) = _centre(room), _centre(up)
        return abs(x - up_x) + abs(y - up_y)

    least = rules.distance_few if len(rooms) <= rules.few_rooms else rules.distance_many
    far = [room for room in candidates if room is not up and distance(room) >= least]
    if far:
        assert distance(down) >= least
        assert down["priority"] == max(room["priority"] for room in far)
    else:
        assert distance(down) == max(distance(room) for room in candidates)
