"""Mystery floors that are saved and loaded in the middle of a dungeon, in VICE: all that is in
memory comes back, random states and entities too, and the same floors follow."""

from __future__ import annotations

import pytest
from helpers.kernal_double import drive, saves
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice

from pygen.emit.memory_regions import growing_regions
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.saved_map import file_bytes, saved
from pygen.spec import Spec

pytestmark = [needs_vice, needs_ca65]

NAME, SEED = "mystery", 300


def spec_of(numbers: str) -> Spec:
    """A small mystery dungeon of two layouts."""
    floor = {
        "kind": "mystery",
        "numbers": numbers,
        "layout": "cross",
        "shop": 20,
        "things": {"hidden_stairs": True, "traps": 9},
        "floors": {"3": {"layout": "line"}},
    }
    data = data_with({NAME: floor})
    del data["memory"]
    return loaded(data)


def check(player: Player, floor: int) -> None:
    """Raise AssertionError unless a floor is in memory, with its tables and the summary, which has
    the random state and the draws."""
    generated = generate(player.spec, Request(NAME, SEED, floor))
    assert generated.tables["entities"]
    for name, (start, length) in growing_regions(player.spec, NAME).items():
        expected = generated.region_bytes()[name]
        assert player.read(start, length) == expected, (floor, name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("numbers", "compiler"), [("lean", "cc65"), ("exact", "oscar64")])
def test_the_same_floors_follow_a_floor_that_is_loaded(
    numbers: str, compiler: str, stub: Roms
) -> None:
    spec = spec_of(numbers)
    with Player(playable_of(spec, compiler), stub) as player:
        player.key(*"delete delete delete delete delete".split(), *str(SEED), "return", ".")
        check(player, 2)
        drive(player)
        player.key("M")
        seed_file = saves(player)[1][1]
        assert seed_file == file_bytes(spec, saved(spec, NAME, SEED, 2, with_map=False))
        player.key(".")
        check(player, 3)
    # Another day: nothing is left in memory.
    with Player(playable_of(spec, compiler), stub) as player:
        drive(player, file=seed_file)
        player.key("L", "return")
        check(player, 2)
        player.key(".")
        check(player, 3)
        player.key(",", ",")
        check(player, 1)
