"""The random walk: what its parameters promise. What holds for every seed is in invariants.py."""

from __future__ import annotations

import pytest
from helpers import invariants
from helpers.tools import SPEC_FILE

from pygen.engine.generation import NO_DOWN_STAIRS, Generation
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.spec import load_spec


def walks(*changes: str, seeds: range = range(40)) -> list[Generation]:
    spec = load_spec(SPEC_FILE, changes)
    found = [generate(spec, Request("burrow", seed)) for seed in seeds]
    for generation in found:
        invariants.check(spec, "burrow", generation.region_bytes())
    return found


def spread(generation: Generation) -> float:
    """The mean squared distance of the floor from the map's centre, in squared sides."""
    size = generation.parameters.map
    floor = [
        (n % size.width, n // size.width)
        for n, code in enumerate(generation.tiles.tiles)
        if code == generation.codes["floor"]
    ]
    total = sum(
        ((x - size.width / 2) / size.width) ** 2 + ((y - size.height / 2) / size.height) ** 2
        for x, y in floor
    )
    return total / len(floor)


def test_a_pull_to_the_centre_keeps_the_walk_near_it() -> None:
    steep = walks("dungeons.burrow.walk.weight_steepness=40")
    uniform = walks("dungeons.burrow.walk.pull=uniform")
    pulled = sum(map(spread, steep)) / len(steep)
    free = sum(map(spread, uniform)) / len(uniform)
    assert pulled < free / 2


def test_every_step_draws_once() -> None:
    for steps in (1, 10, 500):
        for generation in walks(f"dungeons.burrow.walk.steps={steps}", seeds=range(5)):
            # Two more for the place where the walk begins.
            assert generation.random.draws == steps + 2


def test_more_steps_continue_the_same_walk() -> None:
    short = walks("dungeons.burrow.walk.steps=300", seeds=range(8))
    long = walks("dungeons.burrow.walk.steps=301", seeds=range(8))
    for one, other in zip(short, long, strict=True):
        floor = one.codes["floor"], one.codes["up_stairs"], one.codes["down_stairs"]
        walked = {n for n, code in enumerate(one.tiles.tiles) if code in floor}
        further = {n for n, code in enumerate(other.tiles.tiles) if code in floor}
        assert walked <= further and len(further) <= len(walked) + 1
        assert one.up == other.up


def test_a_walk_that_cannot_leave_its_tile_says_that_it_has_no_down_stairs() -> None:
    tiny = ["dungeons.burrow.map={width: 8, height: 8, bits_per_tile: 3}",
            "dungeons.burrow.walk.steps=1"]  # fmt: skip
    stuck = [g for g in walks(*tiny, seeds=range(200)) if g.status]
    assert stuck
    for generation in stuck:
        assert generation.status == NO_DOWN_STAIRS and generation.down == (0, 0)


@pytest.mark.parametrize("side", [8, 9, 60])
def test_weights_fall_with_the_distance_and_never_to_nothing(side: int) -> None:
    spec = load_spec(SPEC_FILE, ["dungeons.burrow.walk.weight_steepness=64"])
    parameters = spec.dungeons["burrow"]
    terms = parameters.distance_terms(side)
    assert len(terms) == side // 2 + 1
    assert terms == sorted(terms) and terms[0] == 0 and terms[-1] <= 1023
    weights = parameters.weights()
    assert weights[0] == 255 and weights == sorted(weights, reverse=True) and weights[-1] >= 1
