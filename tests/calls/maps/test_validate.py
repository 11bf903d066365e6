"""The game call validate and its kernel check_tiles: what is wrong with a map."""

from __future__ import annotations

from random import Random

import pytest
from calls.maps.test_unpack_map import SIZES, spec_of
from helpers.games import for_every_build, game_of, in_steps, write

from pygen.calls.constants import (
    CALL_IS_DONE,
    MAP_HAS_OPEN_EDGE,
    MAP_HAS_OTHER_CODES,
    MAP_HAS_OTHER_STAIRS,
)
from pygen.calls.maps import validate
from pygen.calls.tiles import properties_of
from pygen.engine.dungeon.tilemap import TileMap
from pygen.spec import Spec

Tiles = dict[tuple[int, int], int]


def judged(spec: Spec, tiles: Tiles, status: int) -> int:
    """The judge: what is wrong with a map, looked for around each walkable tile."""
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    codes = {tile.code for tile in spec.tiles.values()}
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    is_open = any(
        tiles.get((x + dx, y + dy), 0) == 0
        for (x, y), tile in tiles.items()
        if tile in walkable
        for dx, dy in around
    )
    found = [*tiles.values()]
    stairs = (found.count(spec.codes["up_stairs"]), found.count(spec.codes["down_stairs"]))
    wanted = (1 - (status & 1), 1 - (status >> 1 & 1))
    return (
        MAP_HAS_OTHER_CODES * bool({*found} - codes)
        | MAP_HAS_OPEN_EDGE * is_open
        | MAP_HAS_OTHER_STAIRS * (stairs != wanted)
    )


def some_maps(spec: Spec, width: int, height: int, chance: Random) -> list[tuple[Tiles, int]]:
    """Maps and statuses: without faults, with one of each in all corners and edges, and others."""
    at = [(x, y) for y in range(height) for x in range(width)]
    code, inner = spec.codes, [(x, y) for x, y in at if 0 < x < width - 1 and 0 < y < height - 1]
    maps = []
    for n in range(24):
        tiles = {place: code["wall"] if n % 4 else 0 for place in at}
        if n % 4:
            tiles |= {place: code["floor"] for place in chance.sample(inner, 20)}
        for name, missing in (("up_stairs", 1), ("down_stairs", 2)):
            if not n & missing * 4 or n >= 16:
                tiles[chance.choice(inner)] = code[name]
        if n >= 12:
            place = chance.choice([(0, 0), (width - 1, height - 1), (0, 3), chance.choice(at)])
            tiles[place] = chance.choice([0, code["floor"], code["up_stairs"], 7])
        maps.append((tiles, chance.choice([n >> 2 & 3, n >> 2 & 3, chance.randrange(4)]) | 8))
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
        x, y = chance.choice(inner)
        walls = {place: code["wall"] for place in at}
        maps.append((walls | {(x, y): code["floor"], (x + dx, y + dy): 0}, 3))
    maps.append(({place: code["up_stairs"] for place in at}, 0))
    maps.append(({place: chance.randrange(8) for place in at}, 0))
    return maps


@for_every_build
@pytest.mark.parametrize(("bits", "width", "height"), SIZES)
def test_what_is_wrong_is_found(build: str, bits: int, width: int, height: int) -> None:
    spec = spec_of(bits, width, height)
    game, found = game_of(spec, "burrow", build), set()
    size, of_tiles = spec.dungeons["burrow"].map, properties_of(spec.tiles)
    stairs = spec.codes["up_stairs"], spec.codes["down_stairs"]
    for tiles, status in some_maps(spec, width, height, Random(5)):
        packed = TileMap(width, height, bits)
        for (x, y), tile in tiles.items():
            packed.set(x, y, tile)
        write(game, game.regions["map"][0], packed.pack())
        write(game, game.regions["summary"][0], bytes([status]))
        wrong = judged(spec, tiles, status)
        assert game.call("validate").a == wrong
        answer, most = in_steps(game, "validate_step")
        assert (answer.a, answer.x) == (CALL_IS_DONE, wrong) and most <= 12000
        assert validate(bytes(packed.tiles), size, of_tiles, stairs, status, False) == wrong
        found.add(wrong)
    assert {0, MAP_HAS_OPEN_EDGE, MAP_HAS_OTHER_STAIRS, 7} <= found
