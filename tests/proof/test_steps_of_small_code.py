"""Steps are short enough where size is preferred, too: other kernels are used then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice
from kinds.accretion import test_accretion_steps
from kinds.mazes import test_maze_steps
from kinds.mystery import test_mystery_steps
from kinds.pieces import test_piece_steps
from passes import test_population
from passes.connect import test_connect
from passes.locks import test_locks
from passes.loops import test_loops
from passes.measure import test_measure
from passes.secrets import test_secrets
from passes.stairs import test_stairs
from passes.treasures import test_treasures
from passes.water import test_water

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request

DUNGEONS: dict[str, Mapping[str, Any]] = {
    "accretion": test_accretion_steps.DUNGEONS,
    "mazes": test_maze_steps.DUNGEONS,
    "mystery": test_mystery_steps.DUNGEONS,
    "pieces": test_piece_steps.DUNGEONS,
    "population": test_population.CROWDED,
    "connect": test_connect.CROWDED,
    "locks": test_locks.CROWDED,
    "loops": test_loops.CROWDED,
    "measure": test_measure.CROWDED,
    "secrets": test_secrets.CROWDED,
    "stairs": test_stairs.CROWDED,
    "treasures": test_treasures.CROWDED,
    "water": test_water.CROWDED,
}


@needs_vice
@needs_ca65
@pytest.mark.long
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("name", DUNGEONS)
def test_no_step_is_too_long_where_size_is_preferred(name: str, compiler: str) -> None:
    requests = [Request(dungeon, 7, floor) for dungeon in DUNGEONS[name] for floor in (1, 2)]
    check_longest_steps(DUNGEONS[name], compiler, requests, 1000, prefer="size")
