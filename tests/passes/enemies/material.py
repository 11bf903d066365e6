"""What the tests over all passes need to know of `enemies`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.population import judge_population, population_uses

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless enemies are where they may be, as many as wanted."""
    judge_population(spec, use, before, after, 6, [*range(16, 32), *range(64, 112)])


TABLE = {
    "by": "rooms",
    "percent": 1,
    "least": 7,
    "first_room": 1,
    "from_stairs": 12,
    "table": [
        {"name": "first_one", "glyph": "a", "colour": "red", "weight": 3, "floors": "1-4"},
        {"name": "second_one", "glyph": "b", "colour": "green"},
        {"name": "deep_one", "glyph": "c", "colour": "blue", "floors": "5-"},
    ],
}

MANY = {
    "least": 30,
    "most": 40,
    "table": [
        {"name": f"beast_{n}", "glyph": "abcdefgh"[n % 8], "colour": "red", "weight": 1 + n % 3}
        for n in range(64)
    ],
}

PACKS = {
    "by": "floor",
    "least": 6,
    "most": 30,
    "where": ["dead ends", "middle", "far"],
    "from_stairs": 4,
    "pack": 2,
    "table": [
        {"name": "wolf", "glyph": "w", "colour": "red", "pack": "2-5"},
        {"name": "bear", "glyph": "b", "colour": "brown"},
    ],
}

GUARDS = {
    "least": 30,
    "most": 40,
    "from_stairs": 3,
    "apart": 3,
    "guards": {"key": 3},
    "table": PACKS["table"],
}

MATERIAL = PassMaterial(
    judge,
    population_uses(),
    (TABLE, MANY, GUARDS, PACKS),
    before=({"name": "stairs"}, {"name": "locks"}),
)
