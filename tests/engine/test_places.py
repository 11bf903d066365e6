"""The table `places`: which dungeons have it, its rows, and the zones of rooms."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import loaded

from pygen.base.errors import UserError
from pygen.engine.definition.places import FAR, MIDDLE, NEAR, NOT_KNOWN, Place
from pygen.engine.dungeon.places import place_area, rows_of_rooms, zone_of_room
from pygen.engine.random.request import Request
from pygen.kinds import generate, phase_names
from pygen.passes import PASSES
from pygen.spec import Spec, dungeon_digest

KINDS = {"grid_rooms": "rooms", "bsp": "rooms", "mystery": "chambers", "accretion": "features"}
PARAMETERS = PASSES["items"].parameters
ITEMS = {"name": "items", "by": "count", "least": 1, "most": 3}


def spec_of(kind: str, **use: Any) -> Spec:
    """A dungeon of a kind with items."""
    size = {} if kind == "mystery" else {"map": {"width": 48, "height": 40}}
    return loaded({"dungeons": {"d": {"kind": kind, **size, "passes": [{**ITEMS, **use}]}}})


@pytest.fixture(name="used")
def items_use_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Items are a pass that uses places."""
    monkeypatch.setattr(PARAMETERS, "uses_places", property(lambda _: True))


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_user_nothing_has_changed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither tables nor phases nor digest, and so no byte of it."""
    plain = spec_of(kind)
    digest = dungeon_digest(plain, "d")
    generation = generate(plain, Request("d", 7))
    assert "places" not in {*generation.tables, *plain.structs, *plain.memory}
    assert generation.places == [] and "places" not in generation.summary_values()
    assert "places" not in phase_names(plain.dungeons["d"])
    monkeypatch.setattr(PARAMETERS, "uses_places", property(lambda _: True))
    assert dungeon_digest(spec_of(kind), "d") != digest == dungeon_digest(plain, "d")


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("kind", KINDS)
def test_a_row_for_each_room(kind: str) -> None:
    spec = spec_of(kind)
    assert [*spec.tables("d")][-1].name == "places"
    assert phase_names(spec.dungeons["d"])[-3:] in (
        ["places", "items", "camera"],
        ["items", "stairs", "camera"],
    )
    generation = generate(spec, Request("d", 7))
    rooms = generation.tables[KINDS[kind]]
    assert generation.places == [Place()] * len(rooms) and len(rooms) > 2
    assert generation.summary_values()["places"] == len(rooms)
    capacity = generation.tables["places"].capacity
    assert generation.tables[KINDS[kind]].capacity == capacity
    assert generation.region_bytes()["places"] == bytes([0, 0, 0, NOT_KNOWN]) * capacity


@pytest.mark.usefixtures("used")
def test_a_dungeon_without_rooms_has_no_places() -> None:
    with pytest.raises(UserError, match="a table says where rooms or features are"):
        spec_of("caves")


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("kind", KINDS)
def test_the_zone_of_a_room_is_that_of_a_tile_in_its_middle(kind: str) -> None:
    generation = generate(spec_of(kind, where="near"), Request("d", 7))
    names = {NEAR: "near", MIDDLE: "middle", FAR: "far"}
    found = []
    for number in range(len(rows_of_rooms(generation))):
        zone = zone_of_room(generation, number)
        assert generation.places[number].distance == zone
        x, y, w, h = place_area(generation, number)
        if zone != NOT_KNOWN:
            rows = generation.zones[names[zone]][y : y + h]
            assert any(row >> x & ((1 << w) - 1) for row in rows)
        found.append(zone)
    assert {NEAR, FAR} <= {*found}
