"""The judge of random walks: what holds for every seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import check_ground, read

from pygen.spec import Spec

STATUS_FEWER_PARTS = 8


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless a walk of the given length can have left this map."""
    plan, records, summary = read(spec, name, regions)
    assert not records
    check_ground(spec, plan, summary)
    code = spec.codes
    own = plan.of(*(code[name] for name in ("empty", "wall", "floor", "up_stairs", "down_stairs")))
    assert own.bit_count() == len(plan.codes), "a walk has no doors"
    assert set(summary) == set(spec.structs["summary"]), "a walk has no figures of its own"
    floor = plan.of(code["floor"], code["up_stairs"], code["down_stairs"])
    walk = parameters_of(spec, name).walk
    count = floor.bit_count()
    assert 1 <= count <= walk.steps * walk.walkers + 1
    is_short = bool(summary["status"] & STATUS_FEWER_PARTS)
    if walk.share:
        # Rounded down, but never the tile alone with which a walk begins.
        wanted = max(2, (plan.width - 2) * (plan.height - 2) * walk.share // 100)
        assert count < wanted if is_short else count == wanted, "not the share of the map"
    else:
        assert not is_short, "no share was asked for"
    start_x, start_y = summary["up_x"], summary["up_y"]

    def distance(x: int, y: int) -> Any:
        return abs(x - start_x) + abs(y - start_y)

    if not summary["status"] & 2:
        farthest = max(
            distance(index % plan.width, index // plan.width)
            for index, tile in enumerate(plan.codes)
            if tile in (code["floor"], code["down_stairs"])
        )
        assert distance(summary["down_x"], summary["down_y"]) == farthest
