"""Guards: enemies beside what passes before have placed."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import loaded
from helpers.passes import judge_passes
from helpers.programs import compared_module_of, native_of
from helpers.tools import needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import KEY
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import Spec, SpecError

HALLS = {"kind": "bsp", "map": {"width": 48, "height": 40}}
LOCKS = {"name": "locks", "reward": {"name": "chest", "glyph": "c", "colour": "yellow"}}
WOLVES = [
    {"name": "wolf", "glyph": "w", "colour": "red", "pack": "2-4"},
    {"name": "bear", "glyph": "b", "colour": "brown"},
]
CHEST = 47


def halls(**enemies: Any) -> Spec:
    """A spec of halls with two locks, and such enemies."""
    use = {"name": "enemies", **enemies}
    return loaded({"dungeons": {"halls": {**HALLS, "passes": [LOCKS, use]}}})


SPECS = [
    halls(guards={"key": 1, "chest": 2}, table=WOLVES),
    halls(guards={"key": 8}, by="floor", most="none", where="far", apart=4),
    halls(guards={"chest": 8, "key": 8}, by="rooms", most=20, from_stairs=10),
]


@needs_cc
@pytest.mark.parametrize("number", range(len(SPECS)))
def test_native_c_and_the_judge_agree(number: int) -> None:
    spec = SPECS[number]
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(40):
        request = Request("halls", seed)
        expected = judge_passes(spec, request)[1]
        require_equal(spec, "halls", expected, native.build(request).regions, request)


@needs_cc
def test_python_and_c_are_equal_after_every_step() -> None:
    for spec in SPECS:
        native = NativeBuilder(spec, native_of(spec))
        request = Request("halls", 7)
        generation = begin(spec, request)
        for step in advance(generation):
            if step.phase in ("zones", "enemies"):
                built = native.build_steps(request, step.number).regions
                require_equal(spec, "halls", generation.region_bytes(), built, step)


@needs_cc
@pytest.mark.parametrize(("number", "compiler"), [(0, "oscar64"), (2, "cc65"), (1, "cc65")])
def test_the_c64_s_code_is_the_reference(number: int, compiler: str) -> None:
    spec = SPECS[number]
    builder = ModuleBuilder(compared_module_of(spec, "halls", compiler), simulator_library())
    for seed in range(4):
        request = Request("halls", seed)
        require_reference(spec, request, builder.build(request).regions)


@needs_cc
@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_packs_come_before_any_guard_was_placed(compiler: str) -> None:
    """In memory that nothing has set: the first dungeon after the module was loaded."""
    packs = {"name": "items", "least": 12, "most": 12, "pack": 3, "where": "rooms"}
    guards = {"name": "enemies", "guards": {"key": 1, "chest": 1}}
    spec = loaded({"dungeons": {"halls": {**HALLS, "passes": [LOCKS, packs, guards]}}})
    builder = ModuleBuilder(compared_module_of(spec, "halls", compiler), simulator_library())
    for seed in range(3):
        request = Request("halls", seed)
        require_reference(spec, request, builder.build(request).regions)


def entities(spec: Spec, seed: int) -> list[tuple[int, int, int]]:
    rows = generate(spec, Request("halls", seed)).tables["entities"]
    return [(row["kind"], row["x"], row["y"]) for row in rows]


def test_every_key_and_chest_has_its_guards() -> None:
    spec = SPECS[0]
    found = 0
    for seed in range(20):
        rows = entities(spec, seed)
        if generate(spec, Request("halls", seed)).status & STATUS_NOT_ALL_PLACED:
            continue
        enemies = [(x, y) for kind, x, y in rows if kind < 32 and kind >= 16]
        assert 4 <= len(enemies) <= 8
        for kind, x, y in rows:
            beside = sum(max(abs(x - a), abs(y - b)) <= 2 for a, b in enemies)
            found += kind in (KEY, CHEST)
            assert beside >= {KEY: 1, CHEST: 2}.get(kind, 0)
    assert found > 20


@pytest.mark.parametrize(
    ("guards", "said"),
    [
        ({"kay": 1}, "no pass before `enemies` places any `kay`; did you mean `key`"),
        ({"wolf": 1}, "no pass before `enemies` places any `wolf`"),
        ({"key": 9}, "9 is too large"),
    ],
)
def test_mistakes_are_reported(guards: dict[str, int], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        halls(guards=guards, table=WOLVES)


def test_a_kind_that_other_floors_have_is_guarded_there() -> None:
    gems = [{"name": "gem", "glyph": "x", "colour": "cyan", "floors": "2-"}]
    passes = [
        {"name": "items", "table": gems, "least": 3, "most": 3},
        {"name": "enemies", "least": 0, "most": 12, "guards": {"gem": 2}},
    ]
    spec = loaded({"dungeons": {"halls": {**HALLS, "passes": passes}}})
    rows = generate(spec, Request("halls", 3, 2)).tables["entities"]
    places = [(row["x"], row["y"]) for row in rows]
    for x, y in places[:3]:
        assert sum(max(abs(x - a), abs(y - b)) == 1 for a, b in places[3:]) >= 1
