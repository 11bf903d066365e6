"""What the parameters of `purposes` promise. What holds for every seed is in material.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.passes import judge_passes
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.dungeon import places
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.kinds.accretion import constants as accretion
from pygen.pictures.data import purpose_words, room_labels
from pygen.search.numbers import numbers_of
from pygen.spec import Spec, SpecError
from pygen.studio.overlays import purposes

HALLS = {"kind": "bsp", "map": {"width": 48, "height": 40}}
LIBRARY = {"name": "library", "least": 2, "most": 3}
CELL = {"name": "cell", "most": 9, "max_area": 60}


def halls(*purposes: dict[str, Any], passes: Sequence[dict[str, Any]] = (), **use: Any) -> Spec:
    """A spec of halls with these purposes, and passes behind them."""
    every = [{"name": "purposes", "purposes": list(purposes), **use}, *passes]
    return loaded({"dungeons": {"halls": {**HALLS, "passes": every}}})


def built(spec: Spec, seed: int = 7) -> Generation[Any]:
    return generate(spec, Request("halls", seed))


def counts(spec: Spec, seeds: int = 20) -> Counter[int]:
    """How many rooms have each purpose, by number, in dungeons of several seeds."""
    return Counter(place.purpose for seed in range(seeds) for place in built(spec, seed).places)


def wrong(*purposes: dict[str, Any], **use: Any) -> str:
    with pytest.raises(SpecError) as error:
        halls(*purposes, **use)
    return str(error.value)


def test_every_room_has_the_same_chance_to_be_the_library() -> None:
    spec = halls({"name": "library", "least": 1, "weight": 0})
    shares: Counter[bool] = Counter()
    for seed in range(160):
        generation = built(spec, seed)
        number = next(at for at, place in enumerate(generation.places) if place.purpose)
        shares[2 * number < len(generation.places)] += 1
    assert 56 < shares[True] < 104


def test_a_weight_says_how_often_a_purpose_is_chosen() -> None:
    many = {"name": "many", "most": 99, "weight": 9}
    few = {"name": "few", "most": 99}
    found = counts(halls(many, few, plain=2))
    assert found[1] > 5 * found[2] > 0 and found[0] > 1.2 * found[2]
    assert counts(halls(many, few, plain=0))[0] == 0


def test_the_least_come_first_and_what_is_missing_is_said() -> None:
    generation = built(halls({"name": "hall", "least": 3, "most": 3, "min_width": 200}, LIBRARY))
    assert generation.left_out == 3 and generation.status
    assert [place.purpose for place in generation.places].count(2) >= 2


def test_a_dungeon_that_requires_anything_is_built_again_if_some_are_missing() -> None:
    purposes = [{"name": "hall", "least": 2, "most": 2, "min_area": 90}]
    data = {**HALLS, "passes": [{"name": "purposes", "purposes": purposes}]}
    spec = loaded(
        {"dungeons": {"halls": {**data, "require": {"conditions": ["rooms > 2"], "tries": 60}}}}
    )
    every = [built(spec, seed) for seed in range(12)]
    assert all(generation.status == 0 for generation in every)
    assert any(generation.tries > 1 for generation in every)


@needs_cc
def test_conditions_name_the_rooms_of_a_purpose() -> None:
    purposes = [{**CELL, "least": 1}, LIBRARY]
    require = ["passes.purposes.cell between 3 and 4", "passes.purposes.library == 2"]
    data = {**HALLS, "passes": [{"name": "purposes", "purposes": purposes}], "require": require}
    spec = loaded({"dungeons": {"halls": data}})
    native = NativeBuilder(spec, native_of(spec))
    tries = 0
    for seed in range(12):
        generation = built(spec, seed)
        found = Counter(place.purpose for place in generation.places)
        assert (found[1] in (3, 4) and found[2] == 2) or generation.status
        numbers = numbers_of(spec, generation, seed)
        assert numbers["passes.purposes.cell"] == found[1]
        assert numbers["passes.purposes.given"] == found[1] + found[2]
        request = Request("halls", seed)
        require_equal(
            spec, "halls", generation.region_bytes(), native.build(request).regions, request
        )
        tries += generation.tries
    assert tries > 12


ABBEY = [
    {"name": "library", "least": 1, "most": 2, "min_area": 20},
    {"name": "walk", "least": 1, "most": 2},
    {"name": "garden", "least": 1, "most": 2, "beside": "walk"},
    {"name": "cell", "most": 6, "distance": ["middle", "far"], "weight": 3},
]
THINGS = [
    {"name": "items", "least": 3, "most": 6, "purposes": ["library", "garden"]},
    {"name": "enemies", "by": "rooms", "percent": 20, "purposes": ["cell"]},
    {"name": "traps", "by": "floor", "where": "far", "percent": 9, "purposes": ["plain"]},
]
MANY = [{"name": f"use_{n}", "least": n % 2, "most": 3, "distance": "far"} for n in range(15)]
DUNGEONS: dict[str, dict[str, Any]] = {
    "grid": {"kind": "grid_rooms", "map": {"width": 64, "height": 64}},
    "halls": HALLS,
    "floor": {"kind": "mystery"},
    "burrow": {"kind": "accretion", "map": {"width": 48, "height": 40}, "without": ["secrets"]},
}


def peopled(purposes: list[dict[str, Any]]) -> dict[str, Any]:
    """A dungeon of each kind with rooms, with purposes, and things in rooms of some."""
    passes = [{"name": "purposes", "purposes": purposes}, *(THINGS if purposes is ABBEY else [])]
    return {name: {**section, "passes": passes} for name, section in DUNGEONS.items()}


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_things_are_in_rooms_of_the_purposes_that_their_passes_name(dungeon: str) -> None:
    spec = loaded({"dungeons": {dungeon: peopled(ABBEY)[dungeon]}})
    native = NativeBuilder(spec, native_of(spec))
    placed = 0
    for seed in range(6):
        request = Request(dungeon, seed)
        of_kind, regions = judge_passes(spec, request)
        require_equal(spec, dungeon, regions, native.build(request).regions, request)
        placed += regions["entities"] != of_kind.get("entities")
    assert placed > 3


@pytest.mark.sampled(4)
@pytest.mark.slow
@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("purposes", [ABBEY, MANY], ids=["abbey", "many"])
@pytest.mark.steps
def test_no_step_takes_too_long(compiler: str, purposes: list[dict[str, Any]]) -> None:
    requests = [Request(name, seed) for name in DUNGEONS for seed in (7, 8)]
    check_longest_steps(peopled(purposes), compiler, requests)


def test_the_records_of_features_are_those_of_their_kind() -> None:
    assert (places.CORRIDOR, places.HIDDEN) == (accretion.CORRIDOR, accretion.HIDDEN)


def test_numbers_are_those_of_the_list_on_all_floors() -> None:
    floors = {
        "2-": {"passes": {"purposes": {"purposes": [{"name": "crypt", "least": 1}, LIBRARY]}}}
    }
    data = {**HALLS, "passes": [{"name": "purposes", "purposes": [LIBRARY]}], "floors": floors}
    spec = loaded({"dungeons": {"halls": data}})
    below = generate(spec, Request("halls", 7, 2))
    assert spec.dungeons["halls"].purpose_numbers == {"plain": 0, "library": 1, "crypt": 2}
    assert {1, 2} <= {place.purpose for place in below.places}
    assert {place.purpose for place in built(spec).places} <= {0, 1}


def test_rooms_are_labelled_with_their_purposes() -> None:
    generation = built(halls(LIBRARY, CELL))
    library = [at for at, place in enumerate(generation.places) if place.purpose == 1]
    words = purpose_words(generation)
    assert words.startswith("library " + ", ".join(f"{at:X}" for at in library))
    labels = {(x, y): text for x, y, text in room_labels(generation)}
    for at, (room, place) in enumerate(zip(generation.rooms, generation.places, strict=True)):
        text = labels[room.x, room.y]
        named = ["", " library", " cell"][place.purpose]
        assert text == f"{at:X}{named}"[: max(1, room.w)]
    boxes = purposes(generation).boxes
    assert [box[4] for box in boxes].count("library") == len(library)


def test_mistakes_are_named() -> None:
    assert "`library` stands twice" in wrong(LIBRARY, LIBRARY)
    assert "no purpose before it is called `walk`" in wrong({**LIBRARY, "beside": "walk"})
    assert "4 is more than 3, the value of `most`" in wrong({**LIBRARY, "least": 4})
    assert "the sum of the weights" in wrong({**LIBRARY, "weight": 50}, plain=250)
    assert "is the name of rooms without" in wrong({"name": "plain"})
    assert "no pass before `items` gives rooms the purpose `shrine`" in wrong(
        LIBRARY, passes=[{"name": "items", "purposes": ["shrine"]}]
    )
    assert "`purposes` are those of rooms, and this is elsewhere" in wrong(
        LIBRARY, passes=[{"name": "items", "where": "corridors", "purposes": ["library"]}]
    )
    with pytest.raises(SpecError, match="a table says where rooms or features are"):
        loaded({"dungeons": {"cave": {"kind": "caves", "passes": [{"name": "purposes"}]}}})
