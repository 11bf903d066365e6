"""The game call tile_is: the properties of tiles as the spec has them."""

from __future__ import annotations

from random import Random

import pytest
from calls.maps.test_unpack_map import SIZES
from helpers.games import for_every_build, game_of, write
from helpers.tools import SPEC_FILE

from pygen.calls.tiles import properties_of, tile_is
from pygen.engine.dungeon.tilemap import TileMap
from pygen.spec import load_spec

BITS = {"walkable": 1, "opaque": 2, "solid": 4, "swimmable": 8, "secret": 16}


@pytest.mark.sampled(2)
@for_every_build
@pytest.mark.parametrize(("bits", "width", "height"), SIZES)
def test_each_tile_has_its_properties(build: str, bits: int, width: int, height: int) -> None:
    sides = [f"dungeons.burrow.map.{name}" for name in ("bits_per_tile", "width", "height")]
    changes = [f"{key}={value}" for key, value in zip(sides, (bits, width, height))]
    spec = load_spec(
        SPEC_FILE,
        [
            *changes, "memory.map={start: 0x8000, end: 0x9FFF}", "memory.program.end=0x7FFF",
            "program.dungeons=[burrow]", "modules.calls=[tile_is]", "tiles.door.swimmable=true",
        ],
    )  # fmt: skip
    game, chance = game_of(spec, "burrow", build), Random(6)
    size, of_tiles = spec.dungeons["burrow"].map, properties_of(spec.tiles)
    tiles = TileMap(width, height, bits)
    for n in range(width * height):
        tiles.tiles[n] = chance.randrange(8)
    write(game, game.regions["map"][0], tiles.pack())
    by_code = {
        tile.code: sum(bit for name, bit in BITS.items() if getattr(tile, name))
        for tile in spec.tiles.values()
    }
    for _ in range(400):
        x, y = chance.randrange(width + 2), chance.randrange(height + 2)
        if chance.random() < 0.05:
            x, y = 255, chance.randrange(256)
        mask = chance.choice([0xFF, 1, 2, 4, 8, 16, chance.randrange(256)])
        is_inside = x < width and y < height
        wanted = by_code.get(tiles.get(x, y), 0) & mask if is_inside else 0
        game.ask(properties=mask)
        assert game.call("tile_is", a=y, x=x).a == wanted
        assert tile_is(bytes(tiles.tiles), size, of_tiles, x, y, mask) == wanted
