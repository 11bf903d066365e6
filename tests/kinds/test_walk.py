"""The random walk: what its parameters promise. What holds for every seed is in invariants.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import invariants
from helpers.parameters import parameters_of
from helpers.tools import SPEC_FILE

from pygen.engine.constants import STATUS_FEWER_PARTS, STATUS_NO_DOWN_STAIRS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, generate
from pygen.spec import SpecError, load_spec


def walks(*changes: str, seeds: range = range(40)) -> list[Generation[Any]]:
    spec = load_spec(SPEC_FILE, changes)
    found = [generate(spec, Request("burrow", seed)) for seed in seeds]
    for generation in found:
        invariants.check(spec, "burrow", generation.region_bytes())
    return found


def spread(generation: Generation[Any]) -> float:
    """The mean squared distance of the floor from the map's centre, in squared sides."""
    size = generation.parameters.map
    floor = [
        (n % size.width, n // size.width)
        for n, code in enumerate(generation.tiles.tiles)
        if code == generation.codes["floor"]
    ]
    total: float = sum(
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
        assert generation.status == STATUS_NO_DOWN_STAIRS and generation.down == (0, 0)


def test_a_pull_away_from_the_centre_keeps_the_walk_out_of_it() -> None:
    away = walks("dungeons.burrow.walk.pull=away", "dungeons.burrow.walk.weight_steepness=40")
    uniform = walks("dungeons.burrow.walk.pull=uniform")
    assert sum(map(spread, away)) > 1.2 * sum(map(spread, uniform))


def test_the_original_takes_no_side() -> None:
    original = walks("dungeons.burrow.walk={preset: original}", seeds=range(6))
    uniform = walks("dungeons.burrow.walk={steps: 700, pull: uniform}", seeds=range(6))
    pulled = walks("dungeons.burrow.walk={preset: original, pull: centre}", seeds=range(6))
    assert [g.packed() for g in original] == [g.packed() for g in uniform]
    assert [g.packed() for g in original] != [g.packed() for g in pulled], "a key that is given"


def dug(generation: Generation[Any]) -> int:
    """How many tiles of floor a dungeon has, stairs included."""
    return sum(code in generation.walkable for code in generation.tiles.tiles)


def test_several_walkers_dig_one_after_the_other() -> None:
    """The first of them goes the way that it would go alone."""
    alone = walks("dungeons.burrow.walk.steps=200", seeds=range(8))
    for begin in ("start", "farthest"):
        more = walks(
            "dungeons.burrow.walk.steps=200", "dungeons.burrow.walk.walkers=4",
            f"dungeons.burrow.walk.begin={begin}", seeds=range(8),
        )  # fmt: skip
        for one, all_of_them in zip(alone, more, strict=True):
            assert all_of_them.random.draws == 4 * 200 + 2
            assert dug(one) < dug(all_of_them) and one.up == all_of_them.up
            walked = [n for n, code in enumerate(one.tiles.tiles) if code in one.walkable]
            assert all(all_of_them.tiles.tiles[n] in one.walkable for n in walked)


def test_walkers_that_begin_at_the_farthest_tile_come_farther() -> None:
    changes = ["dungeons.burrow.walk.walkers=6", "dungeons.burrow.walk.pull=uniform"]
    lengths = []
    for begin in ("start", "farthest"):
        found = walks(*changes, f"dungeons.burrow.walk.begin={begin}")
        lengths.append(sum(abs(g.up[0] - g.down[0]) + abs(g.up[1] - g.down[1]) for g in found))
    assert lengths[0] < lengths[1]


@pytest.mark.parametrize("share", [1, 15, 40])
def test_a_walk_ends_when_its_share_is_dug(share: int) -> None:
    many = ["dungeons.burrow.walk.steps=65535", f"dungeons.burrow.walk.share={share}"]
    for generation in walks(*many, seeds=range(3)):
        size = generation.parameters.map
        assert dug(generation) == (size.width - 2) * (size.height - 2) * share // 100
        assert generation.status == 0


def test_a_share_that_cannot_be_dug_ends_with_the_steps_and_says_so() -> None:
    few = ["dungeons.burrow.walk.steps=50", "dungeons.burrow.walk.walkers=3"]
    for generation in walks(*few, "dungeons.burrow.walk.share=100", seeds=range(4)):
        assert generation.status == STATUS_FEWER_PARTS
        assert generation.random.draws == 3 * 50 + 2
        (note,) = KINDS["walk"].notes(generation)
        assert note == f"{dug(generation)} of 1748 tiles are dug after all 150 steps"
    for generation in walks(*few, seeds=range(2)):
        assert KINDS["walk"].notes(generation) == []


def test_floors_may_have_other_walkers_and_shares() -> None:
    spec = load_spec(
        SPEC_FILE, ["dungeons.burrow.floors={4-: {walk: {walkers: 3}}, 2-3: {walk: {share: 9}}}"]
    )
    counts = [dug(generate(spec, Request("burrow", 7, floor=n))) for n in (1, 2, 4)]
    assert counts[1] == 1748 * 9 // 100 < counts[0] < counts[2]


FILLED = ["dungeons.burrow.walk={steps: 200, pull: inward}"]


def covered(generation: Generation[Any], side: int) -> int:
    """How many squares of `side` tiles have floor; the sides of the map are multiples."""
    width = generation.tiles.width
    return len(
        {
            (n % width // side, n // width // side)
            for n, code in enumerate(generation.tiles.tiles)
            if code in generation.walkable
        }
    )


@pytest.mark.parametrize("percent", [1, 50, 100])
def test_a_walk_goes_on_until_its_sections_have_floor(percent: int) -> None:
    """Of 48 x 40 tiles, 30 sections of 8 x 8."""
    alone = walks(*FILLED, seeds=range(12))
    found = walks(*FILLED, f"dungeons.burrow.coverage={{percent: {percent}}}", seeds=range(12))
    for one, more in zip(alone, found, strict=True):
        assert covered(more, 8) >= max(covered(one, 8), 30 * percent // 100)
        assert more.status == 0 and more.up == one.up
        if percent == 1:
            assert more.packed() == one.packed(), "enough sections have floor at once"


def test_steps_that_do_not_stray_come_closer_and_never_fail() -> None:
    few = [*FILLED, "dungeons.burrow.coverage={percent: 100, steps: 3, straying: 0}"]
    for generation in walks(*few, seeds=range(6)):
        assert generation.status == 0 and covered(generation, 8) == 30


def test_sections_that_are_not_reached_are_told_of() -> None:
    vain = [*FILLED, "dungeons.burrow.coverage={percent: 100, steps: 1, straying: 100}"]
    for generation in walks(*vain, seeds=range(4)):
        assert generation.status == STATUS_FEWER_PARTS
        (note,) = KINDS["walk"].notes(generation)
        have = f"{covered(generation, 8)} of 30 sections have floor"
        assert note == f"{have} after 255 further walks"


def test_inward_walks_do_not_lie_along_the_edge() -> None:
    """Near the edge there is less floor, elsewhere about as much as without a pull."""

    def at_edge(pull: str) -> tuple[int, int]:
        found = walks(f"dungeons.burrow.walk={{steps: 700, pull: {pull}}}")
        size = found[0].parameters.map
        edge = inner = 0
        for generation in found:
            for n, code in enumerate(generation.tiles.tiles):
                y, x = divmod(n, size.width)
                near = min(x, y, size.width - 1 - x, size.height - 1 - y)
                edge += code in generation.walkable and near <= 2
                inner += code in generation.walkable and near > 2
        return edge, inner

    (edge, inner), (free_edge, free_inner) = at_edge("inward"), at_edge("uniform")
    assert edge * 3 < free_edge * 2 and inner > free_inner * 9 // 10


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("walk: {share: 30}", "a walk with a share ends when it is dug"),
        ("map: {width: 240, height: 240}", "divide the map into 900 sections, more than 255"),
    ],
)
def test_what_coverage_cannot_do_is_an_error(change: str, words: str) -> None:
    data = [f"dungeons.burrow={{kind: walk, {change}, coverage: {{percent: 50}}}}"]
    with pytest.raises(SpecError, match=words):
        load_spec(SPEC_FILE, data)


def test_floors_may_be_covered_in_other_ways() -> None:
    floors = "{2-3: {coverage: {percent: 100, section: 5}}, 4-: {coverage: {percent: 60}}}"
    spec = load_spec(SPEC_FILE, [*FILLED, f"dungeons.burrow.floors={floors}"])
    counts = [dug(generate(spec, Request("burrow", 7, floor=n))) for n in (1, 2, 4)]
    assert counts[0] < counts[2] < counts[1]


@pytest.mark.parametrize("side", [8, 9, 60])
def test_weights_fall_with_the_distance_and_never_to_nothing(side: int) -> None:
    changes = [f"dungeons.burrow.map.width={side}", "dungeons.burrow.walk.weight_steepness=64"]
    terms, _, weights = parameters_of(load_spec(SPEC_FILE, changes), "burrow").tables
    assert len(terms) == side
    outwards = terms[side // 2 :: -1]
    assert outwards == sorted(outwards) and outwards[0] == 0 and outwards[-1] <= 1023
    assert terms[side // 2 :] == outwards[: (side + 1) // 2]
    assert weights[0] == 255 and weights == sorted(weights, reverse=True) and weights[-1] >= 1
