"""Ways through every dungeon that ships: modules, the native build and Python agree."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from helpers.games import for_every_build
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc
from helpers.ways import REFERENCE, Asking, Place

from pygen.builders.native import NativeBuilder
from pygen.calls.constants import WAY_AWAY, WAY_IN_PAIRS, WITHOUT_DOORS, WITHOUT_SECRETS
from pygen.calls.maps import unpack_map
from pygen.spec import Spec, load_spec

FEW, MANY = 2, 1024
"""How many seeds of a dungeon, and how many in a long run."""

STEPS_OF_SEED = 12
PROPERTIES = (1, 1, 1, 9, 1 | WITHOUT_DOORS, 1 | WITHOUT_SECRETS, 9 | WITHOUT_SECRETS)

SHIPPED = load_spec(SHIPPED_SPEC_FILE)
PUSHED = ("crypt",)


@cache
def spec_of(dungeon: str) -> Spec:
    calls = "distances, next_step, distances_step"
    return load_spec(
        SHIPPED_SPEC_FILE, [f"modules.calls=[{calls}]", f"program.dungeons=[{dungeon}]"]
    )


@pytest.mark.shipped
@needs_cc
@for_every_build
@pytest.mark.parametrize(
    "dungeon",
    [
        name if name in PUSHED else pytest.param(name, marks=pytest.mark.long)
        for name in SHIPPED.dungeons
    ],
)
def test_ways_are_those_of_the_reference(dungeon: str, build: str, is_long: bool) -> None:
    spec = spec_of(dungeon)
    asking, native = Asking(spec, dungeon, build), NativeBuilder(spec, native_of(spec))
    size, chance = spec.dungeons[dungeon].map, Random(dungeon)
    floors = len(spec.dungeons[dungeon].floor_rows)
    for number in range(MANY if is_long else FEW):
        seed = number if is_long else chance.randrange(65536)
        request = spec.proof_request(dungeon, seed, 1 + number % floors)
        tiles = unpack_map(native.build(request).regions["map"], size)
        assert tiles is not None
        asking.put_map(tiles)
        # A request of one kind for each seed, all kinds for the seeds of every run.
        kinds = [(way, is_packed) for way in REFERENCE for is_packed in (False, True)]
        for way, is_packed in kinds if number < FEW else [chance.choice(kinds)]:
            sources = [place(chance, tiles, size.width) for _ in range(chance.choice((1, 1, 2, 5)))]
            in_steps = chance.randrange(4) == 0
            far = asking.compare(sources, chance.choice(PROPERTIES), way, is_packed, in_steps)
            if far is not None:
                asking.follow(far, way & WAY_IN_PAIRS, STEPS_OF_SEED)
                asking.follow(far, way & WAY_IN_PAIRS | WAY_AWAY, STEPS_OF_SEED)


def place(chance: Random, tiles: bytes, width: int) -> Place:
    """A tile that is not empty, and not at the edge."""
    while True:
        x, y = chance.randrange(1, width - 1), chance.randrange(1, len(tiles) // width - 1)
        if tiles[y * width + x] > 1:
            return x, y
