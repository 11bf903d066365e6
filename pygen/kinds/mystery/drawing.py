"""The map of a floor."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, MOAT, SHOP, TERRAIN, WALL, WATER, ZONE
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces

TILES = {WALL: "wall", FLOOR: "floor", WATER: "water", MOAT: "water"}
"""The tiles of the map by the terrain of the ground."""


NAMES = [
    "shop_floor" if byte & (TERRAIN | ZONE) == FLOOR | SHOP else TILES[byte & TERRAIN]
    for byte in range(256)
]
"""The tile of the map by the byte of the ground."""

NAMES_WITH_LAVA = ["lava" if name == "water" else name for name in NAMES]
"""The same on a floor whose water is lava."""


def draw_floor(floor: Floor) -> Pieces:
    """Write the tiles of the map, then stairs and start; a piece is a row."""
    codes, tiles, width = floor.g.codes, floor.g.tiles, floor.width
    drawn, edge = draft(floor), bytes((codes["unbreakable"],))
    for y in range(floor.height):
        row = slice(y * width, (y + 1) * width)
        if y in (0, floor.height - 1):
            tiles.tiles[row] = edge * width
        else:
            tiles.tiles[row] = edge + drawn[row][1:-1] + edge
        yield PIECE
    for name, place in (
        ("hidden_stairs", floor.hidden_stairs),
        ("up_stairs", floor.start),
        ("down_stairs", floor.stairs),
    ):
        if place:
            tiles.set(*place, codes[name])


def draft(floor: Floor) -> bytes:
    """The tiles of the ground, before stairs and the edges of the map are drawn."""
    codes, names = floor.g.codes, NAMES_WITH_LAVA if floor.is_lava else NAMES
    return bytes(floor.ground.translate(bytes([codes[name] for name in names])))
