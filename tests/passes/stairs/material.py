"""What the tests over all passes need to know of `stairs`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from hypothesis import strategies as st

from pygen.engine.random.floors import next_seed
from pygen.engine.random.random16 import Random16
from pygen.engine.random.streams import stream_number, stream_seed
from pygen.spec import Spec


def distances(plan: Plan, start: int, ground: int) -> list[int]:
    """The tiles at each distance on foot from `start`, nearest first."""
    found, reached = [start], start
    while found[-1]:
        found.append(plan.beside(found[-1]) & ground & ~reached)
        reached |= found[-1]
    return found[:-1]


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless `after` has stairs where they may be, as far apart as wanted."""
    code = {name: tile.code for name, tile in spec.tiles.items()}
    seen = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    up, down = after.of(code["up_stairs"]), after.of(code["down_stairs"])
    assert up.bit_count() == down.bit_count() == 1
    changed = [at for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
               if pair[0] != pair[1]]  # fmt: skip
    assert sum(1 << at for at in changed) == up | down
    doors = before.of(*(code[name] for name in ("door", "secret_path") if name in code))
    fit = before.of(*ground_codes(spec)) & ~before.beside(doors)
    assert (up | down) & ~fit == 0, "stairs in a doorway"
    levels = distances(before, up, before.of(*seen))
    steps = next(number for number, tiles in enumerate(levels) if tiles & down)
    if use["steps"] == "farthest":
        assert not any(tiles & fit for tiles in levels[steps + 1 :]), "not the farthest"
        return
    least, most = (int(number) for number in use["steps"].split("-"))
    assert steps <= most
    if steps < least:
        assert not any(tiles & fit for tiles in levels[least:]), "there was a tile far enough"
    elif use["near_previous"]:
        judge_points(spec, before, fit, before.of(*seen), (up, down), range(least, most + 1))


def points(spec: Spec, plan: Plan) -> list[tuple[int, int]]:
    """The points that this floor shares with the floor above it and with that below it."""
    assert plan.request is not None
    found, seed = [], plan.request.own_seed(spec.random)
    for _ in range(2):
        random = Random16(
            spec.random, stream_seed(spec.random, seed, stream_number("near_previous"))
        )
        found.append((1 + random.below(plan.width - 2), 1 + random.below(plan.height - 2)))
        seed = next_seed(spec.random, seed)
    return found


def nearest(plan: Plan, tiles: int, point: tuple[int, int]) -> int:
    """Those of the tiles that are nearest to a point, in rows and in columns."""
    square = plan.bit(*point)
    while not square & tiles:
        # A square that leaves the map at one side goes on at the others.
        square |= plan.around(square & plan.rectangle(1, 1, plan.width - 2, plan.height - 2))
    return square & tiles


def judge_points(
    spec: Spec, plan: Plan, fit: int, ground: int, stairs: tuple[int, int], steps: range
) -> None:
    """Raise AssertionError unless the stairs, which are so many steps apart, are as near to the
    points of their floors as the range of steps allows."""
    up, down = stairs
    above, below = points(spec, plan)

    def in_range(start: int) -> int:
        levels = distances(plan, start, ground)
        return sum(tiles & fit for tiles in levels[steps.start : steps.stop])

    assert down & nearest(plan, in_range(up), below), "down stairs that could be nearer"
    first = nearest(plan, fit, above)
    if not up & first:
        tiles = [1 << at for at in range(first.bit_length()) if first >> at & 1]
        assert not all(map(in_range, tiles)), "up stairs that could be nearer"


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    least = draw(st.integers(1, 120))
    steps = draw(st.sampled_from(["farthest", f"{least}-{least + draw(st.integers(0, 80))}"]))
    near = steps != "farthest" and draw(st.booleans())
    return {"steps": steps, "tries": draw(st.integers(1, 6)), "near_previous": near}


MATERIAL = PassMaterial(
    judge,
    uses(),
    ({}, {"steps": "20-35"}, {"steps": "20-150", "near_previous": True}),
    without=("stairs",),
)
