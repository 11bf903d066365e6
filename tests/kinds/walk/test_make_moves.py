"""The kernel make_moves in each of its forms, and the longest steps of walks."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.programs import compared_module_of
from helpers.tools import needs_ca65, needs_cc, needs_vice, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import generate

SEEDS = (0, 7, 999, 65535)


def walk(width: int, height: int, bits: int = 3, **more: Any) -> dict[str, Any]:
    steps = {"steps": 600, "begin": "farthest", **more}
    floors = steps.pop("floors", {})
    size = {"width": width, "height": height, "bits_per_tile": bits}
    return {"kind": "walk", "map": size, "walk": steps, "floors": floors}


def covering(width: int, height: int, bits: int = 3, **more: Any) -> dict[str, Any]:
    pull = more.pop("pull", "inward")
    return {
        **walk(width, height, bits, steps=100, pull=pull),
        "coverage": {"percent": 100, **more},
    }


DUNGEONS = {
    # With a table of the weights of all tiles.
    "weighed": walk(48, 40),
    "nibbles": walk(30, 60, 4, pull="away", walkers=3),
    "bytes": walk(126, 16, 8, weight_steepness=64),
    "tiny": walk(8, 8, share=80, walkers=255),
    # Too large for one, and one whose weights vary by floor.
    "large": walk(80, 60, share=9, walkers=4),
    "varied": walk(32, 32, floors={"2-": {"walk": {"weight_steepness": 64}}}),
    # Rows too long to reach three of them by an offset of a byte, and distances above 255.
    "wide": walk(240, 20, 8, walkers=4),
    "huge": walk(240, 120, weight_steepness=1, walkers=20, pull="uniform"),
    # Without weights; and in C, since rows do not begin with whole bytes.
    "uniform": walk(40, 40, pull="uniform", share=30, walkers=9),
    "ragged": walk(41, 33, walkers=2),
    # Pulled inward, with a table of all weights, without, and in C; then walks that fill their map.
    "inward": walk(48, 40, pull="inward"),
    "inward_large": walk(80, 60, pull="inward", weight_steepness=3, walkers=3),
    "inward_ragged": walk(41, 33, pull="inward"),
    "small_inward": walk(8, 8, pull="inward"),
    "covering": covering(48, 40, section=8),
    "covering_nibbles": covering(30, 60, 4, section=7, straying=90),
    "covering_large": covering(240, 240, section=16, steps=60, pull="uniform"),
    "covering_ragged": covering(41, 33, section=4, percent=70, pull="centre"),
    "covering_in_vain": covering(40, 40, section=4, steps=1, straying=100),
}


@pytest.mark.sampled(4)
@needs_cc
@pytest.mark.parametrize("dungeon", DUNGEONS)
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_walks_are_those_of_the_reference(dungeon: str, compiler: str) -> None:
    check(dungeon, compiler)


@needs_cc
@pytest.mark.parametrize("dungeon", ["weighed", "large", "uniform"])
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_walks_take_their_random_numbers_from_any_generator(dungeon: str, compiler: str) -> None:
    check(dungeon, compiler, "random.shifts=[7, 9, 13]")


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize("dungeon", ["weighed", "nibbles", "uniform"])
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize(
    ("floor", "wall", "door"), [(1, 3, 2), (3, 1, 2)], ids=["no bit of its own", "another bit"]
)
def test_floor_is_told_from_wall_by_any_codes(
    dungeon: str, compiler: str, floor: int, wall: int, door: int
) -> None:
    codes = {"floor": floor, "wall": wall, "door": door}
    check(dungeon, compiler, *(f"tiles.{tile}.code={code}" for tile, code in codes.items()))


def check(dungeon: str, compiler: str, *changes: str) -> None:
    """Raise AssertionError if the C64's code digs another walk than the reference."""
    data = data_with({dungeon: DUNGEONS[dungeon]})
    del data["memory"]
    spec = loaded(data, changes)
    module = compared_module_of(spec, dungeon, compiler)
    requests = [Request(dungeon, seed, floor) for seed in SEEDS for floor in (1, 2)]
    simulator = ModuleBuilder(module, simulator_library())
    for request in requests:
        expected = generate(spec, request).region_bytes()
        require_equal(spec, dungeon, expected, simulator.build(request).regions, request)


@needs_vice
@needs_ca65
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_a_walk_is_too_long(compiler: str) -> None:
    names = (
        "weighed", "nibbles", "large", "huge", "uniform", "ragged", "inward", "inward_large",
        "covering", "covering_large", "covering_ragged",
    )  # fmt: skip
    dungeons = {name: DUNGEONS[name] for name in names}
    requests = [Request(name, seed) for name in names for seed in (0, 7)]
    check_longest_steps(dungeons, compiler, requests)
