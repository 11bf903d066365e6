"""What the tests over all passes need to know of `items`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.population import judge_population, population_uses

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless items are where they may be, as many as wanted."""
    judge_population(spec, use, before, after, 2, [*range(32, 48), *range(112, 160)])


# The first kinds have the last numbers before the gap.
ACROSS = {
    "first_kind": 46,
    "least": 20,
    "most": 20,
    "table": [{"name": f"item_{n}", "glyph": "abcd"[n], "colour": "red"} for n in range(4)],
}

RARE = {
    "by": "floor",
    "where": ["rooms", "far"],
    "percent": 3,
    "most": "none",
    "apart": 4,
    "pack": "1-3",
}

SHARE = {"by": "floor", "percent": 2, "least": 9, "most": 60}

MATERIAL = PassMaterial(
    judge, population_uses(), ({}, ACROSS, SHARE, RARE), before=({"name": "stairs"},)
)
