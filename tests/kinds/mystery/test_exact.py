"""Exact mode: draw for draw the original, as an oracle has it. Each floor is compared in full."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import samples
from helpers.programs import module_of
from helpers.tools import needs_cc, simulator_library
from kinds.mystery.oracle import HEIGHT, WIDTH, OracleFloor, floor_of_oracle

from pygen.builders.module import ModuleBuilder
from pygen.engine.definition.entity_kinds import BURIED_ITEM, ENEMY, ITEM, TRAP
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.random32 import Random32, next_floor, previous_floor
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.kinds.mystery.constants import (
    FLOOR,
    HOUSE,
    IN_ROOM,
    JUNCTION,
    SHOP,
    TERRAIN,
    WATER,
    ZONE,
)
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.layouts import LAYOUTS
from pygen.kinds.mystery.parameters import Mystery
from pygen.kinds.mystery.stages import build_ground

SAMPLE = samples("mystery")[0]
EXACT = next(sample for sample in samples("mystery") if sample.dungeon == "mystery_exact")
PLACES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]

FLOORS, LIVE_FLOORS, MORE_FLOORS = 32, 1, 1000
"""How many floors of each layout are compared with recorded answers of the oracle, with the oracle
itself, and with it in a longer run."""

PIECE = 125
"""How many of these one test of the longer run compares."""

RECORDED: dict[str, list[str]] = {
    line.split()[0]: line.split()[1:]
    for line in (Path(__file__).parent / "oracle.txt").read_text(encoding="utf-8").splitlines()
}
"""Digests of the oracle's floors, by layouts, in the order of `requests`."""


def random_parameters(chance: random.Random, layout: str) -> Mystery:
    """Mixed parameters of a floor, with the mistakes of the original."""
    pick: Any = chance.choice
    return Mystery.model_validate(
        {
            "kind": "mystery",
            "numbers": "exact",
            "layout": layout,
            "rooms": {
                "density": pick([-3, -7, 2, 4, 6, 9, 12]),
                "merging": pick([5, 5, 40]),
                "maze": pick([0, 50]),
                "imperfect": pick([False, True]),
                "structures": pick([0, 2, 9]),
            },
            "halls": {
                "connectivity": pick([5, 15, 30, 60]),
                "dead_ends": pick([False, True]),
                "extra": pick([0, 3, 10]),
            },
            "water": {"on": pick([False, True, True]), "density": pick([0, 6, 30])},
            "shop": pick([0, 50]),
            "monster_house": {"chance": pick([0, 50]), "empty": pick([0, 50])},
            "things": {
                "items": pick([0, 1, 6, 12]),
                "buried": pick([0, 1, 6]),
                "traps": pick([0, 1, 6, 70]),
                "enemies": pick([-3, 0, 1, 6, 20]),
                "hidden_stairs": pick([False, True]),
            },
            "quirks": {"dead_ends": "original", "border_loop": "original"},
        }
    )


def built(parameters: Mystery, seed: int) -> Floor:
    """A floor of exact mode before its map is written."""
    blueprint = SAMPLE.spec.blueprint(SAMPLE.dungeon)
    g: Generation[Any] = Generation(blueprint, seed)
    g.parameters = parameters
    g.tables["entities"].capacity = 255
    g.first_state = seed
    floor = Floor(g)
    deque(build_ground(floor), maxlen=0)
    return floor


def answer(floor: Floor) -> OracleFloor:
    """The same of a floor as the oracle says of one."""

    def tiles(mask: int, value: int) -> frozenset[tuple[int, int]]:
        return frozenset(p for p, b in zip(PLACES, floor.ground, strict=True) if b & mask == value)

    def entities(*kinds: int) -> frozenset[tuple[int, int]]:
        rows = floor.g.tables["entities"]
        return frozenset((row["x"], row["y"]) for row in rows if row["kind"] in kinds)

    def place(found: tuple[int, int] | None) -> tuple[int, int]:
        assert found
        return found

    return OracleFloor(
        terrain=tuple(min(b & TERRAIN, WATER) for b in floor.ground),
        in_room=tiles(TERRAIN | IN_ROOM, FLOOR | IN_ROOM),
        junctions=tiles(TERRAIN | IN_ROOM | JUNCTION, FLOOR | IN_ROOM | JUNCTION),
        shop=tiles(ZONE, SHOP),
        house=tiles(ZONE, HOUSE),
        items=entities(ITEM, BURIED_ITEM),
        traps=entities(TRAP),
        enemies=entities(ENEMY),
        stairs=place(floor.stairs),
        hidden_stairs=floor.hidden_stairs,
        start=place(floor.start),
        random_state=floor.stream.state,
        secondary_state=floor.stream.secondary,
    )


def requests(layout: str, count: int) -> Iterator[tuple[Mystery, int]]:
    """Floors of a layout with mixed parameters: the parameters and the seed of each."""
    chance = random.Random(layout)
    for _ in range(count):
        yield random_parameters(chance, layout), chance.randrange(65536)


def compare_floors(layout: str, first: int, end: int) -> None:
    """Compare floors of a layout with the oracle's, from number `first` to the one before `end`."""
    for number, (parameters, seed) in enumerate(requests(layout, end)):
        if number < first:
            continue
        oracle, own = floor_of_oracle(parameters, seed), answer(built(parameters, seed))
        if number < FLOORS:
            assert oracle.digest() == RECORDED[layout][number], (
                "the oracle's answer was another one"
            )
        different = [key for key, value in vars(oracle).items() if value != vars(own)[key]]
        assert not different, f"{different} of seed {seed}, {parameters}"


def test_recorded_answers_are_of_all_layouts() -> None:
    assert list(RECORDED) == list(LAYOUTS)
    assert all(len(digests) == FLOORS for digests in RECORDED.values())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_floors_are_those_that_the_oracle_gave(layout: str) -> None:
    for recorded, (parameters, seed) in zip(
        RECORDED[layout], requests(layout, FLOORS), strict=True
    ):
        own = answer(built(parameters, seed))
        assert own.digest() == recorded, f"seed {seed}, {parameters}"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_floors_are_those_of_the_oracle(layout: str) -> None:
    compare_floors(layout, 0, LIVE_FLOORS)


@pytest.mark.parametrize(
    ("layout", "changes"),
    [
        ("large_cells", {"rooms": {"imperfect": True, "imperfect_chance": 85}}),
        ("outer_rooms", {"rooms": {"structures": 9, "structure_chance": 25}}),
        ("medium", {"monster_house": {"chance": 100, "loot": 19}}),
        ("cross", {"monster_house": {"chance": 100, "loot": 2}}),
        ("two_rooms", {"monster_house": {"enemies": 12}}),
    ],
)
def test_other_constants_of_the_oracle_make_its_floors(
    layout: str, changes: dict[str, dict[str, Any]]
) -> None:
    exact = {"kind": "mystery", "numbers": "exact", "layout": layout, **changes}
    quirks = {"dead_ends": "original", "border_loop": "original"}
    parameters = Mystery.model_validate({**exact, "quirks": quirks})
    for seed in (7, 4000):
        oracle, own = floor_of_oracle(parameters, seed), answer(built(parameters, seed))
        assert vars(own) == vars(oracle), f"seed {seed}"


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MORE_FLOORS, PIECE))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_floors_are_those_of_the_oracle(layout: str, first: int) -> None:
    compare_floors(layout, first, first + PIECE)


@pytest.mark.parametrize(
    ("floors", "seed", "numbers"),
    [
        (1, 0xAF5D59, (0xE877, 0xC18F, 0x0BF8, 0x2231)),
        (2, 0x152FA7, (0x95A3, 0x870D, 0xD7ED, 0x0341)),
        (3, 0x3743A5, (0x4940, 0xAFE7, 0x20B9, 0xA0CC)),
        (4, 0x2B8BE5, (0xFDDB, 0xEB95, 0x111E, 0x9041)),
    ],
)
def test_the_generator_gives_the_numbers_of_the_original(
    floors: int, seed: int, numbers: tuple[int, ...]
) -> None:
    state = 1
    for _ in range(floors):
        before = state
        state, found = next_floor(state)
        assert previous_floor(state) == before
    assert found == seed
    stream = Random32(seed)
    assert tuple(stream.draw() for _ in numbers) == numbers


@needs_cc
def test_a_floor_that_is_tried_often_comes_to_its_end() -> None:
    """It takes more than a minute of a C64 with cc65's code, and is right."""
    spec, request = EXACT.spec, Request(EXACT.dungeon, 255, 2)
    expected = generate(spec, request)
    assert expected.figures["tries"] >= 6
    module = module_of(spec, EXACT.dungeon, "cc65")
    builder = ModuleBuilder(module, simulator_library())
    built = builder.build(request).regions
    require_equal(EXACT.spec, EXACT.dungeon, expected.region_bytes(), built, request)


def test_a_draw_can_be_taken_back() -> None:
    stream = Random32(0xAF5D59)
    states = []
    for _ in range(100):
        states.append(stream.state)
        stream.draw()
    for state in reversed(states):
        stream.step_back()
        assert stream.state == state
    assert stream.draws == 100
