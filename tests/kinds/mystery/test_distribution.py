"""Lean floors are distributed as exact ones: the total variation of their figures."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from helpers.tools import needs_cc
from kinds.mystery.distribution import (
    NAME,
    PARTS,
    SEEDS,
    added,
    counts,
    spec_with,
    variation,
    variations,
)

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.kinds.mystery.layouts import LAYOUTS

FEW_FLOORS, MORE_LEAN = 256, 4
"""Exact floors of a layout in the short test, and how many times as many lean ones."""

MOST = 0.02
SETS = 2
"""Sets of exact floors in the long test: chance alone makes 1 percent at most of the worst."""


def spread(one: int, other: int) -> float:
    """The standard deviation of the difference of a part's shares, for so many floors."""
    share = 1 / PARTS
    return math.sqrt(share * (1 - share) * (1 / one + 1 / other))


def chance(one: int, other: int) -> float:
    """A total variation that chance alone hardly ever exceeds, for so many floors."""
    return PARTS / 2 * 2 * spread(one, other)


@pytest.mark.long
@needs_cc
@pytest.mark.parametrize("layout", ["large", "cross"])
def test_lean_floors_are_like_exact_ones(layout: str) -> None:
    """Some floors, which show mistakes that are not small."""
    more = FEW_FLOORS * MORE_LEAN
    exact = counts(layout, "exact", range(0, SEEDS, SEEDS // FEW_FLOORS))
    lean = counts(layout, "lean", range(0, SEEDS, SEEDS // more))
    found = variations(exact, lean)
    most = MOST + chance(FEW_FLOORS, more)
    assert all(value <= most for value in found.values()), (most, found)


@needs_cc
@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_lean_floors_are_like_exact_ones(layout: str) -> None:
    exact = added(counts(layout, "exact", range(SEEDS), number) for number in range(SETS))
    found = variations(exact, counts(layout, "lean", range(SEEDS)))
    assert all(value <= MOST for value in found.values()), found


@needs_cc
def test_other_sets_of_exact_floors_are_other_floors() -> None:
    one, other = (counts("cross", "exact", range(64), number) for number in (0, 1))
    assert one != other
    assert one["rooms"] == other["rooms"]


@needs_cc
def test_figures_are_those_of_the_reference() -> None:
    spec, seeds = spec_with("cross", "lean"), range(4)
    found = counts("cross", "lean", seeds)
    floors = [generate(spec, Request(NAME, seed)) for seed in seeds]
    assert found["rooms"] == Counter(len(g.tables["chambers"]) for g in floors)
    kinds = [[row["kind"] for row in g.tables["entities"]] for g in floors]
    for name, kind in (("stairs", 0), ("items", 2), ("traps", 4), ("enemies", 6)):
        assert found[name] == Counter(one.count(kind) for one in kinds)
    assert found["floor"] == Counter(g.tiles.tiles.count(spec.codes["floor"]) for g in floors)


@pytest.mark.parametrize(
    ("exact", "other", "expected"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4], 0),
        ([1, 2, 3, 4], [1, 1, 1, 1], 0.75),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.5),
        ([0, 0, 0, 0], [0, 0, 0, 1], 0.25),
        (list(range(100)), [0] * 25 + [99] * 75, 0.5),
        (list(range(100)), [100] * 25 + list(range(75)), 0),
    ],
)
def test_the_variation_of_figures_is_half_of_the_differences(
    exact: list[int], other: list[int], expected: float
) -> None:
    assert variation(Counter(exact), Counter(other)) == pytest.approx(expected)
