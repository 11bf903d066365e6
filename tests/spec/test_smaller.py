"""Smaller forms of a spec's data, and the text of whole specs."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from helpers.kinds import data_of_all_kinds, every_kind, loaded
from helpers.random_specs import spec_data
from helpers.tools import FLOORS_SPEC_FILE, SHIPPED_SPEC_FILE, SPEC_FILE, WORLDS_SPEC_FILE
from hypothesis import HealthCheck, Phase, given, settings

from pygen.spec import smaller
from pygen.spec.document import Document
from pygen.spec.loading import overridden, spec_of
from pygen.spec.yaml_text import document_text

DATA: dict[str, Any] = {
    "dungeons": {
        "a": {
            "kind": "walk",
            "passes": [{"name": "items"}, {"name": "water", "id": "lakes"}, {"name": "traps"}],
            "floors": {"2-9": {"passes": {"lakes": {"lakes": 5}, "traps": {"most": 9}}}, "12": {}},
        },
        "b": {"kind": "caves"},
    },
    "program": {"dungeons": ["b", "a"]},
    "programs": {"one": {"dungeons": ["a"]}, "all": {"dungeons": "all"}},
    "budgets": {"dungeons": {"a": {}, "b": {}}},
}


@pytest.mark.parametrize("file", [SPEC_FILE, FLOORS_SPEC_FILE, WORLDS_SPEC_FILE])
def test_the_text_of_a_spec_is_read_as_the_same_spec(file: Any) -> None:
    data = overridden(file)[0].data
    document = Document.of_text(document_text(data))
    assert document.data == data and not document.problems
    assert spec_of(document) == loaded(data)


@pytest.mark.shipped
def test_the_text_of_the_shipped_spec_is_read_as_the_same_spec() -> None:
    test_the_text_of_a_spec_is_read_as_the_same_spec(SHIPPED_SPEC_FILE)


@every_kind
def test_the_text_of_random_data_is_read_as_the_same_data(kind: str) -> None:
    @settings(
        max_examples=5, derandomize=True, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(data=spec_data(kind))
    def check(data: dict[str, Any]) -> None:
        # What YAML has: no tuples.
        plain = json.loads(json.dumps(data))
        assert Document.of_text(document_text(plain)).data == plain

    check()


def test_data_are_never_changed() -> None:
    before = copy.deepcopy(DATA)
    smaller.without(DATA, [("dungeons", "a")])
    smaller.with_value(DATA, ("dungeons", "a", "map", "width"), 9)
    smaller.on_all_floors(DATA, "a", "2-9")
    smaller.alone(DATA, "a")["dungeons"]["a"].clear()
    assert before == DATA


def test_what_refers_to_a_dungeon_goes_with_it() -> None:
    left = smaller.without(DATA, [("dungeons", "a")])
    assert left == {
        "dungeons": {"b": {"kind": "caves"}},
        "program": {"dungeons": ["b"]},
        "programs": {"one": {}, "all": {"dungeons": "all"}},
        "budgets": {"dungeons": {"b": {}}},
    }
    # Both at once, whichever is first.
    paths: list[Any] = [("budgets", "dungeons", "a"), ("dungeons", "a")]
    for order in (paths, paths[::-1]):
        assert smaller.without(DATA, order) == left


def test_what_refers_to_a_pass_goes_with_it_and_the_others_stay() -> None:
    passes = ("dungeons", "a", "passes")
    left = smaller.without(DATA, [(*passes, 0), (*passes, 1)])["dungeons"]["a"]
    assert left["passes"] == [{"name": "traps"}]
    assert left["floors"] == {"2-9": {"passes": {"traps": {"most": 9}}}, "12": {}}


def test_the_values_of_some_floors_become_those_of_all() -> None:
    section = smaller.on_all_floors(DATA, "a", "2-9")["dungeons"]["a"]
    assert section == {
        "kind": "walk",
        "passes": [
            {"name": "items"},
            {"name": "water", "id": "lakes", "lakes": 5},
            {"name": "traps", "most": 9},
        ],
    }


def test_a_new_group_is_behind_the_first_key() -> None:
    changed = smaller.with_value(DATA, ("dungeons", "a", "map", "width"), 9)
    assert list(changed["dungeons"]["a"]) == ["kind", "map", "passes", "floors"]
    assert changed["dungeons"]["a"]["map"] == {"width": 9}


def test_the_least_value_of_a_number_is_that_of_its_schema() -> None:
    data = data_of_all_kinds()
    data["dungeons"]["burrow"]["passes"] = [{"name": "water", "rivers": 3}]
    crypt = ("dungeons", "crypt")
    assert smaller.least(data, (*crypt, "rooms", "min_size")) == 2
    assert smaller.least(data, (*crypt, "secrets", "room_chance")) == 0
    # The file leaves the map out.
    assert smaller.least({"dungeons": {"crypt": {"kind": "bsp"}}}, (*crypt, "map", "width")) == 8
    assert smaller.least(data, ("dungeons", "burrow", "passes", 0, "rivers")) == 0
    numbers = smaller.numbers(data)
    assert ("random", "shifts", 0) in numbers and ("display", "secrets_shown") not in numbers
