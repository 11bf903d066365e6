"""Floors of mystery dungeons: rooms and halls in a grid of cells, water, things and enemies.

Source: the floors that docs/sources.md names. Begin reading with `stages.py`, which explains the
words that all files use. The twin of each file is in `c64src/kinds/mystery/`.
"""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from pygen.engine.definition.features import CONNECTED, NONE
from pygen.engine.definition.tiles import COMMON_TILES, WATER, TileDefault, tile_defaults
from pygen.engine.dungeon.chambers import CHAMBER_STRUCTS, chambers_table
from pygen.engine.dungeon.entities import ENTITY_STRUCTS, entities_table
from pygen.engine.generator.kind import OWN_CONNECTIONS, Kind, Phase
from pygen.kinds.mystery.parameters import (
    FIGURES,
    MOST_CHAMBERS,
    Mystery,
)
from pygen.kinds.mystery.stages import build_floor

LAVA = TileDefault("lava", 16, ";", "red")
"""A tile that a spec must describe itself, with a free code: all codes of 4 bits have a default."""


class MysteryKind(Kind[Mystery]):
    """The kind, whose specs do not have lava unless they describe it."""

    @cached_property
    def tile_defaults(self) -> dict[str, TileDefault]:
        return tile_defaults(tile for tile in (*COMMON_TILES, *self.tiles) if tile is not LAVA)


def unused_tiles(dungeon: Mystery) -> Collection[Any]:
    """Lava, if no floor has any: the tile itself, as `tiles` has it."""
    return () if any(row.water.lava for row in dungeon.every_row()) else (LAVA,)


KIND = MysteryKind(
    "mystery",
    Mystery,
    (Phase("floor", build_floor),),
    tables=(
        entities_table(Mystery.capacity, "floor"),
        chambers_table(lambda _: MOST_CHAMBERS, "floor"),
    ),
    structs=(ENTITY_STRUCTS, CHAMBER_STRUCTS),
    figures=FIGURES,
    inseparable=dict.fromkeys(
        (OWN_CONNECTIONS, "secrets", "treasures", "stairs"),
        "what its floor has is made in one order, on which all of its random numbers depend",
    ),
    # Islands lie behind water.
    gives=lambda floor: NONE if floor.has_structures else frozenset({CONNECTED}),
    tiles=(
        WATER,
        TileDefault("unbreakable", 12, "%", "dark_grey", opaque=True, solid=True),
        TileDefault("shop_floor", 13, ",", "orange", walkable=True),
        TileDefault("hidden_stairs", 14, "*", "purple", walkable=True),
        LAVA,
    ),
    unused_tiles=unused_tiles,
)
