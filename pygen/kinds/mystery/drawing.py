"""The map of a floor."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import FLOOR, NOWHERE, SHOP, TERRAIN, WALL, ZONE, Floor


def draw_floor(f: Floor) -> Steps:
    """Write the tiles of the map, row by row, then stairs and start."""
    codes, tiles = f.g.codes, f.g.tiles
    for y in range(f.height):
        for x in range(f.width):
            tiles.set(x, y, tile_of(f, x, y))
        yield "row"
    for name, place in (
        ("hidden_stairs", f.hidden_stairs),
        ("up_stairs", f.start),
        ("down_stairs", f.stairs),
    ):
        if place != NOWHERE:
            tiles.set(*place, codes[name])


def tile_of(f: Floor, x: int, y: int) -> int:
    """The code of a tile."""
    codes = f.g.codes
    ground = f.ground[y * f.width + x]
    if x in (0, f.width - 1) or y in (0, f.height - 1):
        return codes["unbreakable"]
    if ground & TERRAIN == WALL:
        return codes["wall"]
    if ground & TERRAIN != FLOOR:
        return codes["water"]
    return codes["shop_floor"] if ground & ZONE == SHOP else codes["floor"]
