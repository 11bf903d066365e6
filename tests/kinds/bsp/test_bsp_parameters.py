"""What the parameters of these dungeons promise. What holds for every seed is in judge.py."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import samples
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import SpecError

HALLS, GALLERIES, CELLARS = samples("bsp")
LARGE = ("map.width=72", "map.height=72")


def dungeons(*changes: str, seeds: int = 12) -> list[Generation[Any]]:
    """Sample dungeons of some seeds, with such changes of their parameters."""
    spec = HALLS.changed(*(f"dungeons.halls.{change}" for change in changes))
    return [generate(spec, Request("halls", seed)) for seed in range(seeds)]


def joined(generation: Generation[Any]) -> set[tuple[int, int]]:
    """The pairs of rooms that are joined, the lower number first."""
    return {
        (index, end.room)
        for index, room in enumerate(generation.rooms)
        for end in room.connections
        if index < end.room
    }


def facing(generation: Generation[Any]) -> Iterator[tuple[int, int]]:
    """Pairs of joined rooms with a row or a column in common, and thus a straight way."""
    for first, second in joined(generation):
        one, other = generation.rooms[first], generation.rooms[second]
        rows = range(max(one.y, other.y), min(one.y + one.h, other.y + other.h))
        columns = range(max(one.x, other.x), min(one.x + one.w, other.x + other.w))
        if rows or columns:
            yield first, second


def is_cut_upright(generation: Generation[Any]) -> bool:
    """Whether two rooms that fill their parts are side by side."""
    first, second = generation.rooms
    return first.y == second.y


FILLED = "rooms={fill: 100, max_size: 236}"
"""Rooms that fill their parts."""


def corridors(found: list[Generation[Any]], kind: str) -> int:
    return sum(generation.figures[f"corridors_{kind}"] for generation in found)


def test_the_cutting_stops_at_so_many_rooms() -> None:
    for rooms in (2, 5, 12):
        found = dungeons(*LARGE, f"split.rooms={rooms}")
        assert {len(generation.rooms) for generation in found} == {rooms}


def test_a_depth_makes_at_most_twice_as_many_rooms_with_each_cut() -> None:
    for depth in (1, 2, 3):
        found = dungeons(
            *LARGE, "split.rooms=2", f"split.rooms={1 << depth}", f"split.depth={depth}"
        )
        assert max(len(generation.rooms) for generation in found) == 1 << depth


def test_what_a_part_cannot_take_the_next_one_gets() -> None:
    # Halves of 17 to 47 columns: the shorter one has no place for half of the rooms.
    found = dungeons(
        "map={width: 64, height: 10}", "split.min_side=8", "split.rooms=6",
        "split.cut_from=26", "split.cut_to=26", "split.cut_to=50", "rooms.min_size=3",
    )  # fmt: skip
    assert max(len(generation.rooms) for generation in found) == 6


def test_cuts_in_the_middle_make_rooms_of_equal_parts() -> None:
    found = dungeons(
        "map={width: 64, height: 64}", "split={rooms: 4, cut_from: 50, cut_to: 50}",
        "rooms={fill: 100, margin: 2, max_size: 60}",
    )  # fmt: skip
    sides = {(room.w, room.h) for generation in found for room in generation.rooms}
    # Both cuts across the longer side: quarters, or four strips if chance cuts in one direction.
    assert (28, 28) in sides
    assert all(w * h >= 12 * 60 for w, h in sides)


@pytest.mark.parametrize(
    ("direction", "chance", "upright"),
    [("chance", 100, True), ("chance", 0, False), ("longer", 100, True), ("longer", 0, False)],
)
def test_a_square_is_cut_as_chance_has_it(direction: str, chance: int, upright: bool) -> None:
    changes = [f"split.direction={direction}", f"split.upright_chance={chance}", "split.rooms=2"]
    found = dungeons("map={width: 60, height: 60}", FILLED, *changes)
    assert {is_cut_upright(generation) for generation in found} == {upright}


@pytest.mark.parametrize(("width", "is_forced"), [(60, False), (75, False), (76, True)])
def test_a_ratio_forces_the_cut_of_a_longer_side(width: int, is_forced: bool) -> None:
    found = dungeons(
        f"map={{width: {width}, height: 60}}",
        FILLED,
        "split={rooms: 2, direction: ratio, ratio: 125, upright_chance: 0}",
    )
    assert {is_cut_upright(generation) for generation in found} == {is_forced}


def test_a_proportional_cut_is_the_likelier_the_longer_its_side() -> None:
    found = dungeons(
        "map={width: 90, height: 30}",
        "split={rooms: 2, direction: proportional}",
        FILLED,
        seeds=200,
    )
    upright = sum(is_cut_upright(generation) for generation in found)
    assert 130 <= upright <= 170, "three of four"


def test_rooms_fill_their_parts_as_far_as_asked_for() -> None:
    def area(fill: int) -> int:
        found = dungeons(*LARGE, f"rooms.fill={fill}", "rooms.max_size=60")
        return sum(room.w * room.h for generation in found for room in generation.rooms)

    assert area(0) < area(60) < area(100)


def test_siblings_have_one_corridor_across_each_cut() -> None:
    for generation in dungeons("connect=siblings", "corridors.loop_chance=0"):
        # Each cut parts the numbers of the rooms: those before a number from those behind it.
        count = len(generation.rooms)
        assert len(joined(generation)) == count - 1
        whole = set(range(count))
        groups = [{n} for n in whole]
        while len(groups) > 1:
            merged = [
                (one, other)
                for one, other in itertools.pairwise(groups)
                if sum((a in one) and (b in other) for a, b in joined(generation)) == 1
            ]
            assert merged, "no two neighbouring groups are joined by one corridor"
            one, other = merged[0]
            at = groups.index(one)
            groups[at : at + 2] = [one | other]


def test_a_chain_joins_each_room_to_the_next_one() -> None:
    for generation in dungeons("connect=chain", "corridors.loop_chance=0"):
        count = len(generation.rooms)
        assert joined(generation) == {(n, n + 1) for n in range(count - 1)}
        assert generation.figures["way_length"] == count - 1


def test_a_spanning_tree_differs_from_one_seed_to_the_next() -> None:
    found = dungeons("map={width: 60, height: 60}", "corridors.loop_chance=0")
    assert len({frozenset(joined(generation)) for generation in found}) > 6


def test_loops_are_made_by_chance() -> None:
    loops = [
        sum(g.figures["loops"] for g in dungeons(f"corridors.loop_chance={chance}"))
        for chance in (0, 30, 100)
    ]
    assert loops[0] == 0 < loops[1] < loops[2]


def test_adjacent_is_all_that_a_loop_chance_of_100_percent_joins() -> None:
    for one, other in zip(dungeons("connect=adjacent"), dungeons("corridors.loop_chance=100")):
        assert joined(one) == joined(other)


def test_more_slots_drop_fewer_loops() -> None:
    spec = [
        f"dungeons.halls.{key}" for key in ("connect=adjacent", "map.width=72", "map.height=72")
    ]
    dropped = []
    for slots in (4, 6):
        changes = [
            f"structs.room.{key}.count={count}"
            for key, count in (("conn_data", [6]), ("doors", [6]), ("breakpoints", [6, 2]))
        ]
        changed = HALLS.changed(
            *spec, *changes, f"dungeons.halls.corridors.max_connections={slots}"
        )
        found = [generate(changed, Request("halls", seed)) for seed in range(12)]
        dropped.append(sum(generation.figures["dropped"] for generation in found))
    assert dropped[1] < dropped[0]


def test_rooms_that_face_each_other_are_joined_straight() -> None:
    for generation in dungeons("corridors.loop_chance=0", "connect=siblings"):
        for first, second in facing(generation):
            end = generation.rooms[first].connections[
                generation.rooms[first].connection_slot(second)
            ]
            shared = any(
                other is not end and (other.door_x, other.door_y) == (end.door_x, end.door_y)
                for other in generation.rooms[first].connections
            )
            back = generation.rooms[second].connections[
                generation.rooms[second].connection_slot(first)
            ]
            shared |= any(
                other is not back and (other.door_x, other.door_y) == (back.door_x, back.door_y)
                for other in generation.rooms[second].connections
            )
            assert end.kind == 0 or shared, "only a door that was there before makes a Z"


def test_each_shape_has_its_corridors() -> None:
    assert corridors(dungeons("corridors.shape=l"), "l_shaped") > 20
    straight, z = dungeons("corridors.shape=straight"), dungeons("corridors.shape=z")
    assert corridors(straight, "straight") > corridors(straight, "z_shaped")
    assert corridors(z, "z_shaped") > corridors(z, "straight")
    assert corridors(straight, "l_shaped") == corridors(z, "l_shaped") == 0


def test_an_l_begins_as_chance_has_it_wherever_the_way_is_free() -> None:
    def level_share(chance: int) -> float:
        found = dungeons("corridors.shape=l", f"corridors.level_chance={chance}")
        levels = [
            end.wall < 2
            for generation in found
            for index, room in enumerate(generation.rooms)
            for end in room.connections
            if end.kind == 1 and end.room > index
        ]
        return sum(levels) / len(levels)

    assert level_share(0) < 0.5 < level_share(100)


def test_doors_are_in_the_middle_or_anywhere() -> None:
    def off_middle(place: str) -> int:
        found = dungeons("corridors.shape=z", f"doors.place={place}")
        return sum(
            (end.door_y if end.wall < 2 else end.door_x) != room.centre[end.wall < 2]
            for generation in found
            for room in generation.rooms
            for end in room.connections
        )

    assert off_middle("middle") == 0 < off_middle("random")


def test_a_chance_of_doors_leaves_some_open() -> None:
    doors = [
        sum(g.tile_counts()["door"] for g in dungeons(f"doors.chance={chance}"))
        for chance in (0, 50, 100)
    ]
    assert doors[0] == 0 < doors[1] < doors[2]


def test_the_down_stairs_are_in_the_last_room_if_asked_for() -> None:
    for generation in dungeons("stairs.down=last"):
        assert generation.down == generation.rooms[-1].centre


@pytest.mark.parametrize(
    ("change", "wrong", "right"),
    [
        ("rooms={min_size: 9, max_size: 8}", "max_size 8 is below min_size 9", "9 or more"),
        ("split={rooms: 9, depth: 3}", "at most 8 parts", "at most 8, or a depth of 4"),
        ("split.min_side=6", "no place for a room of 4", "expected 7 or more"),
        ("map.height=8", "8 tiles have no place", "expected 9 or more"),
        ("split.min_side=33", "cannot be cut into two", "at most 32, or a larger map"),
    ],
)
def test_rules_between_keys_say_what_to_do(change: str, wrong: str, right: str) -> None:
    more = ["dungeons.halls.rooms.min_size=6"] if change == "map.height=8" else []
    with pytest.raises(SpecError) as refused:
        HALLS.changed(f"dungeons.halls.{change}", *more)
    assert wrong in str(refused.value) and right in str(refused.value)


@needs_cc
@pytest.mark.parametrize("sample", [HALLS, GALLERIES, CELLARS], ids=str)
def test_python_and_c_are_equal_after_every_step(sample: Any) -> None:
    native = NativeBuilder(sample.spec, native_of(sample.spec))
    request = Request(sample.dungeon, 7)
    generation = begin(sample.spec, request)
    for step in advance(generation):
        # A new dungeon is empty in Python; C empties the last one in the phase `clear`.
        if step.phase != "clear":
            built = native.build_steps(request, step.number).regions
            require_equal(sample.spec, sample.dungeon, generation.region_bytes(), built, step)
