"""What the parameters of `shapes` promise. What holds for every seed is in material.py."""

from __future__ import annotations

from typing import Any

from helpers.kinds import loaded

from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import Spec

HALLS = {"kind": "bsp", "map": {"width": 40, "height": 32}}
USE = {"name": "shapes"}


def halls(*passes: dict[str, Any]) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"halls": {**HALLS, "passes": list(passes)}}})


def walls(*passes: dict[str, Any]) -> int:
    """How many walls, with all pillars, the halls of some seeds have in all."""
    built = (generate(halls(*passes), Request("halls", seed)) for seed in range(8))
    return sum(generation.tile_counts()["wall"] for generation in built)


def test_more_tries_give_more_pillars() -> None:
    assert walls() < walls(USE) < walls({**USE, "tries": 255})


def test_a_step_is_a_place_that_is_tried() -> None:
    generation = begin(halls({**USE, "tries": 9}), Request("halls", 7))
    assert sum(step.phase == "shapes" for step in advance(generation)) == 9
