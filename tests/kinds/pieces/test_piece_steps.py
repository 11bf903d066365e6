"""The steps of any dungeon of pieces take no longer than the spec allows, with both compilers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice
from kinds.pieces.material import MANY_PATTERNS

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request


def blocks(side: int) -> list[dict[str, Any]]:
    """Solid ground, a corridor and a bend, so many tiles a side."""
    middle = side // 2
    solid, way = "#" * side, "#" * middle + "." + "#" * middle
    bend = [*[solid] * middle, "#" * middle + "." * (middle + 1), *[way] * middle]
    return [{"drawing": rows} for rows in ([solid] * side, [way] * side, bend)]


# As many cells in a row as there can be: few of them walkable, or as many patterns and edges as
# there can be.
DUNGEONS: dict[str, dict[str, Any]] = {
    "learned": {
        "kind": "pieces",
        "map": {"width": 49, "height": 8, "bits_per_tile": 3},
        "sample": {"drawing": MANY_PATTERNS},
    },
    "small": {
        "kind": "pieces",
        "map": {"width": 97, "height": 11, "bits_per_tile": 3},
        "pieces": blocks(3),
    },
    "large": {
        "kind": "pieces",
        "map": {"width": 153, "height": 17, "bits_per_tile": 4},
        "pieces": blocks(9),
    },
}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
def test_no_step_of_a_dungeon_of_pieces_is_too_long(name: str) -> None:
    check_longest_steps(DUNGEONS, name, [Request(one, 7) for one in DUNGEONS])
