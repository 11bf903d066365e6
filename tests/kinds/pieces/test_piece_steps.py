"""The steps of any dungeon of pieces take no longer than the spec allows, with both compilers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice
from kinds.pieces.material import MANY_PATTERNS, ROOMS

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request


def blocks(side: int) -> list[dict[str, Any]]:
    """Solid ground, a corridor and a bend, so many tiles a side."""
    middle = side // 2
    solid, way = "#" * side, "#" * middle + "." + "#" * middle
    bend = [*[solid] * middle, "#" * middle + "." * (middle + 1), *[way] * middle]
    return [{"drawing": rows} for rows in ([solid] * side, [way] * side, bend)]


CLOSED = ["#####", "#...#", "#...#", "#...#", "##+##"]
PILLARS = [".....", ".#.#.", ".....", ".#.#.", "....."]

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
    "placed": {
        "kind": "pieces",
        "map": {"width": 157, "height": 33, "bits_per_tile": 3},
        "pieces": [
            *(
                {"drawing": drawing, "weight": 3, "name": f"p{n}"}
                for n, drawing in enumerate(ROOMS)
            ),
            {
                "drawing": CLOSED,
                "name": "closed",
                "at_most": 14,
                "neighbours": {"above": ["p0", "p1", "p4", "p6"]},
            },
            {"drawing": PILLARS, "name": "pillars", "at_most": 16},
        ],
        "fixed": [{"piece": "p9", "x": 3, "y": 3}],
        "ring": "open",
        "regions": {"least_floor": 10},
    },
}
# Row by row, and with lists of neighbours, so that borders are left out.
DUNGEONS["rows"] = {**DUNGEONS["placed"], "solving": {"order": "rows"}}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_a_dungeon_of_pieces_is_too_long(name: str) -> None:
    check_longest_steps(DUNGEONS, name, [Request(one, 7) for one in DUNGEONS])
