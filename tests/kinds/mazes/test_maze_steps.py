"""The steps of mazes of any shape take no longer than the spec allows, with both compilers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request

FROM_ANY = {"newest_chance": 0}
CHANGED = {
    "growth": {"newest_chance": 50},
    "dead_ends": {"loop_chance": 50, "removal_chance": 60},
}
ROOMS = {"attempts": 60, "max_size": 5, "extra_chance": 20}
DOORS = {"chance": 100}


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
    # Long rows of rooms, walls through many of them, and doors in wide passages.
    "rooms": maze(240, 11, rooms=ROOMS, doors=DOORS, clearings={"attempts": 9, "max_size": 5}),
    "divided": maze(11, 240, growth={"algorithm": "division"}, rooms=ROOMS, doors=DOORS),
    "wound": maze(71, 60, growth={"algorithm": "sidewinder"}, rooms={**ROOMS, "spacing": 3}),
    "gates": maze(143, 142, cells={"size": 8}, rooms={**ROOMS, "max_size": 15}, doors=DOORS),
    # The slower one of the kernels that grow, and as many cells in a step as for the faster one.
    "mixed": maze(30, 30, floors={"2-": {"growth": FROM_ANY}}),
}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_a_maze_is_too_long(name: str) -> None:
    requests = [Request(one, 7) for one in DUNGEONS]
    check_longest_steps(DUNGEONS, name, [*requests, Request("mixed", 7, 2)])
