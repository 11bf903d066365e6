"""The map of a floor."""

from __future__ import annotations

from pygen.kinds.mystery.constants import FLOOR, SHOP, TERRAIN, WALL, ZONE
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces


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
    return bytes(floor.ground.translate(bytes(tile_of(floor, byte) for byte in range(256))))


def tile_of(floor: Floor, byte: int) -> int:
    """The code of a tile with this byte."""
    codes = floor.g.codes
    if byte & TERRAIN == WALL:
        return codes["wall"]
    if byte & TERRAIN != FLOOR:
        return codes["water"]
    return codes["shop_floor"] if byte & ZONE == SHOP else codes["floor"]
