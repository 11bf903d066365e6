"""What the parameters of `shapes` promise. What holds for every seed is in material.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps

from pygen.compilers import COMPILERS
from pygen.engine.dungeon.places import inner_rectangle, place_area
from pygen.engine.dungeon.shapes import LEAST_SIDES, inner_area
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, SpecError

HALLS = {
    "kind": "bsp",
    "map": {"width": 64, "height": 48},
    "split": {"min_side": 8},
    "rooms": {"min_size": 4, "max_size": 16},
}
SHAPES = list(LEAST_SIDES)


def halls(**use: Any) -> Spec:
    """A spec of halls with shapes."""
    return loaded({"dungeons": {"halls": {**HALLS, "passes": [{"name": "shapes", **use}]}}})


def shapes_of(spec: Spec, seed: int) -> list[int]:
    """The shapes of the rooms."""
    return [place.shape for place in generate(spec, Request("halls", seed)).places]


@pytest.mark.parametrize("shape", SHAPES[1:])
def test_a_shape_with_a_weight_occurs(shape: str) -> None:
    spec = halls(weights={shape: 1})
    found = {number for seed in range(4) for number in shapes_of(spec, seed)}
    assert found - {0} == {SHAPES.index(shape)}


def test_the_inner_rectangle_is_floor() -> None:
    spec = halls(weights=dict.fromkeys(SHAPES[1:], 1))
    sizes = set()
    for seed in range(12):
        g = generate(spec, Request("halls", seed))
        for number, place in enumerate(g.places):
            left, top, width, height = inner_rectangle(g, number)
            x, y, w, h = place_area(g, number)
            assert x <= left and left + width <= x + w and y <= top and top + height <= y + h
            assert width > 0 and height > 0
            sizes.add(place.shape)
            for row in range(top, top + height):
                for column in range(left, left + width):
                    assert g.tiles.get(column, row) in g.walkable
    assert sizes >= set(range(1, 7))


@pytest.mark.parametrize("shape", range(7))
def test_the_inner_rectangle_of_any_room_is_in_its_middle(shape: int) -> None:
    least = list(LEAST_SIDES.values())[shape]
    for w in range(least, 33):
        for h in range(least, 33):
            x, y, width, height = inner_area(shape, w, h)
            assert width >= 1 and height >= 1
            assert 2 * x + width == w and 2 * y + height == h


@pytest.mark.parametrize(
    ("use", "words"),
    [
        ({"weights": {"rectangle": 3}}, "no shape but `rectangle` has a weight"),
        ({"sides": {"round": "9-6"}}, "write 6-9"),
        ({"sides": {"round": "wide"}}, "expected tiles, such as 5-12 or 7-"),
        ({"sides": {"cross": "3-4"}}, "expected sides from 5 on"),
        ({"weights": {"cut": 1}, "sides": {"cave": 6}}, "`cave` has no weight"),
    ],
)
def test_errors_say_what_to_do(use: dict[str, Any], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        halls(**use)


def test_a_dungeon_without_rooms_is_an_error() -> None:
    data = {"dungeons": {"den": {"kind": "walk", "passes": [{"name": "shapes"}]}}}
    with pytest.raises(SpecError, match="use a kind whose floors have rooms"):
        loaded(data)


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(compiler: str) -> None:
    use = {"name": "shapes", "weights": dict.fromkeys(SHAPES[1:], 1)}
    large = {**HALLS, "rooms": {"min_size": 4, "max_size": 32}, "split": {"rooms": 5}}
    dungeons = {
        "halls": {**HALLS, "passes": [use]},
        "large": {**large, "map": {"width": 72, "height": 72}, "passes": [use]},
    }
    requests = [Request(name, seed) for name in dungeons for seed in range(6)]
    check_longest_steps(dungeons, compiler, requests)
