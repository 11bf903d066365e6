"""Sight in the dungeons that ship: modules and the native build see what Python sees, and Python
sees what it promises."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from calls.sight.eyes import GAME_CALLS, Eyes
from calls.sight.material import WINDOW, pairs, sees
from helpers.games import for_every_build, game_of
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc

from pygen.builders.native import NativeBuilder
from pygen.calls.maps import unpack_map
from pygen.calls.sight import Sight, sight_in
from pygen.compilers import COMPILERS
from pygen.spec import Spec, load_spec

pytestmark = [pytest.mark.shipped, pytest.mark.long]

SHIPPED = list(load_spec(SHIPPED_SPEC_FILE).dungeons)
SEEDS, PARTS = 1024, 4
"""How many dungeons, in so many tests."""

MEDIAN_CYCLES, MOST_CYCLES, MOST_OF_A_PART = 40_000, 60_000, 10_000
"""The limits of field_of_view with radius 8 in the hollows, and of each part of it."""


def spec_of(dungeon: str) -> Spec:
    calls = ", ".join(GAME_CALLS)
    return load_spec(
        SHIPPED_SPEC_FILE, [f"modules.calls=[{calls}]", f"program.dungeons=[{dungeon}]"]
    )


def sight_of(spec: Spec, dungeon: str, native: NativeBuilder, seed: int) -> Sight:
    """Looking around in the dungeon of a seed."""
    floors = len(spec.dungeons[dungeon].floor_rows)
    request = spec.proof_request(dungeon, seed, 1 + seed % floors)
    tiles = unpack_map(native.build(request).regions["map"], spec.dungeons[dungeon].map)
    assert tiles is not None
    return sight_in(spec, dungeon, tiles)


@needs_cc
@for_every_build
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("dungeon", SHIPPED)
def test_modules_see_what_python_sees(dungeon: str, build: str, part: int) -> None:
    spec, chance = spec_of(dungeon), Random(part)
    native, size = NativeBuilder(spec, native_of(spec)), spec.dungeons[dungeon].map
    eyes = Eyes(game_of(spec, dungeon, build, linked_once=True), size.width, size.height)
    for seed in range(part, SEEDS, PARTS):
        eyes.open_in(sight_of(spec, dungeon, native, seed))
        for _ in range(2):
            x, y = chance.randrange(size.width), chance.randrange(size.height)
            eyes.look(x, y, chance.choice((8, 8, chance.randrange(1, 9))))
            for _ in range(4):
                eyes.look_at(x, y, chance.randrange(size.width), chance.randrange(size.height))


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_looking_around_in_the_hollows_takes_at_most_so_many_cycles(compiler: str) -> None:
    dungeon, spec = "hollows", spec_of("hollows")
    native, size = NativeBuilder(spec, native_of(spec)), spec.dungeons[dungeon].map
    eyes = Eyes(game_of(spec, dungeon, compiler), size.width, size.height)
    for seed in range(4):
        eyes.open_in(sight_of(spec, dungeon, native, seed))
        for at, code in enumerate(eyes.sight.tiles):
            if code not in eyes.sight.opaque:
                eyes.look(at % size.width, at // size.width, 8)
    assert median(eyes.cycles["field_of_view"]) <= MEDIAN_CYCLES
    assert max(eyes.cycles["field_of_view"]) <= MOST_CYCLES
    assert max(eyes.cycles["field_of_view_octant"]) <= MOST_OF_A_PART


@needs_cc
@pytest.mark.parametrize("dungeon", SHIPPED)
def test_of_two_tiles_each_sees_the_other_or_none_does(dungeon: str) -> None:
    spec, chance = spec_of(dungeon), Random(dungeon)
    size = spec.dungeons[dungeon].map
    eyes = sight_of(spec, dungeon, NativeBuilder(spec, native_of(spec)), 7)
    fields: dict[tuple[int, int], bytes] = {}

    def is_opaque(x: int, y: int) -> bool:
        inside = 0 <= x < size.width and 0 <= y < size.height
        return not inside or eyes.tiles[y * size.width + x] in eyes.opaque

    def is_seen(here: tuple[int, int], there: tuple[int, int]) -> bool:
        if here not in fields:
            window = bytearray(WINDOW * WINDOW)
            eyes.field_of_view(*here, WINDOW // 2, window)
            fields[here] = bytes(window)
        right, down = there[0] - here[0] + WINDOW // 2, there[1] - here[1] + WINDOW // 2
        return fields[here][WINDOW * down + right] < 128

    for here, there in pairs(size.width, size.height, WINDOW // 2):
        if is_opaque(*here) or is_opaque(*there):
            continue
        answer = is_seen(here, there)
        assert is_seen(there, here) == answer == eyes.line_of_sight(*here, *there)
        if chance.randrange(200) == 0:
            assert sees(is_opaque, here, there) == answer
