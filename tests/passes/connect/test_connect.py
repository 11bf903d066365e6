"""The pass `connect`: what its parameters promise, and how a kind goes without its connections."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.invariants import check_stages
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, SpecError

APART = {
    "kind": "bsp",
    "map": {"width": 64, "height": 48},
    "without": ["connections", "stairs"],
}


def halls(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of halls whose rooms stand apart, with such passes."""
    return loaded({"dungeons": {"halls": {**APART, "passes": list(passes), **section}}})


def built(seed: int, **use: Any) -> Generation[Any]:
    return generate(halls({"name": "connect", **use}), Request("halls", seed))


def doorways(g: Generation[Any], room: Any) -> int:
    """How many tiles of a room's walls can be walked on."""
    around = {
        (x, y)
        for x in range(room.x - 1, room.x + room.w + 1)
        for y in range(room.y - 1, room.y + room.h + 1)
        if not (room.x <= x < room.x + room.w and room.y <= y < room.y + room.h)
    }
    return sum(g.tiles.get(x, y) in g.walkable for x, y in around)


def amount(**use: Any) -> int:
    """Tiles that can be walked on in some dungeons."""
    return sum(
        sum(code in g.walkable for code in g.tiles.tiles)
        for g in (built(seed, **use) for seed in range(6))
    )


def test_a_tree_is_shorter_than_a_chain_and_loops_and_neighbours_are_more() -> None:
    tree, chain = amount(loops=0), amount(loops=0, pattern="chain")
    assert tree < chain
    assert tree < amount(loops=40) < amount(loops=100) <= amount(pattern="neighbours") + 60


def test_all_loops_of_a_tree_are_all_neighbours() -> None:
    for seed in range(4):
        ends = {
            sum(doorways(g, room) for room in g.rooms)
            for g in (
                built(seed, loops=100, shape="z", doors=0),
                built(seed, pattern="neighbours", shape="z", doors=0),
            )
        }
        assert max(ends) - min(ends) <= 4


def test_doors_are_in_as_many_openings_as_wanted() -> None:
    counts = [
        sum(built(seed, doors=doors).tile_counts()["door"] for seed in range(6))
        for doors in (0, 50, 100)
    ]
    assert counts[0] == 0 and 0.3 < counts[1] / counts[2] < 0.7


def test_straight_corridors_have_no_more_corners_than_needed() -> None:
    """Between two rooms that face each other the corridor has the width of one tile everywhere."""
    section = {"split": {"rooms": 2, "depth": 1, "direction": "longer"}}
    spec = halls({"name": "connect"}, map={"width": 40, "height": 14}, **section)
    for seed in range(8):
        g = generate(spec, Request("halls", seed))
        one, other = g.rooms
        if one.y > other.y + other.h - 1 or other.y > one.y + one.h - 1:
            continue
        gap = other.x - (one.x + one.w)
        own = one.w * one.h + other.w * other.h
        assert sum(code in g.walkable for code in g.tiles.tiles) == own + gap


def test_other_passes_do_not_change_its_corridors() -> None:
    alone = halls({"name": "connect"})
    behind = halls({"name": "connect"}, {"name": "stairs"}, {"name": "items"})
    maps = [generate(spec, Request("halls", 7)) for spec in (alone, behind)]
    stairs = ("up_stairs", "down_stairs")
    rock = [
        [code in (g.codes["floor"], *(g.codes[one] for one in stairs)) for code in g.tiles.tiles]
        for g in maps
    ]
    assert rock[0] == rock[1]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"without": []}, r"write `without: \[connections, stairs\]` into the dungeon"),
        ({"without": ["connections"]}, r"expected \[connections, stairs\]"),
        (
            {"kind": "grid_rooms", "without": ["connections", "stairs"]},
            r"expected \[connections, secret rooms, treasures, stairs\]",
        ),
        ({"passes": []}, "not sure that every walkable tile .* add `connect`"),
        (
            {"passes": [{"name": "water"}, {"name": "connect"}]},
            "`connect` cannot come here: .* put it before all that changes tiles",
        ),
        (
            {"passes": [{"name": "connect"}, {"name": "connect", "id": "again"}]},
            "`again` cannot come here",
        ),
        ({"kind": "walk", "without": []}, "`connect` cannot come here: .* another kind of dungeon"),
        (
            {"passes": [{"name": "connect", "pattern": "neighbours", "loops": 5}]},
            "there are none left for loops",
        ),
    ],
)
def test_mistakes_are_reported_with_their_cure(section: dict[str, Any], said: str) -> None:
    dungeon = {**APART, "passes": [{"name": "connect"}], **section}
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"halls": dungeon}})


def test_rooms_in_a_grid_can_be_joined_in_another_way() -> None:
    without = ["connections", "secret rooms", "treasures", "stairs"]
    uses: list[dict[str, Any]] = [{"name": "secrets", "chance": 100}, {"name": "treasures"}]
    spec = halls({"name": "connect"}, {"name": "stairs"}, *uses, kind="grid_rooms", without=without)
    for seed in range(8):
        g = generate(spec, Request("halls", seed))
        assert not any(room.connections for room in g.rooms)
        check_stages(spec, Request("halls", seed))


def test_the_halls_can_go_without_their_stairs_only() -> None:
    spec = halls({"name": "stairs", "steps": "20-40"}, without=["stairs"])
    g = generate(spec, Request("halls", 7))
    assert g.tiles.get(*g.down) == g.codes["down_stairs"] and g.figures["way_length"] == 0


CROWDED = {
    pattern: {
        **APART,
        "split": {"rooms": 31, "depth": 5, "min_side": 8},
        "rooms": {"min_size": 3, "max_size": 4},
        "map": {"width": 72, "height": 72},
        "passes": [{"name": "connect", "pattern": pattern}],
    }
    for pattern in ("tree", "neighbours")
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request("tree", 7), Request("neighbours", 7)], 3000)
