"""Many passes in one dungeon: all of it is equal in both languages, on floors that differ."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_reference
from helpers.kinds import loaded
from helpers.programs import compared_module_of, native_of
from helpers.tools import needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.engine.random.request import Request
from pygen.spec import Spec

PASSES: list[dict[str, Any]] = [
    {"name": "connect", "pattern": "tree", "loops": 20},
    {"name": "treasures", "count": 6},
    {"name": "stairs"},
    {"name": "secrets", "chance": 80},
    {"name": "water", "lakes": 2, "spots": 6},
    {"name": "water", "id": "fords", "rivers": 1, "lakes": 0, "spots": 0, "crossable": True},
    {"name": "items"},
    {"name": "enemies", "by": "rooms"},
    {"name": "start"},
]

FLOORS: dict[str, Any] = {
    "4-8": {
        "passes": {
            "connect": {"pattern": "chain", "loops": 0, "shape": "l", "doors": 60},
            "water": {"over": "rock", "rivers": 2},
            "fords": {"crossable": False},
            "secrets": {"chance": 10},
            "treasures": {"count": 0},
        }
    },
    "9-": {"passes": {"connect": {"pattern": "neighbours", "loops": 0, "shape": "z"}}},
}

DUNGEON = {
    "kind": "bsp",
    "map": {"width": 56, "height": 40},
    "without": ["connections", "stairs"],
    "passes": PASSES,
    "floors": FLOORS,
}


def composition() -> Spec:
    return loaded({"dungeons": {"keep": DUNGEON}})


@needs_cc
def test_native_c_is_the_reference() -> None:
    spec = composition()
    native = NativeBuilder(spec, native_of(spec))
    for floor in (1, 4, 9):
        for seed in range(12):
            request = Request("keep", seed, floor)
            require_reference(spec, request, native.build(request).regions)


@needs_cc
@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_the_c64_s_code_is_the_reference(compiler: str) -> None:
    spec = composition()
    module = compared_module_of(spec, "keep", compiler)
    builder = ModuleBuilder(module, simulator_library())
    for floor in (1, 4, 9):
        request = Request("keep", 7, floor)
        require_reference(spec, request, builder.build(request).regions)
