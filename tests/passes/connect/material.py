"""What the tests over all passes need to know of `connect`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.records import course_of, ends_of, walls_of
from helpers.solid import regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless all rooms are joined, by corridors with walls, and nothing but
    rock has become anything else."""
    code = spec.codes
    changed = {
        (at % before.width, at // before.width): pair
        for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
        if pair[0] != pair[1]
    }
    dug = {place for place, (_, new) in changed.items() if new != code["wall"]}
    near = {(x + i, y + j) for x, y in dug for i in (-1, 0, 1) for j in (-1, 0, 1)}
    for place, (old, new) in changed.items():
        assert old in (code["empty"], code["wall"]), f"{place} was no rock"
        assert new in (code["wall"], code["floor"], code["door"])
        assert new != code["wall"] or place in near, "a wall away from all corridors"
    assert not near & tiles_of(after, code["empty"]), "a corridor without a wall"
    ways = [tile.code for tile in spec.tiles.values() if tile.walkable]
    opened = tiles_of(after, *ways)
    assert len(regions_of(opened)) == (1 if before.rooms else 0), "not all is joined"
    rings = set()
    for x, y, w, h in before.rooms:
        rings |= {(i, j) for i in range(x - 1, x + w + 1) for j in range(y - 1, y + h + 1)}
    doors = tiles_of(after, code["door"])
    assert doors <= dug & rings, "a door that is in no wall of a room"
    assert use["doors"] or not doors
    for x, y in doors:
        level = {(x - 1, y), (x + 1, y)} & opened
        upright = {(x, y - 1), (x, y + 1)} & opened
        assert len(level) == 2 or len(upright) == 2, "a door that leads nowhere"
    check_records(spec, use, before, after, opened)


def check_records(
    spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan, opened: set[tuple[int, int]]
) -> None:
    """Raise AssertionError unless the records say where the map has corridors, if they have to."""
    if not use["records"]:
        assert after.records == before.records
        return
    ends: dict[tuple[int, int], Any] = {}
    for number, (old, room) in enumerate(zip(before.records, after.records, strict=True)):
        assert old["connections"] == 0 and room["connections"] <= len(room["doors"])
        fields = ("connections", "conn_data", "doors", "breakpoints")
        assert all(room[field] == value for field, value in old.items() if field not in fields)
        for end in ends_of(room):
            assert (number, end[0]) not in ends, "two corridors join the same rooms"
            ends[number, end[0]] = end
            assert end[2] in walls_of(room, end[3]), "an opening that is not in its wall"
    for (one, other), end in ends.items():
        far = ends[other, one]
        assert end[1] == far[1] and end[4] == far[4][::-1], "both ends have other corners"
        course = set(course_of(end, far))
        assert course <= opened, "a corridor that the map does not have"
        for room in (after.records[one], after.records[other]):
            x, y, w, h = room["x"], room["y"], room["w"], room["h"]
            inside = {(i, j) for i in range(x, x + w) for j in range(y, y + h)}
            assert not course & inside, "a corridor that is recorded up to the inside of its room"
    most = max((room["connections"] for room in after.records), default=0)
    assert after.request is not None
    if most < parameters_of(spec, after.request.dungeon).record_needs().connections:
        assert len(ends) >= 2 * (len(after.records) - 1), "a corridor that is not recorded"


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    pattern = draw(st.sampled_from(["chain", "tree", "neighbours"]))
    loops = {} if pattern == "neighbours" else {"loops": draw(st.sampled_from([0, 15, 100]))}
    return {
        "pattern": pattern,
        **loops,
        "shape": draw(st.sampled_from(["straight", "l", "z"])),
        "doors": draw(st.sampled_from([0, 60, 100])),
        "records": draw(st.booleans()),
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {},
        {"pattern": "chain", "shape": "l", "loops": 40, "doors": 50},
        {"pattern": "neighbours", "shape": "z", "records": True},
    ),
    without=("connections", "stairs"),
)
