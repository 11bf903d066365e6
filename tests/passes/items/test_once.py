"""Things that are on one of several floors."""

from __future__ import annotations

from collections import Counter
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
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, SpecError

HALLS = {"kind": "bsp", "map": {"width": 40, "height": 32}}
CROWN = {"name": "crown", "glyph": "x", "colour": "cyan"}
ONE = {"least": 1, "most": 1}
CROWNED = {"name": "items", "id": "crown", "once": "3-6", **ONE, "table": [CROWN]}
OTHERS = {"name": "items", "id": "rest", **ONE, "once": "2-9"}


def halls(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"halls": {**HALLS, **section, "passes": list(passes)}}})


SPEC = halls(CROWNED, {"name": "enemies"}, OTHERS)


def floors_with(spec: Spec, kind: int, seed: int) -> list[int]:
    """The floors of a dungeon, of the first ten, that have an entity of a kind."""
    built = {floor: generate(spec, Request("halls", seed, floor)) for floor in range(1, 11)}
    return [
        floor
        for floor, one in built.items()
        for row in one.tables["entities"]
        if row["kind"] == kind
    ]


def test_it_is_on_one_floor_and_any_may_be_that() -> None:
    crowns, others = Counter[int](), Counter[int]()
    for seed in range(0, 65536, 1111):
        (crown,), (other,) = floors_with(SPEC, 32, seed), floors_with(SPEC, 2, seed)
        crowns[crown] += 1
        others[other] += 1
    assert crowns.keys() == {3, 4, 5, 6} and len(others) > 5
    assert min(crowns.values()) > 5


def test_each_floor_that_is_named_is_a_row() -> None:
    rows = SPEC.dungeons["halls"].floor_rows
    for floor in range(2, 10):
        (row,) = (row for row in rows if any(floor in span for span in row.floors))
        assert row.floors == (range(floor, floor + 1),)


@pytest.mark.parametrize("require", [[], ["rooms > 0"]])
@pytest.mark.parametrize(
    ("own", "other"), [(None, "2-5"), ("2-5", "2-6"), ("2-5", None)], ids=["added", "other", "none"]
)
def test_it_is_the_same_on_all_floors(
    own: str | None, other: str | None, require: list[str]
) -> None:
    use = {"name": "items", "once": own}
    floors = {"2-5": {"passes": {"items": {"once": other}}}}
    with pytest.raises(SpecError, match=r"2-5.passes.items.once: `once` of a pass is the same"):
        halls(use, floors=floors, require=require)
    with pytest.raises(SpecError, match="give the pass `items` its `once` where it stands"):
        halls(use, floors=floors, require=require)
    assert halls({**use, "once": "2-5"}, floors={"2-5": {"passes": {"items": {"once": "2-5"}}}})


@needs_cc
def test_native_c_and_the_judge_agree() -> None:
    native = NativeBuilder(SPEC, native_of(SPEC))
    for floor in (1, 2, 3, 5, 6, 9, 200):
        for seed in range(12):
            request = Request("halls", seed, floor)
            expected = judge_passes(SPEC, request)[1]
            require_equal(SPEC, "halls", expected, native.build(request).regions, request)


@needs_cc
@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_the_c64_s_code_is_the_reference(compiler: str) -> None:
    builder = ModuleBuilder(compared_module_of(SPEC, "halls", compiler), simulator_library())
    for floor in (1, 3, 4, 5, 6):
        for seed in (0, 44257, 7):
            request = Request("halls", seed, floor)
            require_reference(SPEC, request, builder.build(request).regions)


def test_further_tries_do_not_move_it() -> None:
    spec = halls(CROWNED, require={"conditions": ["down_x < 24"], "tries": 16})
    tried = 0
    for seed in range(20):
        assert floors_with(spec, 32, seed) == floors_with(SPEC, 32, seed)
        tried += generate(spec, Request("halls", seed, 4)).tries > 1
    assert tried > 5


@pytest.mark.parametrize(
    ("once", "section", "said"),
    [
        ("5", {}, "`5` is one floor; expected 2 to 32 floors, such as 5-8"),
        ("5-", {}, "`5-` has 252 floors"),
        ("8-5", {}, "runs backwards"),
        (5, {}, "floors such as"),
    ],
)
def test_mistakes_are_reported(once: object, section: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        halls({**CROWNED, "once": once}, **section)


def test_a_world_has_no_floor_of_its_own() -> None:
    world = {"kind": "caves", "world": {}}
    passes = [
        {"name": "gates"},
        {"name": "regions", "keep": "all"},
        {"name": "items", "once": "2-3"},
    ]
    with pytest.raises(SpecError, match="delete `once`"):
        loaded({"dungeons": {"wilds": {**world, "passes": passes}}})


HIDDEN = {**CROWNED, "id": "hidden", "where": ["dead ends", "far"]}


def test_a_crown_without_a_place_is_a_requirement_that_is_not_met() -> None:
    """Of the halls, few have dead ends: without `require` the status says so, with it the halls are
    built again."""
    without = halls(HIDDEN)
    spec = halls(HIDDEN, require={"conditions": ["rooms >= 1"], "tries": 64})
    failed = tried = 0
    for seed in range(20):
        for floor in range(3, 7):
            request = Request("halls", seed, floor)
            one, other = generate(without, request), generate(spec, request)
            failed += bool(one.status & STATUS_NOT_ALL_PLACED)
            tried += other.tries > 1
            assert bool(other.status & STATUS_NOT_ALL_PLACED) == (other.status >> 6 & 1)
            assert (other.tries > 1) == bool(one.status & STATUS_NOT_ALL_PLACED)
    assert failed == tried > 5


@needs_cc
def test_native_c_is_the_reference_where_it_is_required() -> None:
    spec = halls(HIDDEN, require={"conditions": ["rooms >= 1"], "tries": 16})
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(12):
        request = Request("halls", seed, 4)
        require_reference(spec, request, native.build(request).regions)
