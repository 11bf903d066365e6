"""Dungeons of other shapes than the default: maps, grids, packings, crowds."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import invariants
from helpers.tools import SPEC_FILE

from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

SEEDS = [*range(12), *range(1000, 65536, 5003)]

# Where maps larger than the default's 3 KB have room.
LARGE_MAPS = [
    "memory.map={start: 0x2400, end: 0x5FFF}",
    "memory.program={start: 0x6000, end: 0xCFFF}",
]


def shaped(name: str, *overrides: str) -> Spec:
    """The default spec with overrides of dungeon `name`; those with `memory` stay as they are."""
    paths = [o if o.startswith("memory.") else f"dungeons.{name}.{o}" for o in overrides]
    return load_spec(SPEC_FILE, paths)


def all_dungeons(spec: Spec, name: str) -> list[Generation[Any]]:
    """The dungeons of all SEEDS, after their invariants have been checked."""
    found = [generate(spec, Request(name, seed)) for seed in SEEDS]
    for generation in found:
        invariants.check(spec, name, generation.region_bytes())
    return found


def map_of(width: int, height: int, bits: int = 3) -> str:
    return f"map={{width: {width}, height: {height}, bits_per_tile: {bits}}}"


SHAPES = {
    "40x25": [map_of(40, 25), "grid.columns=3", "grid.rows=2"],
    "64x64": [map_of(64, 64)],
    "78x78": [map_of(78, 78)],
    "100x60": [map_of(100, 60)],
    "240x40": [map_of(240, 40), "grid.columns=8", "grid.rows=2", *LARGE_MAPS],
    "25x100": [map_of(25, 100), "grid.columns=1", "grid.rows=6"],
    "4 bits a tile": [map_of(72, 72, 4)],
    "8 bits a tile": [map_of(72, 72, 8), *LARGE_MAPS],
    "a grid of 5 x 4": ["grid.columns=5"],
    "rooms close together": ["rooms.min_distance=3"],
    "rooms far apart": ["rooms.min_distance=9"],
    "a wide border": ["rooms.border=6"],
    "two corridors a room": ["corridors.max_connections=2"],
    "no random attempts": ["rooms.attempts=0"],
    "all secret": ["secrets.room_chance=100", "secrets.treasures=31"],
    "no secrets": ["secrets.room_chance=0", "secrets.treasures=0"],
    "tiny rooms": ["rooms.min_size=2", "rooms.long_side_min=2"],
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["crypt", "catacombs"])
@pytest.mark.parametrize("shape", SHAPES)
def test_grid_rooms_of_other_shapes_keep_the_invariants(name: str, shape: str) -> None:
    spec = shaped(name, *SHAPES[shape])
    size = spec.dungeons[name].map
    for generation in all_dungeons(spec, name):
        assert len(generation.tiles.tiles) == size.width * size.height
        assert len(generation.rooms) >= 2


def test_a_grid_of_5_x_4_has_up_to_20_rooms() -> None:
    counts = [len(g.rooms) for g in all_dungeons(shaped("crypt", "grid.columns=5"), "crypt")]
    assert max(counts) > 16 and max(counts) <= 20


def test_chances_of_0_and_100_percent_are_never_and_always() -> None:
    never = all_dungeons(shaped("crypt", *SHAPES["no secrets"]), "crypt")
    assert all(g.summary_values()["secret_rooms"] == 0 for g in never)
    for generation in all_dungeons(shaped("crypt", *SHAPES["all secret"]), "crypt"):
        dead_ends = [room for room in generation.rooms if len(room.connections) == 1]
        hidden = sum(room.is_secret for room in dead_ends)
        assert hidden > 0 and generation.status & 4


TWO_ROOMS = [
    "rooms.min_size=2", "rooms.max_size=2", "rooms.long_side_min=2", "rooms.short_side_max=2",
    "rooms.min_distance=3", "secrets.room_chance=0", "grid.columns=2", "grid.rows=1",
]  # fmt: skip


@pytest.mark.parametrize("name", ["crypt", "catacombs"])
def test_the_smallest_maps_with_two_rooms(name: str) -> None:
    # Edge, wall, 2 tiles of floor, 3 between the rooms, 2 of floor, wall, edge.
    least = all_dungeons(shaped(name, map_of(11, 8), *TWO_ROOMS), name)
    assert {len(g.rooms) for g in least} == {1, 2}
    assert {g.status & 3 for g in least if len(g.rooms) == 1} == {2}
    # With a little more there is room for two wherever the first one lies.
    for generation in all_dungeons(shaped(name, map_of(20, 8), *TWO_ROOMS), name):
        assert len(generation.rooms) == 2 and not generation.status & 3


def test_of_two_rooms_only_one_can_be_secret() -> None:
    overrides = [*TWO_ROOMS, "secrets.room_chance=100"]
    for generation in all_dungeons(shaped("crypt", map_of(20, 8), *overrides), "crypt"):
        assert generation.summary_values()["secret_rooms"] == 1
        assert generation.status & 3 == 2


CROWDED = [
    map_of(55, 51), "grid.columns=5", "rooms.max_size=11", "rooms.long_side_min=11",
    "rooms.short_side_max=11", "rooms.square_difference=0", "rooms.min_distance=3",
    "corridors.max_connections=2",
]  # fmt: skip


@pytest.mark.parametrize("name", ["crypt", "catacombs"])
def test_crowded_maps_need_winding_corridors_and_stay_whole(name: str) -> None:
    found = all_dungeons(shaped(name, *CROWDED), name)
    assert sum(g.summary_values()["corridors_winding"] > 0 for g in found) >= 5


def crowd(width: int, height: int, columns: int, rows: int, least: int, most: int) -> list[str]:
    """A map that is full of rooms of two corridors each."""
    return [
        map_of(width, height), f"grid.columns={columns}", f"grid.rows={rows}",
        f"rooms.min_size={least}", f"rooms.max_size={most}", f"rooms.long_side_min={most}",
        f"rooms.short_side_max={most}", "rooms.min_distance=3", "corridors.max_connections=2",
    ]  # fmt: skip


# In each of these a winding corridor has one side only on which to pass a room: above or below
# it, left or right of it, or on the side of the door it leads to.
@pytest.mark.parametrize(
    ("name", "overrides", "seeds"),
    [
        ("crypt", [*crowd(62, 54, 5, 4, 3, 12), "rooms.square_difference=8"], (3, 9, 17)),
        ("crypt", [*crowd(60, 60, 4, 5, 4, 13), "rooms.square_difference=8"], (1,)),
        ("catacombs", [*crowd(53, 67, 4, 5, 2, 13), "rooms.square_difference=8"], (17,)),
        ("catacombs", [*crowd(54, 46, 4, 4, 4, 9), "rooms.square_difference=0"], (16, 20)),
        ("catacombs", [*crowd(65, 59, 5, 4, 5, 13), "rooms.square_difference=0"], (20,)),
    ],
)
def test_winding_corridors_pass_rooms_on_the_side_that_is_free(
    name: str, overrides: list[str], seeds: tuple[int, ...]
) -> None:
    spec = shaped(name, *overrides)
    for seed in seeds:
        generation = generate(spec, Request(name, seed))
        assert generation.summary_values()["corridors_winding"] > 0
        invariants.check(spec, name, generation.region_bytes())


def test_corridors_are_shared_by_the_rules_only() -> None:
    spec = load_spec(SPEC_FILE)
    assert any(g.summary_values()["corridors_shared"] for g in all_dungeons(spec, "catacombs"))
    assert not any(g.summary_values()["corridors_shared"] for g in all_dungeons(spec, "crypt"))
    without = shaped("catacombs", "corridors.spur_length=0")
    few = sum(g.summary_values()["corridors_shared"] for g in all_dungeons(without, "catacombs"))
    many = sum(g.summary_values()["corridors_shared"] for g in all_dungeons(spec, "catacombs"))
    assert few < many


WALKS = {
    "least map": [map_of(8, 8)],
    "no pull": ["walk.pull=uniform"],
    "a strong pull": ["walk.weight_steepness=64"],
    "one step": ["walk.steps=1"],
    "many steps": ["walk.steps=20000"],
    "wide": [map_of(240, 12)],
    "8 bits a tile": [map_of(40, 40, 8)],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("shape", WALKS)
def test_walks_of_other_shapes_keep_the_invariants(shape: str) -> None:
    all_dungeons(shaped("burrow", *WALKS[shape]), "burrow")


def test_a_pull_keeps_the_walk_nearer_to_the_centre() -> None:
    def spread(*overrides: str) -> float:
        total = tiles = 0
        for g in all_dungeons(shaped("burrow", "walk.steps=3000", *overrides), "burrow"):
            for at, code in enumerate(g.tiles.tiles):
                if code == g.codes["floor"]:
                    y, x = divmod(at, g.tiles.width)
                    total += abs(x - g.tiles.width // 2) + abs(y - g.tiles.height // 2)
                    tiles += 1
        return total / tiles

    assert spread() < spread("walk.pull=uniform")
