"""The pass `treasures`: what its parameters promise, and how kinds go without their own."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.data import status_words
from pygen.spec import Spec, SpecError

CAVE = {"kind": "caves", "map": {"width": 40, "height": 32}}


def one(section: dict[str, Any], **use: Any) -> Spec:
    """A spec of one dungeon with the pass."""
    return loaded({"dungeons": {"one": {**section, "passes": [{"name": "treasures", **use}]}}})


def test_a_cave_gets_as_many_as_wanted_or_the_status_says_so() -> None:
    for count in (0, 5):
        for seed in range(8):
            g = generate(one(CAVE, count=count), Request("one", seed))
            counts = g.tile_counts()
            assert counts["treasure"] == counts["secret_path"] == count
            assert not g.status & STATUS_FEWER_TREASURES
    g = generate(one(CAVE, count=20, tries=1), Request("one", 7))
    assert g.status & STATUS_FEWER_TREASURES and g.tile_counts()["treasure"] < 20
    missing = 20 - g.tile_counts()["treasure"]
    assert f"no place for {missing} treasures of the pass `treasures`" in status_words(g)


@pytest.mark.parametrize(
    ("kind", "without"), [("grid_rooms", "treasures"), ("accretion", "secrets")]
)
def test_a_kind_with_treasures_must_go_without_them(kind: str, without: str) -> None:
    with pytest.raises(SpecError, match=rf"write `without: \[{without}\]` into the dungeon"):
        one({"kind": kind})
    spec = one({"kind": kind, "without": [without]}, count=6)
    g = generate(spec, Request("one", 7))
    assert g.tile_counts()["treasure"] == 6 and g.figures["treasures"] == 0


def test_other_random_numbers_do_not_change() -> None:
    passes = [{"name": "water"}, {"name": "stairs"}]
    plain = loaded({"dungeons": {"one": {**CAVE, "passes": passes}}})
    more = loaded({"dungeons": {"one": {**CAVE, "passes": [{"name": "treasures"}, *passes]}}})
    first, second = (generate(spec, Request("one", 7)) for spec in (plain, more))
    assert first.up == second.up


CROWDED = {"cave": {**CAVE, "passes": [{"name": "treasures", "count": 20}]}}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request("cave", 7)], 3000)
