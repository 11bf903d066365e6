"""What the tests over all passes need to know of `loops`."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from helpers.records import OUTWARD, End, Tile, course_of, ends_of, walls_of
from helpers.solid import regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec

LOCKED_DOOR = 8


def new_corridors(before: Plan, after: Plan) -> Iterator[tuple[int, End, int, End]]:
    """The corridors that only the later records have, each once, by both of its ends; all other
    fields must be as they were."""
    new: dict[frozenset[int], list[tuple[int, End]]] = {}
    for number, (old, room) in enumerate(zip(before.records, after.records, strict=True)):
        count = old["connections"]
        for field, value in old.items():
            if field in ("conn_data", "doors", "breakpoints"):
                assert room[field][:count] == value[:count], f"{field} of a corridor has changed"
                used = room["connections"]
                assert room[field][used:] == value[used:], f"{field} without a corridor"
            elif field != "connections":
                assert room[field] == value, f"{field} of room {number} has changed"
        for end in ends_of(room)[count:]:
            new.setdefault(frozenset((number, end[0])), []).append((number, end))
        treasure = bool(room["state"] & 2)
        assert all(door["has_treasure"] == treasure for door in room["doors"][:used])
    for ends in new.values():
        (one, end), (other, far) = ends
        assert (end[0], far[0]) == (other, one), "a corridor is recorded in one room only"
        assert end[1] == far[1] and end[4] == far[4][::-1], "both ends have other corners"
        yield one, end, other, far


def middle(room: Mapping[str, Any]) -> Tile:
    return room["x"] + room["w"] // 2, room["y"] + room["h"] // 2


def graph(plan: Plan) -> dict[tuple[int, int], int]:
    """The steps of each corridor from middle to middle, by the numbers of its rooms."""
    found = {}
    for number, room in enumerate(plan.records):
        for other, _, door, _, corners in ends_of(room):
            points = [middle(room), door, *corners, middle(plan.records[other])]
            steps = (abs(a - c) + abs(b - d) for (a, b), (c, d) in itertools.pairwise(points))
            found[number, other] = sum(steps)
    return found


def way_round(ways: Mapping[tuple[int, int], int], start: int, goal: int) -> int:
    """The shortest way from one room to another without the corridor that joins them; very long if
    there is none."""
    heap, done = [(0, start)], set()
    while heap:
        steps, room = heapq.heappop(heap)
        if room == goal:
            return steps
        done.add(room)
        for (one, other), way in ways.items():
            if one == room and other not in done and {one, other} != {start, goal}:
                heapq.heappush(heap, (steps + way, other))
    return 1 << 16


def around(tiles: set[Tile]) -> set[Tile]:
    return {(x + i, y + j) for x, y in tiles for i in (-1, 0, 1) for j in (-1, 0, 1)}


def check_end(spec: Spec, before: Plan, after: Plan, number: int, end: End) -> None:
    """Raise AssertionError unless a room may have an opening there."""
    room, (_, _, door, wall, _) = before.records[number], end
    assert door in walls_of(room, wall), "a door that is not in its wall"
    across, down = OUTWARD[wall]
    inside = door[0] - across, door[1] - down
    assert before.at(*inside) in ground_codes(spec), "an opening that leads into no room"
    beside = {(door[0] + down, door[1] + across), (door[0] - down, door[1] - across)}
    ways = tiles_of(after, *walkable(spec))
    assert not beside & ways, "two openings side by side"
    assert not room["state"] & 1, "a secret room has another opening"
    if room["state"] & 2:
        treasure = room["treasure_wall_x"], room["treasure_wall_y"]
        assert treasure not in walls_of(room, wall), "an opening beside a treasure"
    if "secret_path" in spec.codes:
        for slot in range(room["connections"]):
            place = room["doors"][slot]
            hides = before.at(place["x"], place["y"]) == spec.codes["secret_path"]
            assert place["is_secret_door"] or not hides, "a hidden room has another opening"


def walkable(spec: Spec) -> list[int]:
    return [tile.code for tile in spec.tiles.values() if tile.walkable]


def check_locks(spec: Spec, before: Plan, after: Plan) -> None:
    """Raise AssertionError unless locked doors divide the map as before."""
    doors = {(x, y) for kind, x, y in before.entities if kind == LOCKED_DOOR}
    parts = []
    for plan in (before, after):
        ways = tiles_of(plan, *walkable(spec)) - doors
        floors = {middle(room) for room in before.records}
        found = [frozenset(region & floors) for region in regions_of(ways)]
        parts.append({part for part in found if part})
    assert parts[0] == parts[1], "a loop joins two sides of a locked door"


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless the map has exactly the new corridors of the records, each of
    which makes a long way shorter."""
    code, ways = spec.codes, graph(after)
    rock, opened = {code["empty"], code["wall"]}, tiles_of(after, *walkable(spec))
    dug: set[Tile] = set()
    count = 0
    for one, end, other, far in new_corridors(before, after):
        count += 1
        course = course_of(end, far)
        assert len(course) <= use["max_length"], "a corridor that is too long"
        assert all(before.at(*tile) in rock for tile in course), "a corridor through no rock"
        assert all(after.at(*tile) == code["floor"] for tile in course[1:-1])
        assert not (around(set(course[1:-1])) & opened) - set(course), "a junction"
        for tile in (course[0], course[-1]):
            assert after.at(*tile) in (code["floor"], code["door"])
            assert use["doors"] != 100 or after.at(*tile) == code["door"]
            assert use["doors"] != 0 or after.at(*tile) == code["floor"]
        check_end(spec, before, after, one, end)
        check_end(spec, before, after, other, far)
        assert way_round(ways, one, other) >= use["least_way"], "a way round that is short"
        dug |= set(course)
    assert count <= use["most"] and (count == 0 or use["chance"])
    assert count == after.figures["loops_opened"] - before.figures["loops_opened"]
    near = around(dug)
    for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True)):
        tile = at % before.width, at // before.width
        if old != new:
            is_wall = (old, new) == (code["empty"], code["wall"])
            assert tile in dug or (is_wall and tile in near), f"{tile} is in no corridor"
    assert not near & tiles_of(after, code["empty"]), "a corridor without a wall"
    check_locks(spec, before, after)


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    return {
        "chance": draw(st.sampled_from([0, 40, 100])),
        "least_way": draw(st.integers(2, 70)),
        "most": draw(st.integers(1, 12)),
        "max_length": draw(st.integers(3, 64)),
        "tries": draw(st.integers(1, 20)),
        "doors": draw(st.sampled_from([0, 60, 100])),
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {"chance": 100, "least_way": 20},
        {"chance": 60, "least_way": 40, "doors": 50, "max_length": 40, "most": 32, "tries": 3},
    ),
)
