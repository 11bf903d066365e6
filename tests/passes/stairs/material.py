"""What the tests over all passes need to know of `stairs`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from hypothesis import strategies as st

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
