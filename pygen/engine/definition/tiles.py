"""The standard tiles: their names, default codes, looks and properties.

A kind or a pass names the standard tiles that it uses, and may add tiles of its own. A spec needs
only the tiles of its own dungeons.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FLAGS = ("walkable", "opaque", "solid", "swimmable", "secret")
"""The properties of a tile, in the order of their bits in the C's table of flags, from bit 0."""


@dataclass(frozen=True)
class TileDefault:
    """A tile as it is unless a spec says otherwise.

    `walkable`: a figure can step on it. `opaque`: nothing is seen through it. `solid`: it stops
    what flies or is thrown. `swimmable`: a swimmer can enter it. `secret`: it looks like a wall
    until it is found.
    """

    name: str
    code: int
    glyph: str
    colour: str
    walkable: bool = False
    opaque: bool = False
    solid: bool = False
    swimmable: bool = False
    secret: bool = False

    def keys(self) -> dict[str, Any]:
        """The tile as the YAML would describe it."""
        flags = {flag: getattr(self, flag) for flag in FLAGS}
        return {"code": self.code, "glyph": self.glyph, "colour": self.colour, **flags}


STANDARD_TILES = (
    TileDefault("empty", 0, " ", "black", opaque=True, solid=True),
    TileDefault("wall", 1, "#", "grey", opaque=True, solid=True),
    TileDefault("floor", 2, ".", "light_grey", walkable=True),
    TileDefault("door", 3, "+", "orange", walkable=True, opaque=True),
    TileDefault("up_stairs", 4, "<", "yellow", walkable=True),
    TileDefault("down_stairs", 5, ">", "light_green", walkable=True),
    TileDefault("secret_path", 6, "?", "purple", walkable=True, opaque=True, secret=True),
    TileDefault("treasure", 7, "$", "yellow", walkable=True),
)
"""The tiles that any kind or pass may name."""

WATER = TileDefault("water", 8, "~", "blue", swimmable=True)
"""Water that can only be swum through: the same tile for all kinds and passes with water."""

COMMON_TILES = ("empty", "wall", "floor", "up_stairs", "down_stairs")
"""The tiles that every dungeon has. The playable part of a program names them in its C."""


def tile_defaults(names: Iterable[str | TileDefault]) -> dict[str, TileDefault]:
    """The tiles with these names, and the tiles that were given as such: standard tiles first, in
    their order. Raises KeyError for a name that no standard tile has."""
    wanted = list(names)
    standard = {tile.name: tile for tile in STANDARD_TILES}
    for name in wanted:
        if isinstance(name, str) and name not in standard:
            raise KeyError(name)
    found = {name: tile for name, tile in standard.items() if name in wanted}
    return found | {tile.name: tile for tile in wanted if isinstance(tile, TileDefault)}
