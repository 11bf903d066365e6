"""The judge of caves: what holds for every seed."""

from __future__ import annotations

from collections.abc import Mapping

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

NO_UP, NO_DOWN = 1, 2


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the map is caves that are connected, with stairs far apart."""
    plan, records, summary = read(spec, name, regions)
    assert not records
    check_ground(spec, plan, summary)
    code = spec.codes
    own = plan.of(*(code[tile] for tile in ("empty", "wall", "floor", "up_stairs", "down_stairs")))
    assert own.bit_count() == len(plan.codes), "caves have no doors"
    assert set(summary) == set(spec.structs["summary"]), "caves have no figures of their own"
    ground = plan.of(code["floor"], code["up_stairs"], code["down_stairs"])
    count = ground.bit_count()
    expected = {0: NO_UP | NO_DOWN, 1: NO_DOWN}.get(count, 0)
    assert summary["status"] == expected, f"the status for {count} tiles of floor"
    if count:
        # Without stairs check_ground does not look.
        assert plan.flood(plan.bit(summary["up_x"], summary["up_y"]), ground) == ground
    if not summary["status"]:
        check_stairs(plan, ground, summary)
    regions_of = parameters_of(spec, name).regions
    if count and regions_of.keep == "by_size":
        assert count >= regions_of.least_size, "a cave that is too small was kept"


def check_stairs(plan: Plan, ground: int, summary: dict[str, int]) -> None:
    """No tile is farther from the up stairs than the down stairs: the longer way twice, and the
    shorter one."""

    def distance(place: int) -> int:
        y, x = divmod(place, plan.width)
        sides = sorted((abs(x - summary["up_x"]), abs(y - summary["up_y"])))
        return sides[0] + 2 * sides[1]

    places = [place for place in range(len(plan.codes)) if ground >> place & 1]
    farthest = max(places, key=distance)
    assert (summary["down_x"], summary["down_y"]) == (farthest % plan.width, farthest // plan.width)
