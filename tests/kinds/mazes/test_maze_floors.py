"""Mazes that vary by floor: how they grow and what becomes of their dead ends.

Which code is compiled depends on what all floors of a dungeon need together, so there is a dungeon
for each such mixture.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from helpers import invariants
from helpers.edited_spec import position, problems_of
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import data_with, loaded
from helpers.programs import compared_module_of, native_of
from helpers.tools import needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder, run_checked
from pygen.compilers import COMPILERS
from pygen.emit import emit
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import Spec

SEEDS = (0, 7, 65535)


def maze(
    newest: int, loops: int, removals: int, floors: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """The section of a maze with these chances on the floors that `floors` leaves out."""
    return {
        "kind": "mazes",
        "map": {"width": 33, "height": 27},
        "growth": {"newest_chance": newest},
        "dead_ends": {"loop_chance": loops, "removal_chance": removals},
        "floors": floors,
        **more,
    }


DUNGEONS = {
    # From a perfect maze to one without dead ends: on each floor other parts of the code run.
    "descent": maze(
        100,
        0,
        0,
        {
            "2-3": {"growth": {"newest_chance": 50}},
            "4": {"dead_ends": {"loop_chance": 60}},
            "5-9": {"growth": {"newest_chance": 0}, "dead_ends": {"removal_chance": 70}},
            "12-": {"dead_ends": {"loop_chance": 100, "removal_chance": 100}},
        },
    ),
    # Never only from the newest cell, and larger cells.
    "ruin": maze(
        30,
        20,
        0,
        {
            "2": {"growth": {"newest_chance": 60}, "dead_ends": {"loop_chance": 0}},
            "3-": {"growth": {"newest_chance": 99}, "dead_ends": {"removal_chance": 40}},
        },
        cells={"size": 2},
    ),
    # Always from the newest cell, in tiles of four bits.
    "spiral": maze(
        100,
        0,
        0,
        {"2": {"dead_ends": {"loop_chance": 50}}, "3-": {"dead_ends": {"removal_chance": 50}}},
        map={"width": 31, "height": 22, "bits_per_tile": 4},
    ),
    # With loops on all floors, so that the growth never shows where the stairs will be.
    "cellar": maze(
        0,
        30,
        0,
        {"2": {"growth": {"newest_chance": 100}}, "3-": {"growth": {"newest_chance": 1}}},
        cells={"size": 3},
    ),
}


@pytest.fixture(scope="module")
def spec() -> Spec:
    data = data_with(copy.deepcopy(DUNGEONS))
    return loaded(data)


def requests(spec: Spec, dungeon: str) -> list[Request]:
    """A few seeds on a floor of every row."""
    rows = spec.dungeons[dungeon].floor_rows
    return [Request(dungeon, seed, row.first_floor) for row in rows for seed in SEEDS]


def bytes_of(spec: Spec, request: Request) -> dict[str, bytes]:
    return generate(spec, request).region_bytes()


def mazes_of_floor(spec: Spec, floor: int) -> list[Generation[Any]]:
    """The descent's mazes of some seeds on a floor."""
    return [generate(spec, Request("descent", seed, floor)) for seed in range(8)]


def test_each_floor_has_the_chances_of_its_range(spec: Spec) -> None:
    names = [row.name for row in spec.dungeons["descent"].floor_rows]
    assert names == ["floors 1, 10-11", "floors 2-3", "floor 4", "floors 5-9", "floors 12-256"]
    perfect, mixed, looped, removed, joined = (
        mazes_of_floor(spec, floor) for floor in (11, 3, 4, 5, 256)
    )
    cells = 16 * 13
    for g in (*perfect, *mixed):
        assert (g.figures["cells"], g.figures["loops"]) == (cells, 0)
    # Growing from any cell makes many more dead ends.
    dead_ends = [sum(g.figures["dead_ends"] for g in mazes) for mazes in (perfect, mixed)]
    assert dead_ends[1] > 1.5 * dead_ends[0]
    assert all(g.figures["cells"] == cells and g.figures["loops"] > 0 for g in looped)
    assert all(g.figures["cells"] < cells and g.figures["loops"] == 0 for g in removed)
    assert all(g.figures["dead_ends"] == 0 for g in joined)


def test_a_floor_s_maze_does_not_depend_on_the_other_floors(spec: Spec) -> None:
    for dungeon in DUNGEONS:
        for row in spec.dungeons[dungeon].floor_rows:
            alone = loaded({"dungeons": {dungeon: row.parameters.model_dump()}})
            for seed in SEEDS:
                request = Request(dungeon, seed, row.first_floor)
                assert generate(alone, request).packed() == generate(spec, request).packed()


def test_the_mazes_of_every_floor_keep_the_invariants(spec: Spec) -> None:
    for dungeon in DUNGEONS:
        for request in requests(spec, dungeon):
            invariants.check(spec, dungeon, bytes_of(spec, request), request.floor)


@needs_cc
def test_the_native_build_has_the_mazes_of_every_floor(spec: Spec) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for dungeon in DUNGEONS:
        # In both directions, so that nothing stays from the floor before.
        for request in [*requests(spec, dungeon), *reversed(requests(spec, dungeon))]:
            require_reference(spec, request, native.build(request).regions)


@needs_cc
def test_the_native_build_makes_the_same_steps_on_every_floor(spec: Spec) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for dungeon in DUNGEONS:
        for request in requests(spec, dungeon)[:: len(SEEDS)]:
            generation = begin(spec, request)
            for step in advance(generation):
                if step.phase != "clear" and (step.number % 7 == 0 or step.is_last):
                    built = native.build_steps(request, step.number)
                    python = generation.region_bytes()
                    require_equal(spec, dungeon, python, built.regions, f"{request}, {step}")
            assert native.build_steps(request).steps == step.number


@needs_cc
@pytest.mark.slow
def test_no_floor_of_a_maze_leads_to_undefined_behaviour(spec: Spec) -> None:
    program = native_of(spec, "checked")
    for dungeon in DUNGEONS:
        for row in spec.dungeons[dungeon].floor_rows:
            floor = row.first_floor
            built = run_checked(program, spec, dungeon, SEEDS, floor)
            for seed, regions in zip(SEEDS, built, strict=True):
                require_reference(spec, Request(dungeon, seed, floor), regions)


@needs_cc
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64_s_code_has_the_mazes_of_every_floor(spec: Spec, name: str) -> None:
    for dungeon in DUNGEONS:
        module = compared_module_of(spec, dungeon, name)
        simulator = ModuleBuilder(module, simulator_library())
        for request in [*requests(spec, dungeon), *reversed(requests(spec, dungeon))]:
            require_reference(spec, request, simulator.build(request).regions)


def kernels_of(folder: Path, floors: dict[str, Any]) -> dict[str, str]:
    """The kernels in C of a perfect maze that has such floors, by their names."""
    emit(loaded(data_with({"only": maze(100, 0, 0, floors)})), "generator.yaml", folder)
    text = (folder / "dungeon_only_kernels.h").read_text(encoding="utf-8")
    found = re.split(r"^static \w+ (\w+)\(void\)$", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_only_what_some_floor_needs_is_compiled(tmp_path: Path) -> None:
    without = kernels_of(tmp_path / "without", {})
    assert kernels_of(tmp_path / "same", {"4-": {"growth": {"newest_chance": 100}}}) == without
    # Loops change nothing in how a maze grows, but in how it is flooded.
    loops = kernels_of(tmp_path / "loops", {"4-": {"dead_ends": {"loop_chance": 30}}})
    assert loops["grow_on"] == without["grow_on"]
    assert "flood_on" in loops.keys() - without.keys()
    assert "flood_tree" in without.keys() - loops.keys()
    mixed = kernels_of(tmp_path / "mixed", {"4-": {"growth": {"newest_chance": 30}}})
    assert len(mixed["grow_on"]) > len(without["grow_on"])


@pytest.mark.parametrize(
    ("line", "at", "key", "wrong", "right"),
    [
        ("4-9: {growth: {newest_chance: 101}}", "101", "4-9.growth.newest_chance",
         "101 is too large", "0 to 100"),
        ("12: {dead_ends: {loop_chanse: 5}}", "loop", "12.dead_ends.loop_chanse", "unknown key",
         "`loop_chance`"),
        ("10-: {dead_ends: {removal_chance: x}}", "x}", "10-.dead_ends.removal_chance",
         'the text "x"', "0 to 100"),
        ("2: {cells: {size: 2}}", "2}}", "2.cells.size", "is the same on all floors", "delete it"),
        ("2: {map: {width: 80}}", "map", "2.map", "`map` is the same on all floors", "delete"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_maze_s_floors_is_one_error_with_its_place(
    tmp_path: Path, line: str, at: str, key: str, wrong: str, right: str
) -> None:
    text = f"dungeons:\n  deep:\n    kind: mazes\n    floors:\n      {line}\n"
    (problem,) = problems_of(tmp_path, text)
    assert problem.key_path == f"dungeons.deep.floors.{key}"
    assert wrong in problem.wrong and right in problem.right, problem
    assert (problem.line, problem.column) == position(text, at, "floors:")
