"""Digests of dungeons: they stay when the code is rearranged, and change with the rules."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from helpers.tools import SHIPPED_SPEC_FILE, SPEC_FILE
from pydantic import Field

from pygen.engine.sections import Section
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.proof.catalogue import recorded
from pygen.spec import Spec, dungeon_digest, floor_digest, hashing, load_spec
from pygen.spec.canonical import canonical, first_keys

GOLDEN = Path(__file__).parents[1] / "golden"

# They stand in modules and in saved maps, which would be refused if one changed.
SHIPPED = {
    "crypt": "cb9fde3252948098",
    "catacombs": "28ac1b9f0e15aff8",
    "deep": "d4a746011bbc6b07",
    "burrow": "935490e2ab3f58b2",
    "maze": "53b928f4d5df0de5",
    "grotto": "3346e8246e6e1df7",
    "highlands": "bac5a1cbd5b49744",
    "quarry": "6c772b8291e1af6d",
    "halls": "09de6f3c2b6ec787",
    "warren": "2e60090bdc89cc89",
    "citadel": "72c9ebc6d4d3e2a0",
    "ruins": "d6aaa763f216cd99",
    "twelve_floors": "217b7a711e12d930",
    "descent": "028e147b70c4ddf8",
    "manor": "d39cbaaed21c2429",
    "hollows": "53b87c1e3fc6dff2",
    "mines": "8858942a0d5bff25",
    "labyrinth": "34c868154ad8bc4c",
    "cloister": "9f57a2e356d61d8d",
    "fens": "370533ff60324d3a",
    "stronghold": "22a69285f825bd60",
    "wilds": "fc9d6d61a2eebefd",
    "necropolis": "cd29b138e32446e8",
}


@pytest.mark.shipped
def test_shipped_dungeons_keep_their_digests(shipped_spec: Spec) -> None:
    assert {name: dungeon_digest(shipped_spec, name) for name in SHIPPED} == SHIPPED


@pytest.mark.shipped
def test_every_row_of_floors_keeps_its_digest(shipped_spec: Spec) -> None:
    rows = recorded(shipped_spec)
    assert len(rows) > 2 * len(shipped_spec.dungeons)
    for file, place in rows.items():
        said = re.search(r"# made from: (\w+)", (GOLDEN / f"{file}.txt").read_text())
        assert said and said[1] == floor_digest(shipped_spec, place.dungeon, place.floor), file


@pytest.mark.shipped
@pytest.mark.parametrize(
    ("dungeon", "change"),
    [("highlands", "tiles.mountain.walkable=true"), ("mines", "tiles.floor.secret=true")],
)
def test_what_the_generators_read_of_tiles_is_part_of_the_digest(dungeon: str, change: str) -> None:
    """Every dungeon changes with it."""
    before = load_spec(SHIPPED_SPEC_FILE)
    after = load_spec(SHIPPED_SPEC_FILE, [change])
    for digest in (dungeon_digest, partial(floor_digest, floor=1)):
        assert digest(before, dungeon) != digest(after, dungeon)


class Lake(Section):
    """A group of keys."""

    depth: int = 3
    radius: int = 5


class Old(Section):
    """A section as it was when the form was made."""

    kind: Literal["pond"]
    lake: Lake = Field(default_factory=Lake)
    reeds: list[Lake] = Field(default_factory=list)


class NewLake(Section):
    """The same group, rearranged and with a new key."""

    radius: int = 5
    fish: int = 0
    depth: int = 3


class New(Section):
    """The same section, rearranged and with new keys."""

    reeds: list[NewLake] = Field(default_factory=list)
    frogs: int = 1
    lake: NewLake = Field(default_factory=NewLake)
    kind: Literal["pond"]


GROUP = {"depth": None, "radius": None}
FIRST = {"kind": None, "lake": GROUP, "reeds": [GROUP]}


def text_of(section: Section) -> str:
    """As JSON would have it: the order of keys counts."""
    return repr(canonical(section, FIRST))


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "pond"},
        {"kind": "pond", "lake": {"radius": 9}},
        {"kind": "pond", "reeds": [{"depth": 1}, {}]},
    ],
)
def test_the_form_depends_neither_on_the_order_of_keys_nor_on_new_ones(
    values: dict[str, Any],
) -> None:
    assert text_of(New(**values)) == text_of(Old(**values))


@pytest.mark.parametrize(
    ("values", "added"),
    [
        ({"frogs": 2}, "'frogs': 2}"),
        ({"lake": {"fish": 4}}, "'radius': 5, 'fish': 4}"),
        ({"reeds": [{"fish": 4}, {}]}, "'radius': 5, 'fish': 4}, {'depth': 3, 'radius': 5}]"),
    ],
)
def test_a_new_key_is_part_of_the_form_where_it_is_not_the_default(
    values: dict[str, Any], added: str
) -> None:
    assert added in text_of(New(kind="pond", **values))


def test_first_keys_of_groups_are_there_even_at_their_defaults() -> None:
    assert text_of(Old(kind="pond")) == (
        "{'kind': 'pond', 'lake': {'depth': 3, 'radius': 5}, 'reeds': []}"
    )


def keys_of(first: Any) -> Iterator[str]:
    if isinstance(first, list):
        yield from keys_of(first[0])
    elif isinstance(first, dict):
        for key, below in first.items():
            yield key.removesuffix("?")
            yield from keys_of(below)


@pytest.mark.parametrize("part", ["kinds", "passes"])
def test_every_first_key_is_one_of_today(part: str) -> None:
    """A key that was renamed would silently leave the digests."""
    both: dict[str, Mapping[str, Any]] = {"kinds": KINDS, "passes": PASSES}
    classes = both[part]
    assert any(first_keys(f"{part}/{name}") for name in classes)
    for name in classes:
        first = first_keys(f"{part}/{name}")
        schema = str(classes[name].parameters.model_json_schema())
        for key in keys_of(first):
            assert key == "*" or f"'{key}'" in schema, f"{name}: {key}"


@pytest.mark.parametrize("part", ["KINDS", "PASSES"])
def test_other_rules_give_other_digests(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load_spec(SPEC_FILE, ["dungeons.burrow.passes=[{name: regions, keep: all}]"])
    before = {name: dungeon_digest(spec, name) for name in spec.dungeons}
    name = {"KINDS": "walk", "PASSES": "regions"}[part]
    parts = getattr(hashing, part)
    monkeypatch.setattr(hashing, part, {**parts, name: dataclasses.replace(parts[name], rules=2)})
    after = {name: dungeon_digest(spec, name) for name in spec.dungeons}
    assert {name for name in before if before[name] != after[name]} == {"burrow"}
