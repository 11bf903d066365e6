"""Looks of tiles in worlds: they go on over the edges of chunks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from helpers.equal_dungeons import require_references
from helpers.kinds import data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.programs import compared_module_of, native_of
from helpers.tools import (
    WORLDS_SPEC_FILE,
    needs_cc,
    needs_cc65,
    needs_oscar64,
    needs_vice,
    simulator_library,
)
from passes.tile_rules.material import shape

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

SIDE, CHUNKS, SEED = 32, 2048, 7
RULES = {
    "shapes": "rules",
    "looks": {"stone": {"glyph": "rock"}, "moss": {"colour": "green"}, "grass": {}},
    "rules": [
        {"look": "stone", "pattern": ["???", "?#?", "???"], "weight": 60},
        {"look": "moss", "pattern": ["???", "?#?", "?.?"], "weight": 90, "west": ["moss"]},
        {"look": "moss", "pattern": ["???", "?#?", "?.?"]},
        {"look": "grass", "pattern": ["?#?", "?.?", "???"], "north": ["moss"]},
    ],
}
SHIPPED: dict[str, Any] = yaml.safe_load(WORLDS_SPEC_FILE.read_text("utf-8"))["dungeons"]


def world(name: str, *passes: dict[str, Any]) -> dict[str, Any]:
    """A world of the spec with more passes."""
    return {**SHIPPED[name], "passes": [*SHIPPED[name]["passes"], *passes]}


WORLDS = {
    "sixteen": world("caverns", {"name": "tile_rules"}),
    "many": world(
        "wards", {"name": "treasures"}, {"name": "tile_rules", "shapes": 47}, {"name": "items"}
    ),
    "wide": world("moors", {"name": "tile_rules"}),
    "rules": world("caverns", {"name": "tile_rules", **RULES}),
}


@pytest.fixture(scope="module")
def spec() -> Spec:
    data = data_with(WORLDS)
    del data["memory"]
    return loaded(data)


def solid_codes(spec: Spec) -> set[int]:
    return {tile.code for tile in spec.tiles.values() if tile.secret or not tile.walkable}


@pytest.mark.parametrize(("name", "neighbours"), [("sixteen", 4), ("many", 8)])
@pytest.mark.parametrize("chunk", [(0, 0), (5, 2047)])
def test_walls_are_shaped_by_what_lies_beyond_the_edge(
    spec: Spec, name: str, neighbours: int, chunk: tuple[int, int]
) -> None:
    solid = set()
    for right in range(3):
        for down in range(3):
            at = (chunk[0] + right - 1) % CHUNKS, (chunk[1] + down - 1) % CHUNKS
            tiles = generate(spec, Request(name, SEED, 1, at)).tiles
            solid |= {
                (SIDE * right + n % SIDE, SIDE * down + n // SIDE)
                for n, code in enumerate(tiles.tiles)
                if code in solid_codes(spec)
            }
    plan: Any = SimpleNamespace(width=3 * SIDE, height=3 * SIDE)
    middle = generate(spec, Request(name, SEED, 1, chunk))
    gates = 0
    for x in range(SIDE):
        for y in range(SIDE):
            at = x + SIDE, y + SIDE
            expected = shape(*at, solid, plan, neighbours) if at in solid else 0
            assert middle.looks.get(x, y) == expected, (x, y)
            gates += at not in solid and (x in (0, SIDE - 1) or y in (0, SIDE - 1))
    assert gates >= 4


@pytest.mark.parametrize("name", ["wide", "rules"])
def test_open_tiles_at_the_edge_do_not_look_like_walls(spec: Spec, name: str) -> None:
    of_walls: set[int] = set()
    of_ground: set[int] = set()
    for column in range(4):
        g = generate(spec, Request(name, SEED, 1, (column, 1)))
        for y in range(SIDE):
            for x in range(SIDE):
                is_solid = g.tiles.get(x, y) in solid_codes(spec)
                (of_walls if is_solid else of_ground).add(g.looks.get(x, y))
    assert len(of_walls) >= 2
    assert of_walls & of_ground <= {0}


@needs_cc
@pytest.mark.parametrize("name", list(WORLDS))
def test_the_native_build_has_the_looks(spec: Spec, name: str) -> None:
    native = NativeBuilder(spec, native_of(spec))
    requests = [Request(name, seed, 1, (seed, 2047 - seed)) for seed in range(16)]
    require_references(spec, requests, native.build_many(requests))


@pytest.mark.parametrize(
    "compiler",
    [pytest.param("oscar64", marks=needs_oscar64), pytest.param("cc65", marks=needs_cc65)],
)
class TestOnTheMachine:
    @needs_cc
    @pytest.mark.parametrize("name", ["many", "rules"])
    def test_modules_have_the_looks(self, spec: Spec, name: str, compiler: str) -> None:
        module = compared_module_of(spec, name, compiler)
        machine = ModuleBuilder(module, simulator_library())
        requests = [Request(name, seed, 1, (7, seed)) for seed in range(4)]
        require_references(spec, requests, machine.build_many(requests))

    @needs_vice
    @pytest.mark.steps
    def test_no_step_takes_too_long(self, compiler: str) -> None:
        requests = [Request(name, SEED, 1, (3, 2047)) for name in ("sixteen", "many")]
        check_longest_steps(WORLDS, compiler, requests, losing_frames=["many"])
