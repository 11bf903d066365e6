"""Parameters that vary by floor: which floor has which, and the same dungeons everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import invariants
from helpers.equal_dungeons import require_equal, require_reference, require_references
from helpers.kinds import loaded
from helpers.programs import compared_module_of, in_vice, module_of, native_of
from helpers.tools import FLOORS_SPEC_FILE, needs_ca65, needs_cc, needs_vice, simulator_library

from pygen.base.errors import UsageError
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder, run_checked
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.media.saved_map import file_bytes, parse, restored, saved
from pygen.spec import Spec, load_spec

SEEDS = (0, 7, 65535)


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(FLOORS_SPEC_FILE)


def requests(spec: Spec, dungeon: str) -> list[Request]:
    """The first floor and the last of every range, with a few seeds."""
    floors = [
        floor
        for row in spec.dungeons[dungeon].floor_rows
        for span in row.floors
        for floor in (span[0], span[-1])
    ]
    return [Request(dungeon, seed, floor) for floor in dict.fromkeys(floors) for seed in SEEDS]


def bytes_of(spec: Spec, request: Request) -> dict[str, bytes]:
    return generate(spec, request).region_bytes()


def largest_room(spec: Spec, floor: int) -> int:
    """The longest side of any room of several dungeons."""
    found = [generate(spec, Request("deep", seed, floor)) for seed in range(20)]
    return max(max(room.w, room.h) for each in found for room in each.rooms)


def test_each_floor_has_the_parameters_of_its_range(spec: Spec) -> None:
    expected = {1: 8, 3: 8, 4: 6, 9: 6, 10: 5, 256: 5}
    assert {floor: largest_room(spec, floor) for floor in expected} == expected


def test_what_a_range_leaves_out_is_the_dungeons_own() -> None:
    data = {
        "kind": "grid_rooms",
        "rooms": {"min_size": 5, "max_size": 6},
        "secrets": {"treasures": 1},
        "floors": {"2": {"rooms": {"max_size": 9}}},
    }
    floor = loaded({"dungeons": {"deep": data}}).blueprint("deep", 2).parameters
    assert (floor.rooms.min_size, floor.rooms.max_size, floor.secrets.treasures) == (5, 9, 1)
    # A default that depends on what is given depends on what is given to the floor.
    data["floors"] = {"2": {"rooms": {"min_size": 2, "max_size": 3}}}
    floor = loaded({"dungeons": {"deep": data}}).blueprint("deep", 2).parameters
    assert (floor.rooms.long_side_min, floor.rooms.short_side_max) == (3, 3)


def test_floors_with_equal_parameters_are_one_row(spec: Spec) -> None:
    names = {name: [row.name for row in d.floor_rows] for name, d in spec.dungeons.items()}
    assert names == {
        "deep": ["floors 1-3", "floors 4-9", "floors 10-256"],
        "warren": ["floors 1, 6", "floor 2", "floors 3-5", "floors 7-256"],
        "burrow": ["floors 1, 21-255", "floors 2-9", "floors 10-20", "floor 256"],
    }
    every = loaded(
        {"dungeons": {"one": {"kind": "walk", "floors": {"1-": {"walk": {"steps": 5}}}}}}
    )
    row: Any
    (row,) = every.dungeons["one"].floor_rows
    assert row.name == "" and row.parameters.walk.steps == 5


def test_there_is_no_blueprint_of_a_floor_that_does_not_exist(spec: Spec) -> None:
    for floor in (0, 257):
        with pytest.raises(UsageError, match=f"there is no floor {floor}"):
            spec.blueprint("deep", floor)


def test_all_floors_have_tables_of_the_same_length(spec: Spec) -> None:
    lengths = {len(bytes_of(spec, request)["rooms"]) for request in requests(spec, "warren")}
    assert lengths == {32 * spec.layouts["room"].size}


def test_every_floor_keeps_the_invariants(spec: Spec) -> None:
    for dungeon in spec.dungeons:
        for request in requests(spec, dungeon):
            invariants.check(spec, dungeon, bytes_of(spec, request), request.floor)


def test_a_saved_map_is_known_as_that_of_its_floor(spec: Spec) -> None:
    file = parse(file_bytes(spec, saved(spec, "deep", 7, 12)), "file")
    generation, is_same = restored(spec, file)
    assert is_same and generation.name == "deep"
    assert generation.packed() == generate(spec, Request("deep", 7, 12)).packed()


@needs_cc
def test_the_native_build_has_every_floor(spec: Spec) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for dungeon in spec.dungeons:
        # In both directions, so that nothing stays from the floor before.
        for request in [*requests(spec, dungeon), *reversed(requests(spec, dungeon))]:
            require_reference(spec, request, native.build(request).regions)
        many = native.build_many(requests(spec, dungeon))
        require_references(spec, requests(spec, dungeon), many)


@needs_cc
def test_the_native_build_is_equal_after_every_step_of_a_floor(spec: Spec) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for request in (Request("warren", 7, 3), Request("burrow", 7, 256)):
        generation = begin(spec, request)
        for step in advance(generation):
            if step.phase != "clear":
                theirs = native.build_steps(request, step.number).regions
                ours, where = generation.region_bytes(), f"{request}, {step}"
                require_equal(spec, request.dungeon, ours, theirs, where)


@needs_cc
@pytest.mark.slow
def test_no_floor_leads_to_undefined_behaviour(spec: Spec) -> None:
    program = native_of(spec, "checked")
    for dungeon in spec.dungeons:
        for row in spec.dungeons[dungeon].floor_rows:
            floor = row.first_floor
            built = run_checked(program, spec, dungeon, SEEDS, floor)
            for seed, regions in zip(SEEDS, built, strict=True):
                require_reference(spec, Request(dungeon, seed, floor), regions)


@needs_cc
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64s_code_has_every_floor(spec: Spec, name: str) -> None:
    for dungeon in spec.dungeons:
        module = compared_module_of(spec, dungeon, name)
        simulator = ModuleBuilder(module, simulator_library())
        for request in requests(spec, dungeon):
            require_reference(spec, request, simulator.build(request).regions)


@needs_vice
@needs_ca65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64_has_the_parameters_of_the_floor(spec: Spec, name: str) -> None:
    for dungeon in ("deep", "burrow"):
        with in_vice(module_of(spec, dungeon, name)) as machine:
            for request in [Request(dungeon, 7, floor) for floor in (12, 1, 5)]:
                require_reference(spec, request, machine.build(request).regions)
                by_step = machine.build_steps(request).regions
                require_reference(spec, request, by_step, "step by step")
