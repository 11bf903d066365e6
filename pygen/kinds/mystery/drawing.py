"""The map of a floor."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, SHOP, TERRAIN, WALL, ZONE
from pygen.kinds.mystery.ground import NOWHERE, Floor, Work


def draw_row(f: Floor, y: int) -> None:
    """Write a row of the map."""
    codes, tiles = f.g.codes, f.g.tiles
    if y in (0, f.height - 1):
        tiles.fill(0, y, f.width, 1, codes["unbreakable"])
        return
    for x in range(1, f.width - 1):
        tiles.set(x, y, tile_of(f, f.ground[y * f.width + x]))
    tiles.set(0, y, codes["unbreakable"])
    tiles.set(f.width - 1, y, codes["unbreakable"])


def draw_floor(f: Floor) -> Work:
    """Write the tiles of the map, then stairs and start; a piece is a row."""
    codes, tiles = f.g.codes, f.g.tiles
    for y in range(f.height):
        draw_row(f, y)
        yield
    for name, place in (
        ("hidden_stairs", f.hidden_stairs),
        ("up_stairs", f.start),
        ("down_stairs", f.stairs),
    ):
        if place != NOWHERE:
            tiles.set(*place, codes[name])


def tile_of(f: Floor, ground: int) -> int:
    """The code of a tile with this byte."""
    codes = f.g.codes
    if ground & TERRAIN == WALL:
        return codes["wall"]
    if ground & TERRAIN != FLOOR:
        return codes["water"]
    return codes["shop_floor"] if ground & ZONE == SHOP else codes["floor"]
