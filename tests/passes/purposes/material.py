"""What the tests over all passes need to know of `purposes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.population import STATUS_NOT_ALL_PLACED, levels_from_start
from hypothesis import strategies as st

from pygen.spec import Spec

PLAIN, UNKNOWN = 0, 255
SHAPES = ["rectangle", "cut", "round", "cross", "l", "cave", "pillared", "other"]
ZONES = ["near", "middle", "far"]


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless the rooms have purposes that fit them, and nothing else has
    changed."""
    for part in ("codes", "looks", "entities"):
        assert getattr(after, part) == getattr(before, part)
    assert after.records == before.records
    assert len(after.places) == len(before.places) == len(before.records)
    entries = use["purposes"]
    asks_zones = any(entry["distance"] for entry in entries)
    given: dict[int, list[int]] = {number: [] for number in range(1, len(entries) + 1)}
    zones = zones_of(spec, before) if asks_zones else []
    for room, (old, new) in enumerate(zip(before.places, after.places, strict=True)):
        assert (old[0], old[2]) == (new[0], new[2]), "a shape or a vault has changed"
        assert new[3] == (zones[room] if asks_zones else old[3]), "another zone"
        if new[1] != old[1]:
            assert old[1] == PLAIN and is_open(use, before, room)
            given[new[1]].append(room)
    purposes = [place[1] for place in after.places]
    short = False
    for number, entry in enumerate(entries, 1):
        rooms = given[number]
        assert len(rooms) <= entry["most"]
        for room in rooms:
            assert fits(use, entry, after, room, purposes), f"room {room}: no {entry['name']}"
        if len(rooms) < entry["least"]:
            short = True
            # Those before it in the list, or the least ones of those behind it, have all rooms.
            for room, place in enumerate(after.places):
                if is_open(use, after, room) and place[1] == PLAIN and not entry["beside"]:
                    assert not fits(use, entry, after, room, purposes)
        if (
            use["plain"] == 0
            and entry["weight"]
            and not entry["beside"]
            and len(rooms) < entry["most"]
        ):
            for room in range(len(after.places)):
                left = is_open(use, after, room) and purposes[room] == PLAIN
                assert not (left and fits(use, entry, after, room, purposes)), "a room is left"
    assert bool(after.status & STATUS_NOT_ALL_PLACED) >= short
    if not before.status & STATUS_NOT_ALL_PLACED:
        assert bool(after.status & STATUS_NOT_ALL_PLACED) == short


def is_open(use: Mapping[str, Any], plan: Plan, room: int) -> bool:
    """Whether a row is a room of no other use, which is not hidden."""
    record, (_, _, vault, _) = plan.records[room], plan.places[room]
    if vault or record.get("use") or record.get("kind") == 1:
        return False
    return bool(use["secret_rooms"] or record.get("state", 0) % 2 == 0)


def fits(
    use: Mapping[str, Any], entry: Mapping[str, Any], plan: Plan, room: int, purposes: list[int]
) -> bool:
    """Whether a room is as a purpose wants it."""
    record, (shape, _, _, zone) = plan.records[room], plan.places[room]
    width, height = record["w"], record["h"]
    wanted = entry["distance"] or ZONES
    wanted = [wanted] if isinstance(wanted, str) else wanted
    named = [one["name"] for one in use["purposes"]]
    near = True
    if entry["beside"]:
        number = 1 + named.index(entry["beside"])
        near = any(purposes[other] == number for other in beside(plan, room))
    return (
        entry["min_width"] <= width <= entry["max_width"]
        and entry["min_height"] <= height <= entry["max_height"]
        and entry["min_area"] <= width * height <= entry["max_area"]
        and (not entry["shapes"] or SHAPES[min(shape, 7)] in entry["shapes"])
        and (not entry["distance"] or (zone != UNKNOWN and ZONES[zone] in wanted))
        and near
    )


def beside(plan: Plan, room: int) -> list[int]:
    """The other rooms beside a room."""
    record = plan.records[room]
    if "conn_data" in record:
        ends = record["conn_data"][: record["connections"]]
        return [end["room_id"] for end in ends]
    found = []
    for number, other in enumerate(plan.records):
        spans = [
            (max(record[at], other[at]), min(record[at] + record[size], other[at] + other[size]))
            for at, size in (("x", "w"), ("y", "h"))
        ]
        gaps = [start - end for start, end in spans]
        if number != room and any(gap < 0 for gap in gaps) and max(gaps) <= 5:
            found.append(number)
    return found


def zones_of(spec: Spec, plan: Plan) -> list[int]:
    """The zone of each room: that of its middle, or of a tile beside this."""
    opened = plan.of(
        *(tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret)
    )
    levels = levels_from_start(plan, opened)
    longest = len(levels) - 1
    zones = [0, 0, 0]
    for steps, tiles in enumerate(levels):
        zones[(3 * steps > longest) + (3 * steps > 2 * longest)] |= tiles
    found = []
    for record in plan.records:
        x, y = record["x"] + record["w"] // 2, record["y"] + record["h"] // 2
        places = [(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        each = [
            number for place in places for number in range(3) if zones[number] & plan.bit(*place)
        ]
        found.append((each or [UNKNOWN])[0])
    return found


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    entries: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 6))):
        least = draw(st.integers(0, 3))
        entry = {"name": f"use_{number}", "least": least, "most": least + draw(st.integers(1, 4))}
        more: dict[str, Any] = draw(
            st.fixed_dictionaries(
                {"weight": st.integers(0, 9)},
                optional={
                    "min_width": st.integers(0, 6),
                    "max_height": st.integers(5, 12),
                    "min_area": st.integers(0, 40),
                    "max_area": st.integers(40, 400),
                    "distance": st.sampled_from(["near", "far", ["near", "middle"]]),
                    "shapes": st.lists(st.sampled_from(SHAPES), max_size=3),
                },
            )
        )
        is_beside = draw(st.booleans())
        if entries and is_beside:
            more["beside"] = draw(st.sampled_from([one["name"] for one in entries]))
        entries.append(entry | more)
    return {
        "purposes": entries,
        "plain": draw(st.integers(0, 9)),
        "secret_rooms": draw(st.booleans()),
    }


ABBEY = [
    {"name": "library", "least": 1, "min_width": 4, "min_area": 20, "distance": ["middle", "far"]},
    {"name": "walk", "least": 1, "most": 2},
    {"name": "garden", "least": 1, "most": 2, "beside": "walk", "shapes": ["rectangle"]},
    {"name": "cell", "least": 3, "most": 8, "max_area": 60, "weight": 3},
]

MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {"purposes": ABBEY},
        {},
        {
            "plain": 0,
            "secret_rooms": True,
            "purposes": [
                {"name": "hall", "least": 8, "most": 9, "weight": 0, "max_width": 9},
                {"name": "closet", "most": 3, "beside": "hall"},
            ],
        },
    ),
    before=({"name": "stairs"},),
)
