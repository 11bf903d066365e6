"""Mazes with rooms, clearings and doors, and the algorithms by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.edited_spec import problems_of
from helpers.equal_dungeons import require_equal
from helpers.kinds import data_with, loaded
from helpers.programs import native_of
from helpers.tools import needs_cc
from kinds.mazes.judge import judge

from pygen.builders.native import NativeBuilder
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import Spec

ROOMS = {"attempts": 20, "max_size": 4}
ALGORITHMS = ("growing_tree", "sidewinder", "division")
SEEDS = range(8)


def maze(**more: Any) -> dict[str, Any]:
    return {"kind": "mazes", "map": {"width": 41, "height": 33}, **more}


DUNGEONS = {
    "manor": maze(rooms=ROOMS, doors={"chance": 100}, dead_ends={"removal_chance": 100}),
    "winding": maze(growth={"algorithm": "sidewinder"}, rooms=ROOMS),
    "divided": maze(
        growth={"algorithm": "division"}, rooms={**ROOMS, "spacing": 1}, doors={"chance": 50}
    ),
    "glades": maze(
        cells={"size": 2}, clearings={"attempts": 9, "max_size": 3}, dead_ends={"loop_chance": 30}
    ),
    # Rooms on some floors only.
    "deeper": maze(
        floors={"2-4": {"rooms": ROOMS}, "5-": {"doors": {"chance": 80}, "rooms": ROOMS}}
    ),
}


@pytest.fixture(scope="module")
def spec() -> Spec:
    return loaded(data_with(dict(DUNGEONS)))


def built(section: dict[str, Any]) -> list[Generation[Any]]:
    spec = loaded(data_with({"one": section}))
    found = [generate(spec, Request("one", seed)) for seed in SEEDS]
    for g in found:
        judge(spec, "one", g.region_bytes())
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_makes_a_perfect_maze(algorithm: str) -> None:
    for g in built(maze(growth={"algorithm": algorithm})):
        assert (g.figures["cells"], g.figures["loops"]) == (20 * 16, 0)
        assert "chambers" not in g.tables


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_weights_turn_passages(algorithm: str) -> None:
    def tiles_between(across: int, down: int) -> tuple[int, int]:
        growth = {"algorithm": algorithm, "across_weight": across, "down_weight": down}
        level = upright = 0
        for g in built(maze(growth=growth)):
            width, floor = g.tiles.width, g.codes["floor"]
            for at, code in enumerate(g.tiles.tiles):
                x, y = at % width, at // width
                level += code == floor and x % 2 == 0
                upright += code == floor and y % 2 == 0
        return level, upright

    level, upright = tiles_between(5, 1)
    assert level > 1.5 * upright
    level, upright = tiles_between(1, 5)
    assert upright > 1.5 * level


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_rooms_have_doors_if_the_chance_is_not_0(algorithm: str) -> None:
    growth = {"algorithm": algorithm}
    for g in built(maze(growth=growth, rooms=ROOMS, doors={"chance": 100})):
        assert g.tables["chambers"]
        assert g.tile_counts()["door"] >= len(g.tables["chambers"]) / 2
    for g in built(maze(growth=growth, rooms=ROOMS)):
        assert "door" not in g.codes


def test_all_is_joined_when_rooms_fill_the_map() -> None:
    # The judge sees to it that everything can be reached.
    for g in built(maze(rooms={"attempts": 255, "max_size": 2, "extra_chance": 0})):
        assert len(g.tables["chambers"]) == 48


@needs_cc
def test_the_native_build_makes_the_same_steps(spec: Spec) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for dungeon in DUNGEONS:
        for floor in (1, 2, 5) if dungeon == "deeper" else (1,):
            request = Request(dungeon, 7, floor)
            generation = begin(spec, request)
            for step in advance(generation):
                if step.phase != "clear" and (step.number % 11 == 0 or step.is_last):
                    python = generation.region_bytes()
                    regions = native.build_steps(request, step.number).regions
                    require_equal(spec, dungeon, python, regions, f"{request}, {step}")
            assert native.build_steps(request).steps == step.number


@pytest.mark.parametrize(
    ("line", "key", "wrong"),
    [
        ("rooms: {attempts: 1, max_size: 15}", "rooms.max_size", "does not fit 35 x 9 cells"),
        ("clearings: {attempts: 1, min_size: 5}", "clearings.min_size", "is above max_size 4"),
        ("floors: {2: {growth: {algorithm: division}}}", "floors.2.growth.algorithm", "same on"),
    ],
)
def test_mistakes_in_rooms_are_errors_with_their_place(
    tmp_path: Path, line: str, key: str, wrong: str
) -> None:
    text = f"dungeons:\n  deep:\n    kind: mazes\n    map: {{height: 20}}\n    {line}\n"
    (problem,) = problems_of(tmp_path, text)
    assert problem.key_path == f"dungeons.deep.{key}"
    assert wrong in problem.wrong, problem
