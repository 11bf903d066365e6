"""The steps of mazes of any shape take no longer than the spec allows, with both compilers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import data_with, loaded
from helpers.programs import in_vice, module_of
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.request import Request

FROM_ANY = {"newest_chance": 0}
CHANGED = {
    "growth": {"newest_chance": 50},
    "dead_ends": {"loop_chance": 50, "removal_chance": 60},
}


def maze(width: int, height: int, **more: Any) -> dict[str, Any]:
    return {"kind": "mazes", "map": {"width": width, "height": height}, **more}


DUNGEONS = {
    # Many rows, which are counted to find where a cell is on the map.
    "tall": maze(11, 240, **CHANGED),
    # Many columns, all of which one step clears.
    "wide": maze(240, 11, **CHANGED),
    # Rows that do not begin with whole bytes: gaps between many cells, and many passages.
    "ragged": maze(71, 30, growth=FROM_ANY, dead_ends={"removal_chance": 90}),
    "coarse": maze(71, 60, cells={"size": 3}, growth=FROM_ANY, dead_ends={"loop_chance": 100}),
    "halls": maze(71, 60, cells={"size": 8}, **CHANGED),
    # The slower one of the kernels that grow, and as many cells in a step as for the faster one.
    "mixed": maze(30, 30, floors={"2-": {"growth": FROM_ANY}}),
}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
def test_no_step_of_a_maze_is_too_long(name: str) -> None:
    data = data_with(DUNGEONS)
    del data["memory"]
    spec = loaded(data)
    longest = {}
    for dungeon in DUNGEONS:
        with in_vice(module_of(spec, dungeon, name)) as machine:
            for floor in (1, 2) if dungeon == "mixed" else (1,):
                built = machine.build_steps(Request(dungeon, 7, floor))
                longest[dungeon, floor] = built.longest_step[0]
    # A measurement that sees no long step at all is wrong.
    assert 5000 < max(longest.values()) <= 10_000, longest
