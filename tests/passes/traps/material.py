"""What the tests over all passes need to know of `traps`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.population import judge_population, population_uses

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless traps are where they may be, as many as wanted."""
    judge_population(spec, use, before, after, 4, range(48, 56))


MATERIAL = PassMaterial(
    judge,
    population_uses(),
    (
        {"least": 10, "most": 12, "from_stairs": 8},
        {"least": 12, "most": 15, "where": ["near", "middle"], "pack": 3},
        {"least": 6, "most": 9, "where": "corridors", "apart": 5, "once": "1-2"},
    ),
    before=({"name": "stairs"},),
)
