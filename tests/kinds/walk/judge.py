"""The judge of random walks: what holds for every seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

STATUS_FEWER_PARTS = 8
MOST_FURTHER_WALKS = 255


def check_coverage(plan: Plan, floor: int, coverage: Any, *, is_short: bool) -> None:
    """Raise AssertionError unless as many sections have floor as were asked for, or some have none
    and the status says so."""
    across = max(1, plan.width // coverage.section)
    down = max(1, plan.height // coverage.section)

    def section(at: int) -> tuple[int, int]:
        y, x = divmod(at, plan.width)
        return min(across - 1, x // coverage.section), min(down - 1, y // coverage.section)

    covered = {section(at) for at in range(len(plan.codes)) if floor >> at & 1}
    if is_short:
        assert len(covered) < across * down, "all sections have floor"
    else:
        assert len(covered) * 100 >= across * down * coverage.percent, "too few sections have floor"


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
    parameters = parameters_of(spec, name)
    walk, coverage = parameters.walk, parameters.coverage
    count = floor.bit_count()
    further = MOST_FURTHER_WALKS * coverage.steps if coverage.percent else 0
    assert 1 <= count <= walk.steps * walk.walkers + 1 + further
    is_short = bool(summary["status"] & STATUS_FEWER_PARTS)
    if walk.share:
        # Rounded down, but never the tile alone with which a walk begins.
        wanted = max(2, (plan.width - 2) * (plan.height - 2) * walk.share // 100)
        assert count < wanted if is_short else count == wanted, "not the share of the map"
    elif coverage.percent:
        check_coverage(plan, floor, coverage, is_short=is_short)
    else:
        assert not is_short, "neither a share nor a coverage was asked for"
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
