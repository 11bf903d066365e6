"""What the tests over all passes need to know of `gates`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.worlds import expected_gates, tile_of
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless `after` is `before` with the tiles inside its gates open."""
    assert after.request
    wanted = list(before.codes)
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    for side, places in expected_gates(spec, after.request).items():
        for place in places:
            x, y = tile_of(side, place, 1)
            if before.at(x, y) not in walkable:
                wanted[y * before.width + x] = spec.codes["floor"]
    assert after.codes == wanted
    assert after.looks == before.looks and after.entities == before.entities


MATERIAL = PassMaterial(
    judge,
    st.just({}),
    dungeons={
        "caverns": {"kind": "caves", "world": {}},
        "wards": {
            "kind": "bsp",
            "world": {"gates": 3},
            "without": ["stairs"],
            "split": {"rooms": 6, "min_side": 8},
            "rooms": {"min_size": 3, "max_size": 8},
        },
        "blocks": {
            "kind": "grid_rooms",
            "world": {"gates": 1},
            "map": {"bits_per_tile": 4},
            "without": ["secret rooms", "treasures", "stairs"],
            "grid": {"columns": 2, "rows": 2},
            "rooms": {"min_distance": 3},
        },
        "tunnels": {
            "kind": "walk",
            "world": {"gates": 2},
            "map": {"bits_per_tile": 8},
            "without": ["stairs"],
            "walk": {"steps": 200},
        },
    },
)
