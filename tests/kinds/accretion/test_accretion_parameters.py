"""What the parameters of an accretion dungeon promise. What holds for every seed is in judge.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import data_with, loaded, samples
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.kinds.accretion.constants import CAVE, CIRCLE, CORRIDOR, CROSS, ROOM, VAULT
from pygen.spec.problems import SpecError

SAMPLES = {sample.dungeon: sample for sample in samples("accretion")}
WARREN = SAMPLES["warren"]


def dungeons(*changes: str, seeds: int = 8) -> list[Generation[Any]]:
    """Sample dungeons of some seeds, with such changes of their parameters."""
    spec = WARREN.changed(*(f"dungeons.warren.{change}" for change in changes))
    return [generate(spec, Request("warren", seed)) for seed in range(seeds)]


def kinds(found: list[Generation[Any]]) -> set[int]:
    """The kinds of all features but the first ones, which are always rooms."""
    return {record["kind"] for g in found for record in g.tables["features"][1:]}


@pytest.mark.parametrize(
    ("shape", "kind"), [("room", ROOM), ("cross", CROSS), ("circle", CIRCLE), ("cave", CAVE)]
)
def test_only_shapes_with_a_weight_are_added(shape: str, kind: int) -> None:
    weights = {"room": 0, "cross": 0, "circle": 0, "cave": 0, shape: 5}
    changes = [f"features.weights.{name}={weight}" for name, weight in weights.items()]
    found = dungeons("features.room_chance=100", "vaults=[]", *changes)
    assert kinds(found) == {kind}


@pytest.mark.parametrize(
    ("shape", "least", "most"), [("large_room", (12, 9), (20, 16)), ("small_room", (2, 2), (3, 2))]
)
def test_large_and_small_rooms_have_their_own_sizes(
    shape: str, least: tuple[int, int], most: tuple[int, int]
) -> None:
    weights = dict.fromkeys(("room", "cross", "circle", "cave"), 0)
    sizes = ("min_width", "min_height"), ("max_width", "max_height")
    limits = {**dict(zip(sizes[0], least, strict=True)), **dict(zip(sizes[1], most, strict=True))}
    changes = [
        f"features={{most: 12, room_chance: 60, weights: {({**weights, shape: 5})}}}",
        f"{shape}s={limits}", "vaults=[]", "map={width: 72, height: 72}",
    ]  # fmt: skip
    found = dungeons(*changes)
    rooms = [
        (record["w"], record["h"])
        for g in found
        for record in g.tables["features"][1:]
        if record["kind"] == ROOM
    ]
    assert kinds(found) == {ROOM, CORRIDOR} and len(rooms) > 20
    assert all(least[0] <= w <= most[0] and least[1] <= h <= most[1] for w, h in rooms)
    assert len(set(rooms)) > 1


def test_more_walls_tested_give_more_loops() -> None:
    eager = ["loops.chance=100", "loops.least_way=6", "features.most=60", "secrets.loop_chance=0"]
    counts = []
    for most in (1, 8, 48):
        found = dungeons(*eager, f"loops.most={most}")
        assert all(g.figures["loops"] <= most for g in found)
        counts.append(sum(g.figures["loops"] for g in found))
    assert counts == sorted(set(counts))


def test_a_room_chance_of_0_gives_corridors_only() -> None:
    assert kinds(dungeons("features.room_chance=0")) == {CORRIDOR}


def test_vaults_are_added_and_turned() -> None:
    found = dungeons("features.weights={room: 1, cross: 0, circle: 0, cave: 0}", seeds=20)
    vaults = [record for g in found for record in g.tables["features"] if record["kind"] == VAULT]
    assert len({(record["w"], record["h"]) for record in vaults}) > 0
    sides = {(record["door_x"] < record["x"], record["door_y"] < record["y"]) for record in vaults}
    assert len(sides) > 1, "all vaults have their way in on the same side"


def test_a_map_without_space_is_a_shortfall_in_the_status() -> None:
    for g in dungeons("features.most=255"):
        assert g.status & STATUS_FEWER_PARTS and 10 < len(g.tables["features"]) < 255
    for g in dungeons("features.most=5"):
        assert not g.status & STATUS_FEWER_PARTS and len(g.tables["features"]) == 5


@pytest.mark.parametrize("pick", ["candidates", "blind"])
def test_nearly_all_features_of_a_large_map_are_placed(pick: str) -> None:
    found = dungeons(
        "map.width=72", "map.height=72", "features.most=100", f"walls.pick={pick}", seeds=12
    )
    assert sum(len(g.tables["features"]) >= 90 for g in found) >= 11


def test_few_blind_attempts_end_a_dungeon_early() -> None:
    counts = [
        len(g.tables["features"]) for g in dungeons("walls.pick=blind", "walls.blind_attempts=1")
    ]
    assert max(counts) < 5


def test_a_long_way_round_is_rarer_than_a_short_one() -> None:
    short, long = (
        sum(g.figures["loops"] for g in dungeons("loops.chance=100", f"loops.least_way={way}"))
        for way in (4, 150)
    )
    assert short > long


def test_all_loops_are_hidden_at_100_percent() -> None:
    for g in dungeons("loops.chance=100", "secrets.loop_chance=100", "doors.chance=0",
                      "secrets.room_chance=0", "vaults=[]"):  # fmt: skip
        assert g.tiles.tiles.count(g.codes["secret_path"]) == g.figures["loops"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("rooms.max_width=2", "max_width 2 is below min_width 3"),
        ("features.weights={room: 0, cross: 0, circle: 0, cave: 0}", "all weights are 0"),
        ("map.width=8", "a room of 7 tiles does not fit into the map"),
        ("large_rooms={max_width: 9}", "max_width 9 is below min_width 10"),
        ("features.weights={room: 0, large_room: 51}", "51"),
        ("vaults=[{drawing: ['###', '#.#', '###']}]", "no way in"),
        ("vaults=[{drawing: ['#+#', '#.+', '###']}]", "more than one way in"),
        ("vaults=[{drawing: ['#+###', '#.#.#', '#####']}]", "is cut off from the way in"),
        ("vaults=[{drawing: ['#+#', '#x#', '###']}]", "'x' means nothing"),
        ("vaults=[{drawing: ['#.#', '#.#', '###']}]", "is no door"),
        ("vaults=[{drawing: ['#+#', '###', '###']}]", "nothing behind the way in"),
    ],
)
def test_what_cannot_be_is_an_error_that_says_so(change: str, words: str) -> None:
    data = data_with({"warren": {"kind": "accretion"}})
    with pytest.raises(SpecError) as error:
        loaded(data, [f"dungeons.warren.{change}"])
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ("{width: 11, height: 9}", "large_rooms of 10 tiles or more never fit into the map"),
        ("{width: 240, height: 9}", "the map is too large for rooms of 16 tiles"),
    ],
)
def test_large_rooms_fit_into_the_map(size: str, words: str) -> None:
    data = data_with({"warren": {"kind": "accretion"}})
    with pytest.raises(SpecError) as error:
        loaded(
            data, [f"dungeons.warren.map={size}", "dungeons.warren.features.weights.large_room=1"]
        )
    assert words in str(error.value)


@needs_cc
@pytest.mark.parametrize("name", list(SAMPLES))
def test_python_and_c_are_equal_after_every_step(name: str) -> None:
    sample = SAMPLES[name]
    native = NativeBuilder(sample.spec, native_of(sample.spec))
    request = Request(name, 7)
    generation = begin(sample.spec, request)
    for step in advance(generation):
        # A new dungeon is empty in Python; C empties the last one in the phase `clear`.
        if step.phase != "clear":
            built = native.build_steps(request, step.number).regions
            require_equal(sample.spec, name, generation.region_bytes(), built, step)
